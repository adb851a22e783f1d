import type { Logger } from 'pino';
import { watchPacks } from '#engine/content/watch-packs.ts';
import type { OpenShelf } from './open-shelf.ts';

/**
 * Follows the folder of packs while authors work in it, until the signal ends it. A pack in the middle of an edit stays as it last
 * was without errors.
 */
export async function watchFolder(
  folder: string,
  shelf: Pick<OpenShelf, 'place'>,
  signal: AbortSignal,
  logger: Logger,
): Promise<void> {
  try {
    for await (const { library, changed, held, problems } of watchPacks([folder], { signal })) {
      // What can be played, with the problems of what stands in the folder now.
      await shelf.place({ ...library, problems });
      logger.info({ changed, held, problems: problems.length }, 'packs reloaded');
    }
  } catch (error) {
    logger.error({ err: error }, 'the packs are no longer watched');
  }
}
