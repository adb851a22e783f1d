import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, readConfig, readEnvironment } from '#config';
import { listPackChunks } from '#engine/content/content-chunks.ts';
import { type Library, loadLibrary } from '#engine/content/library.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openConfiguredIndex, readIndexSettings } from '#retrieval/configured-index.ts';
import type { IndexProgress, LoreIndex } from '#retrieval/lore-index.ts';
import { reindexHistory } from '#server/reindex-played.ts';
import { formatProgressBar } from './terminal/progress.ts';

const DOING: Readonly<Record<IndexProgress['phase'], string>> = {
  'full-text': 'by words',
  vectors: 'by meaning',
  ready: 'ready',
  stopped: 'stopped',
};

/** Formats the progress of a pack as one line. */
export function createReindexProgress({ packId, phase, done, of }: IndexProgress): string {
  const share = phase === 'full-text' ? 0 : of === 0 ? 1 : Math.min(1, done / of);
  return formatProgressBar(packId, share, done, of, DOING[phase]);
}

type Outside = {
  readonly print: (text: string) => void;
  /** Whether a line can be written over. */
  readonly isTerminal: boolean;
};

/**
 * `npm run reindex -- [pack…]`: rebuilds the lore index of the named packs, vectors included. Without names, rebuilds that of
 * all packs and of the history of all campaigns.
 */
export async function reindex(packIds: readonly string[], config: Config, outside: Outside): Promise<0 | 1> {
  const { print } = outside;
  const library = await loadLibrary([resolve(config.SCENEWRIGHT_PACKS)]);
  const unknown = packIds.filter((id) => library.findPack(id) === null);
  if (unknown.length > 0) {
    print(
      `There is no pack ${unknown.join(', ')}; there are ${library.packs.map(({ id }) => id).join(', ')}.\n`,
    );
    return 1;
  }
  const settings = readIndexSettings(config, resolve(config.SCENEWRIGHT_DATA));
  if (isRejection(settings)) {
    print(`${settings.reason}\n`);
    return 1;
  }
  const say = (line: string) => print(`${line}\n`);
  const index = await openConfiguredIndex(settings, { clock: readSystemClock, say });
  const hadToStop = showProgress(index, outside);
  for (const { id } of library.packs) {
    if (packIds.length === 0 || packIds.includes(id))
      await index.reindexPack(id, listPackChunks(library.narrowedTo([id]), id));
  }
  const isWhole = packIds.length > 0 || (await played(config, library, index, print));
  await index.settled();
  await index.close();
  return hadToStop() || !isWhole ? 1 : 0;
}

async function played(
  config: Config,
  library: Library,
  index: LoreIndex,
  print: Outside['print'],
): Promise<boolean> {
  try {
    return await reindexHistory(config, library, index, (line) => print(`${line}\n`));
  } catch (error) {
    if (!(error instanceof Error && error.name === 'DataInUseError')) throw error;
    print(`What was played stays as it was. ${error.message}\n`);
    return false;
  }
}

/** Draws a bar for every pack, on one line where possible. The returned function reports whether any index stopped. */
function showProgress(index: LoreIndex, { print, isTerminal }: Outside): () => boolean {
  let stopped = false;
  index.onProgress((progress) => {
    const { phase, because } = progress;
    const isLast = phase === 'ready' || phase === 'stopped';
    if (isTerminal) print(`\r${createReindexProgress(progress)}${isLast ? '\n' : ''}`);
    else if (isLast) print(`${createReindexProgress(progress)}\n`);
    if (phase === 'stopped') print(`  ${because ?? ''}\n`);
    stopped ||= phase === 'stopped';
  });
  return () => stopped;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const config = readConfig(readEnvironment(process.cwd()));
  process.exitCode = await reindex(process.argv.slice(2), config, {
    print: (text) => process.stdout.write(text),
    isTerminal: process.stdout.isTTY === true,
  });
}
