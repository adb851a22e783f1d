import type { Logger } from 'pino';
import type { Library } from '#engine/content/library.ts';
import { watchPacks } from '#engine/content/watch-packs.ts';
import type { OpenShelf } from './open-shelf.ts';

/**
 * Follows the folder of packs while authors work in it, until the signal ends it. A pack in the middle of an edit stays as it last
 * was without errors.
 */
export async function watchFolder(
  folder: string,
  shelf: Pick<OpenShelf, 'library' | 'place'>,
  signal: AbortSignal,
  logger: Logger,
): Promise<void> {
  try {
    for await (const { library, changed, held, problems } of watchPacks([folder], { signal })) {
      if (isOnShelf(library, shelf.library())) continue;
      // What can be played, with the problems of what stands in the folder now.
      await shelf.place({ ...library, problems });
      logger.info({ changed, held, problems: problems.length }, 'packs reloaded');
    }
  } catch (error) {
    logger.error({ err: error }, 'the packs are no longer watched');
  }
}

/** The first reading only finds what was loaded at the start. */
function isOnShelf({ packs, problems }: Library, current: Library): boolean {
  const isSame = packs.every(({ id, hash }) => current.findPack(id)?.hash === hash);
  return isSame && problems.length === 0 && current.problems.length === 0;
}
