import type { Logger } from 'pino';
import type { Library } from '#engine/content/library.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { fillIndex } from './load-packs.ts';

export type LoreKeeper = {
  /** Brings the index up to this library, beside everything else; of several in a row only the last counts. */
  readonly follow: (library: Library) => void;
  /** Whether the index holds what the packs say; not yet while it is being filled. */
  readonly isFilled: () => Promise<boolean>;
};

/** Keeps the lore index in step with the packs. */
export function loreKeeper(lore: LoreIndex, logger: Logger): LoreKeeper {
  let wanted: Library | null = null;
  let isFilled = false;
  let running: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    while (wanted !== null) {
      const library = wanted;
      wanted = null;
      try {
        await fillIndex(library, lore, logger);
        isFilled = true;
      } catch (error) {
        isFilled = false;
        logger.error({ err: error }, 'the lore index could not be filled');
      }
    }
    running = null;
  };

  return {
    follow: (library) => {
      wanted = library;
      running ??= run();
    },
    isFilled: async () => isFilled && running === null,
  };
}
