import type { EngineServices, TurnLog } from '#engine/turn/engine-services.ts';
import { createHistoryQueue } from '#engine/turn/history-index.ts';
import { createJobWorker } from '#engine/turn/job-worker.ts';
import { createHistoryIndexer } from '#retrieval/history-indexer.ts';

/** What goes on behind the turns: summaries, profiles and the index of what was played. */
export type Tidying = {
  readonly wake: () => void;
  /** Resolves when nothing is left to do. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export function tidyingUp(workshop: EngineServices, logger: TurnLog): Tidying {
  const history = createHistoryIndexer({
    queue: createHistoryQueue(workshop.store, workshop.clock),
    index: workshop.lore,
    onProblem: (problem, error) => logger.warn({ err: error }, problem),
  });
  const jobs = createJobWorker(workshop, logger, history.wake);
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
