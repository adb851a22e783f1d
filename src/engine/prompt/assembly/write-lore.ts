import type { ContextPacket, GameMasterSecrets, LoreView } from '#engine/contracts/context-packet.ts';
import { writeMaterialTag, writeTag } from '../neutralise.ts';
import type { Segment } from '../segment.ts';
import { createRepetitionFilter, endSentence, joinTexts, writeSection } from './write-lines.ts';
import { findName } from './write-people.ts';

/** A shorter sentence may stand inside another by chance. */
const SHORTEST_REPETITION = 16;

/** Writes a passage of lore without what the fixed sheets say already; empty when they say all of it. */
export function writeLore({ title, text }: LoreView, fixedSheets: string): string {
  return writeMaterialTag('lore', createRepetitionFilter(fixedSheets, SHORTEST_REPETITION)(text), { title });
}

/** Writes an author's text for a scope, between tags that say which scope it is. */
export function writeSegments(segments: readonly Segment[]): string {
  return joinTexts(
    segments.map(({ scope, text }) => writeMaterialTag(scope, text)),
    '\n\n',
  );
}

/** Writes the secrets within reach of this scene, each with the condition under which it comes to light. */
export function writeSecrets(secrets: GameMasterSecrets, packet: ContextPacket): string {
  const facts = secrets.facts.map(({ text, triggers }) => {
    const by = triggers.length === 0 ? '' : `Comes to light when somebody does this: ${triggers.join('; ')}.`;
    return joinTexts([endSentence(text), by], ' ');
  });
  const byPerson = (lines: GameMasterSecrets['withholds']) =>
    lines.map(({ characterId, text }) => `${findName(packet, characterId)}: ${text}`);
  return joinTexts([
    writeSection('Not found out yet', facts),
    writeSection('Kept back', byPerson(secrets.withholds)),
    writeSection('Works at unseen', byPerson(secrets.agendas ?? [])),
    writeSection('To keep in mind', secrets.notes),
  ]);
}

/** Writes the author's notes on the whole story, which do not change between turns. */
export function writeBackground({ background = [] }: GameMasterSecrets): string {
  const text = writeSection(
    'The author’s notes; players learn of them only when they come to light',
    background,
  );
  return text === '' ? '' : writeTag('game_master_background', text);
}
