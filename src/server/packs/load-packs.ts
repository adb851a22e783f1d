import type { Logger } from 'pino';
import { listPackChunks } from '#engine/content/content-chunks.ts';
import { type Library, loadLibrary } from '#engine/content/library.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';

/** Reads the packs. Leaves out those with errors and names them, one line each; the checker reports the errors. */
export async function loadPacks(folder: string, logger: Logger): Promise<Library> {
  const library = await loadLibrary([folder]);
  for (const [packId, own] of Map.groupBy(library.problems, (problem) => problem.packId)) {
    const about = { packId, problems: own.length, advice: 'npm run packs -- check' };
    if (library.findPack(packId) === null) logger.error(about, 'a pack is left out because it has errors');
    else logger.warn(about, 'a pack has problems');
  }
  return library;
}

/** Updates the index in the background. A pack that has not changed costs next to nothing. */
export async function updateLoreIndex(
  library: Library,
  lore: LoreIndex,
  logger: Pick<Logger, 'info'>,
): Promise<void> {
  for (const pack of library.packs) {
    // Indexed without overrides, because campaigns may be played without the overriding packs.
    const chunks = listPackChunks(library.narrowedTo([pack.id]), pack.id);
    const outcome = await lore.putPack(pack.id, chunks);
    logger.info({ packId: pack.id, chunks: chunks.length, outcome }, 'lore index');
  }
}
