import type { ContextPacket, GameMasterSecrets, LoreView } from '#engine/contracts/context-packet.ts';
import type { Segment } from '../segment.ts';
import type { LoreEntry } from './draft.ts';
import { createLastingLine, type LastingLine, toStart } from './lasting-lines.ts';
import { writeMaterialTag, writeTag } from './neutralise.ts';
import {
  createRepetitionFilter,
  endLine,
  joinTexts,
  SHORTEST_REPETITION,
  toOneLine,
  writeSection,
} from './write-lines.ts';
import { findPersonName } from './write-people.ts';

/** A shorter rest of a person's record, such as where they are, is not worth its tag. */
const SHORTEST_REST = 40;

/** Writes a passage of lore without what the fixed sheets say already; empty when they say all of it, of a person nearly all. */
export function writeLore(
  { title, text, personId }: LoreView & Pick<LoreEntry, 'personId'>,
  fixedSheets: string,
): string {
  const left = createRepetitionFilter(fixedSheets, SHORTEST_REPETITION)(text);
  const isWorthTelling = left === text || personId === undefined || left.length >= SHORTEST_REST;
  return writeMaterialTag('lore', isWorthTelling ? left : '', { title });
}

/** Writes an author's text for a scope, between tags that say which scope it is. */
export function writeSegments(segments: readonly Segment[]): string {
  return joinTexts(
    segments.map(({ scope, text }) => writeMaterialTag(scope, text)),
    '\n\n',
  );
}

/**
 * Lists the secrets within reach of this scene, each with the condition under which it comes to light. What the author's notes
 * or an earlier line say word for word is left out.
 */
export function listSecretLines(secrets: GameMasterSecrets, packet: ContextPacket): readonly LastingLine[] {
  const { facts, withholds, agendas = [], notes, background = [] } = secrets;
  const tellers = [...facts.map(({ text }) => text), ...background];
  const left = createRepetitionFilter(tellers.join('\n'), SHORTEST_REPETITION);
  const leftOfAll = createRepetitionFilter(
    [...tellers, ...withholds.map(({ text }) => text)].join('\n'),
    SHORTEST_REPETITION,
  );
  const nameIn = (characterId: string, text: string) => {
    const name = findPersonName(packet, characterId);
    return text === '' || text.startsWith(name) ? toOneLine(text) : toOneLine(`${name}: ${text}`);
  };
  return [
    ...facts.map(({ id, text, triggers }) => createLastingLine('secret', id, writeSecret(text, triggers))),
    ...withholds.map(({ characterId, text }) =>
      createLastingLine('withheld', `${characterId}:${toStart(text)}`, nameIn(characterId, left(text))),
    ),
    ...agendas.map(({ characterId, text }) =>
      createLastingLine('agenda', characterId, nameIn(characterId, leftOfAll(text))),
    ),
    ...notes.map((text) => createLastingLine('note', toStart(text), leftOfAll(text))),
  ].filter(({ text }) => text !== '');
}

function writeSecret(text: string, triggers: readonly string[]): string {
  const by = triggers.length === 0 ? '' : `Comes out by this: ${triggers.join('; ')}.`;
  return joinTexts([endLine(text), by], ' ');
}

/** Writes the author's notes on the whole story, which do not change between turns. */
export function writeBackground({ background = [] }: GameMasterSecrets): string {
  const text = writeSection(
    'The author’s notes; players learn of them only when they come to light',
    background,
  );
  return text === '' ? '' : writeTag('game_master_background', text);
}
