import type { CastMemberView, ContextPacket } from '#engine/contracts/context-packet.ts';
import { neutralise, tagged } from '../neutralise.ts';
import type { Segment } from '../segment.ts';
import { compareMembers, type Draft } from './draft.ts';
import { omitSaid } from './omit-said.ts';
import { labelled, oneLine, section, stretches } from './write-lines.ts';

/** A word on somebody's mood may stand inside another sentence; only what is longer can be a repetition. */
const SHORTEST_REPETITION = 16;

/**
 * Writes who somebody is and how to play them: the author's text, and of the record what that does not say. Only what lasts stands
 * here; everything that changes is in `writePeopleNow`.
 */
export function writeSheet(member: CastMemberView, segments: readonly Segment[]): string {
  const authored = segments.filter(({ refId }) => refId === member.id).map(({ text }) => neutralise(text));
  const left = omitSaid(authored.join('\n'));
  const unsaid = omitSaid([...authored, member.description].join('\n'));
  const text = stretches([
    labelled('Role', left(member.role)),
    neutralise(left(member.description)).trim(),
    neutralise(unsaid(member.about ?? '')).trim(),
    labelled('Speech', left(member.speech)),
    section('Lines only they would say', member.sampleLines.map(left)),
    section('Will not', member.redLines.map(left)),
    labelled('Can', left(member.capabilities)),
    ...authored.map((one) => one.trim()),
  ]);
  return text === '' ? '' : tagged('character', text, { name: member.name });
}

/** Writes everybody here as they are at this moment. `said` is what the prompt tells of them already. */
export function writePeopleNow(draft: Draft, said: string): string {
  const { packet, personaId } = draft.input;
  const sheeted = new Set(draft.dropped.has('npc') ? [] : draft.sheets.map(({ member }) => member.id));
  const persona = findName(packet, personaId);
  const people = [...packet.cast].sort(compareMembers).map((member) => {
    const heading = sheeted.has(member.id) ? member.name : stretches([member.name, member.role], ', ');
    return writeMember(member, heading, persona, omitSaid(said, SHORTEST_REPETITION));
  });
  return stretches([
    writePersonas(packet, personaId),
    ...people,
    section('Gone from here', listLeft(packet)),
  ]);
}

function writeMember(
  member: CastMemberView,
  heading: string,
  persona: string,
  left: (text: string) => string,
): string {
  const lines = [
    labelled('Background', left(member.disposition)),
    labelled(`Towards ${oneLine(persona)}`, member.relation),
    labelled('Wants', member.goals.map(left).filter(isSome).join('; ')),
    labelled('Hurt', member.condition),
    labelled('Carries openly', member.carries.join(', ')),
    labelled('In numbers, for you alone', member.numbers),
  ].filter(isSome);
  return stretches([oneLine(heading), ...lines.map((line) => `- ${line}`)]);
}

function writePersonas({ personas }: ContextPacket, personaId: string): string {
  const others = personas.filter(({ id }) => id !== personaId).map(({ name }) => oneLine(name));
  const acting = personas.find(({ id }) => id === personaId);
  return stretches(
    [
      acting === undefined ? '' : `${oneLine(acting.name)} is the player's character.`,
      others.length === 0 ? '' : `Played by other players: ${others.join(', ')}.`,
    ],
    ' ',
  );
}

function listLeft({ left = [], cast }: ContextPacket): string[] {
  const here = new Set(cast.map(({ id }) => id));
  return left.filter(({ id }) => !here.has(id)).map(({ name, to }) => (to === '' ? name : `${name}: ${to}`));
}

/** Writes the players' characters and the agreements of the table. */
export function writeProfile({ personas, calibration }: ContextPacket): string {
  const profiles = personas.map(({ name, profile }) =>
    tagged('players_character', neutralise(profile).trim() || oneLine(name), { name }),
  );
  const agreed = stretches([
    labelled('Tone', calibration.tone),
    labelled('Difficulty', calibration.difficulty),
    labelled('Pacing', calibration.pacing),
    section('Left out at this table', calibration.boundaries),
    labelled('Also', calibration.notes),
  ]);
  return stretches([...profiles, agreed === '' ? '' : tagged('agreed_at_the_table', agreed)], '\n\n');
}

/** Writes the condition and the belongings of the acting persona, and what else is known of the others'. */
export function writePlayer(packet: ContextPacket, personaId: string): string {
  const own = packet.personas.find(({ id }) => id === personaId);
  const others = packet.personas.filter(({ id }) => id !== personaId);
  return stretches([
    ...(own?.sheet ?? []).map(oneLine),
    section('Carries', listCarried(packet, personaId)),
    ...others.flatMap(({ id, name, sheet }) => [
      section(oneLine(name), sheet),
      section(`${oneLine(name)} carries`, listCarried(packet, id)),
    ]),
  ]);
}

function listCarried({ inventory }: ContextPacket, ownerId: string): string[] {
  return inventory
    .filter((item) => item.ownerId === ownerId)
    .map(({ name, quantity, flags }) => {
      const counted = quantity === 1 ? name : `${quantity} × ${name}`;
      return flags.length === 0 ? counted : `${counted} (${flags.join(', ')})`;
    });
}

/** The name of somebody in the packet; `somebody` when it does not name them. */
export function findName({ personas, cast, left = [] }: ContextPacket, id: string): string {
  return [...personas, ...cast, ...left].find((one) => one.id === id)?.name ?? 'somebody';
}

/** Ids of everybody who is here, players' characters included. */
export function listPresent({ personas, cast }: ContextPacket): ReadonlySet<string> {
  return new Set([...personas, ...cast].map(({ id }) => id));
}

const isSome = (text: string): boolean => text !== '';
