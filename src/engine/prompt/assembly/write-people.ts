import type { CastMemberView, ContextPacket } from '#engine/contracts/context-packet.ts';
import type { Segment } from '../segment.ts';
import { compareMembers, type Draft } from './draft.ts';
import { createLastingLine, type LastingChanges, type LastingLine, selectLines } from './lasting-lines.ts';
import { neutralise, writeTag } from './neutralise.ts';
import {
  createRepetitionFilter,
  joinTexts,
  SHORTEST_REPETITION,
  toOneLine,
  writeLabelled,
  writeSection,
} from './write-lines.ts';

/**
 * Writes who a person is and how to play them: the author's text, and the parts of the record it does not cover. Holds only
 * lasting facts; everything that changes is in `writePeopleNow`.
 */
export function writeSheet(member: CastMemberView, segments: readonly Segment[]): string {
  const authored = segments.filter(({ refId }) => refId === member.id).map(({ text }) => neutralise(text));
  const left = createRepetitionFilter(authored.join('\n'));
  const unsaid = createRepetitionFilter([...authored, member.description].join('\n'));
  const text = joinTexts([
    writeLabelled('Role', left(member.role)),
    writeLabelled('Spoken of as', left(member.pronouns ?? '')),
    neutralise(left(member.description)).trim(),
    neutralise(unsaid(member.about ?? '')).trim(),
    writeLabelled('Speech', left(member.speech)),
    writeSection('Lines only they would say', member.sampleLines.map(left)),
    writeSection('Will not', member.redLines.map(left)),
    writeLabelled('Can', left(member.capabilities)),
    writeLabelled('Part in this story', left(member.part ?? '')),
    ...authored.map((one) => one.trim()),
  ]);
  return text === '' ? '' : writeTag('character', text, { name: member.name });
}

/** Lists the numbers of the people present. */
export function listNumbers({ cast }: ContextPacket): LastingLine[] {
  return [...cast]
    .sort(compareMembers)
    .filter(({ numbers }) => numbers !== '')
    .map(({ id, name, numbers }) => createLastingLine('numbers', id, toOneLine(`${name}: ${numbers}`)));
}

/** Writes all people present as they are at this moment. `said` is the text the prompt already has about them. */
export function writePeopleNow(draft: Draft, said: string, { isSettled }: LastingChanges): string {
  const settled = new Set(
    listNumbers(draft.input.packet)
      .filter(isSettled)
      .map(({ key }) => key),
  );
  const { packet, personaId } = draft.input;
  const sheeted = new Set(draft.dropped.has('npc') ? [] : draft.sheets.map(({ member }) => member.id));
  const persona = findPersonName(packet, personaId);
  const people = [...packet.cast].sort(compareMembers).map((member) => {
    const heading = sheeted.has(member.id) ? member.name : joinTexts([member.name, member.role], ', ');
    const shown = settled.has(`numbers:${member.id}`) ? { ...member, numbers: '' } : member;
    return writeMember(shown, heading, persona, createRepetitionFilter(said, SHORTEST_REPETITION));
  });
  return joinTexts([
    writePersonas(packet, personaId),
    ...people,
    writeSection('Gone from here', listLeft(packet)),
  ]);
}

function writeMember(
  member: CastMemberView,
  heading: string,
  persona: string,
  left: (text: string) => string,
): string {
  const lines = [
    writeLabelled('Background', left(member.disposition)),
    writeLabelled(`Towards ${toOneLine(persona)}`, left(member.relation)),
    writeLabelled('Wants', member.goals.map(left).filter(isSome).join('; ')),
    writeLabelled('Hurt', member.condition),
    writeLabelled('Carries openly', member.carries.join(', ')),
    writeLabelled('In numbers, for you alone', member.numbers),
  ].filter(isSome);
  return joinTexts([toOneLine(heading), ...lines.map((line) => `- ${line}`)]);
}

function joinNames(personas: ContextPacket['personas']): string {
  return personas.map(({ name }) => toOneLine(name)).join(', ');
}

function writePersonas({ personas }: ContextPacket, personaId: string): string {
  const others = personas.filter(({ id }) => id !== personaId);
  const here = others.filter(({ isElsewhere }) => isElsewhere === undefined);
  const elsewhere = others.filter(({ isElsewhere }) => isElsewhere === true);
  const acting = personas.find(({ id }) => id === personaId);
  return joinTexts(
    [
      acting === undefined ? '' : `${toOneLine(acting.name)} is the player's character.`,
      here.length === 0 ? '' : `Also here, played by others: ${joinNames(here)}.`,
      elsewhere.length === 0 ? '' : `Elsewhere, played by others: ${joinNames(elsewhere)}.`,
    ],
    ' ',
  );
}

function listLeft({ left = [], cast }: ContextPacket): string[] {
  const here = new Set(cast.map(({ id }) => id));
  return left.filter(({ id }) => !here.has(id)).map(({ name, to }) => (to === '' ? name : `${name}: ${to}`));
}

/** Lists the profiles of the players' characters. */
export function listProfiles({ personas }: ContextPacket): LastingLine[] {
  return personas.map(({ id, profile }) => createLastingLine('profile', id, profile));
}

/** Writes the players' characters, with their profiles as far as those are settled, and the agreements of the table. */
export function writeProfile(
  { personas, calibration }: ContextPacket,
  settled: readonly LastingLine[],
): string {
  const texts = new Map(selectLines(settled, 'profile').map(({ key, text }) => [key, text]));
  const profiles = personas.map(({ id, name, profile }) => {
    const text = texts.get(`profile:${id}`) ?? profile;
    return writeTag('players_character', neutralise(text).trim() || toOneLine(name), { name });
  });
  const agreed = joinTexts([
    writeLabelled('Tone', calibration.tone),
    writeLabelled('Difficulty', calibration.difficulty),
    writeLabelled('Pacing', calibration.pacing),
    writeSection('Left out at this table', calibration.boundaries),
    writeLabelled('Also', calibration.notes),
  ]);
  return joinTexts([...profiles, agreed === '' ? '' : writeTag('agreed_at_the_table', agreed)], '\n\n');
}

/** Writes the condition and the belongings of the acting persona, and what else is known of the others'. */
export function writePlayer(packet: ContextPacket, personaId: string): string {
  const own = packet.personas.find(({ id }) => id === personaId);
  const others = packet.personas.filter(({ id }) => id !== personaId);
  return joinTexts([
    ...(own?.sheet ?? []).map(toOneLine),
    writeSection('Carries', listCarried(packet, personaId)),
    ...others.flatMap(({ id, name, sheet }) => [
      writeSection(toOneLine(name), sheet),
      writeSection(`${toOneLine(name)} carries`, listCarried(packet, id)),
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

/** Finds the name of a person in the packet; returns a general word when the packet does not name them. */
export function findPersonName({ personas, cast, left = [] }: ContextPacket, id: string): string {
  return [...personas, ...cast, ...left].find((one) => one.id === id)?.name ?? 'somebody';
}

/** Lists the ids of all people present, players' characters included. */
export function listPresent({ personas, cast }: ContextPacket): ReadonlySet<string> {
  return new Set([...personas, ...cast].map(({ id }) => id));
}

const isSome = (text: string): boolean => text !== '';
