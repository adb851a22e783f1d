import type { IndexProgress } from '#retrieval/lore-index.ts';
import { barLine } from '../progress.ts';

const DOING: Readonly<Record<IndexProgress['phase'], string>> = {
  'full-text': 'by words',
  vectors: 'by meaning',
  ready: 'ready',
  stopped: 'stopped',
};

/** How far a pack has come, as one line. */
export function progressBar({ packId, phase, done, of }: IndexProgress): string {
  const share = phase === 'full-text' ? 0 : of === 0 ? 1 : Math.min(1, done / of);
  return barLine(packId, share, done, of, DOING[phase]);
}
