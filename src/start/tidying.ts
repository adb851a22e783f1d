import { storedHistoryQueue } from '#engine/turn/history-queue.ts';
import { settler } from '#engine/turn/settler.ts';
import type { TurnLog } from '#engine/turn/turn-log.ts';
import type { Workshop } from '#engine/turn/turn-tools.ts';
import { historyIndexer } from '#retrieval/history-indexer.ts';

/** What goes on behind the turns: summaries, profiles and the index of what was played. */
export type Tidying = {
  readonly wake: () => void;
  /** Resolves when nothing is left to do. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export function tidyingUp(workshop: Workshop, logger: TurnLog): Tidying {
  const history = historyIndexer({
    queue: storedHistoryQueue(workshop.store, workshop.clock),
    index: workshop.lore,
    onProblem: (problem, error) => logger.warn({ err: error }, problem),
  });
  const jobs = settler(workshop, logger, history.wake);
  return {
    wake: () => {
      history.wake();
      jobs.wake();
    },
    idle: async () => {
      await jobs.idle();
      await history.idle();
    },
    stop: async () => {
      await jobs.stop();
      await history.stop();
    },
  };
}
