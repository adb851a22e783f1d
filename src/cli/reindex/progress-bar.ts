import type { IndexProgress } from '#retrieval/lore-index.ts';

const WIDTH = 30;

const DOING: Readonly<Record<IndexProgress['phase'], string>> = {
  'full-text': 'by words',
  vectors: 'by meaning',
  ready: 'ready',
  stopped: 'stopped',
};

/** How far a pack has come, as one line: `neo_seattle  [##########....................]  64/190 by meaning`. */
export function progressBar({ packId, phase, done, of }: IndexProgress): string {
  const share = phase === 'full-text' ? 0 : of === 0 ? 1 : Math.min(1, done / of);
  const full = Math.round(share * WIDTH);
  const bar = `${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}`;
  return `${packId.padEnd(20)} [${bar}] ${String(done).padStart(String(of).length)}/${of} ${DOING[phase]}`;
}
