import type { LoreView } from '#engine/contracts/context-packet.ts';
import { fenced } from '../neutralise.ts';
import type { Segment } from '../segment.ts';
import { omitSaid } from './omit-said.ts';
import { stretches } from './write-lines.ts';

/** A shorter sentence may stand inside another by chance. */
const SHORTEST_REPETITION = 16;

/** Writes a passage of lore without what the fixed sheets say already; empty when they say all of it. */
export function writeLore({ title, text }: LoreView, fixedSheets: string): string {
  return fenced('lore', omitSaid(fixedSheets, SHORTEST_REPETITION)(text), { title });
}

/** Writes an author's text for a scope, between tags that say which scope it is. */
export function writeSegments(segments: readonly Segment[]): string {
  return stretches(
    segments.map(({ scope, text }) => fenced(scope, text)),
    '\n\n',
  );
}
