import type { CastMember, ContextPacket, GameMasterSecrets, LoreView } from '#engine/llm/context-packet.ts';
import { fenced, neutralise, tagged } from '../neutralise.ts';
import type { Segment } from '../segment.ts';
import { unsaidIn } from './unsaid-in.ts';
import { labelled, section, stretches } from './write-lines.ts';

/** What an author wrote for a scope, between tags that say whose it is. */
export function writeSegments(segments: readonly Segment[]): string {
  return stretches(
    segments.map(({ scope, refId, text }) => fenced(scope, text, { id: refId })),
    '\n\n',
  );
}

/**
 * Who somebody is and how to play them: what their author wrote, and of their record what that does not say. What changes from turn to
 * turn is said elsewhere.
 */
export function writeCastMember(member: CastMember, segments: readonly Segment[]): string {
  const authored = segments.filter(({ refId }) => refId === member.id).map(({ text }) => neutralise(text));
  const left = unsaidIn(authored.join('\n'));
  const text = stretches([
    labelled('Role', left(member.role)),
    neutralise(left(member.description)).trim(),
    labelled('Speech', left(member.speech)),
    labelled('Wants', member.goals.map(left).filter(isSome).join('; ')),
    labelled('Will not', member.redLines.map(left).filter(isSome).join('; ')),
    labelled('Can', left(member.capabilities)),
    ...authored,
    isBriefing(member) ? labelled('Known of them', left(member.disposition)) : '',
  ]);
  return tagged('character', text, { id: member.id, name: member.name });
}

/** Beyond this it is no word on how they are just now, but what the scene was made with: it stands still until the next. */
const LONGEST_WORD = 80;

/** Whether what shows of somebody is told once for the scene, where they are told of, rather than at every moment. */
export function isBriefing({ disposition }: CastMember): boolean {
  return disposition.length > LONGEST_WORD;
}

const isSome = (text: string): boolean => text !== '';

/** The players' characters, and what the table agreed on. */
export function writeProfile({ personas, calibration }: ContextPacket): string {
  const profiles = personas.map(({ id, name, profile }) => {
    return tagged('players_character', neutralise(profile).trim() || name, { id, name });
  });
  const agreed = stretches([
    labelled('Tone', calibration.tone),
    labelled('Difficulty', calibration.difficulty),
    labelled('Pacing', calibration.pacing),
    section('Boundaries', calibration.boundaries),
  ]);
  return stretches([...profiles, agreed === '' ? '' : tagged('agreed_at_the_table', agreed)], '\n\n');
}

/** What only the game master knows. */
export function writeSecrets(secrets: GameMasterSecrets): string {
  const facts = secrets.facts.map(({ id, text, triggers }) => {
    const by = triggers.length === 0 ? '' : ` Comes to light by: ${triggers.join('; ')}.`;
    return `${id}: ${text}${by}`;
  });
  const text = stretches([
    section('Nobody has found this yet', facts),
    section(
      'Kept back by',
      secrets.withholds.map(({ characterId, text }) => `${characterId}: ${text}`),
    ),
    section(
      'Works at in secret',
      (secrets.agendas ?? []).map(({ characterId, text }) => `${characterId}: ${text}`),
    ),
    section('Notes', secrets.notes),
  ]);
  return text === '' ? '' : tagged('game_master_only', text);
}

/** One record of what is known about the scene. */
export function writeLore({ id, title, text }: LoreView): string {
  return fenced('lore', text, { id, title });
}
