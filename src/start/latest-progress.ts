import type { IndexProgress } from '#retrieval/lore-index.ts';

type Listen = (listener: (progress: IndexProgress) => void) => () => void;

/**
 * How far indexing has come, from where it stands now. Whoever reads slowly skips steps and gets the newest: nothing
 * piles up. Goes on until `return`, which ends it at once, also while it waits.
 */
export function latestProgress(
  first: () => Promise<IndexProgress>,
  listen: Listen,
): AsyncIterableIterator<IndexProgress> {
  const ended = new AbortController();
  let newest: IndexProgress | null = null;
  let wake = (): void => {};
  const unlisten = listen((progress) => {
    newest = progress;
    wake();
  });
  const stop = () => {
    ended.abort();
    unlisten();
    wake();
  };
  const steps = (async function* () {
    const now = await first();
    // What was told while the present state was looked up is newer than it.
    if (newest === null) yield now;
    while (!ended.signal.aborted) {
      const next = newest;
      newest = null;
      if (next !== null) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  })();
  return {
    next: () => steps.next(),
    return: async () => {
      stop();
      return steps.return(undefined);
    },
    throw: async (error) => {
      stop();
      return steps.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
