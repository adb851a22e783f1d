import { randomBytes } from 'node:crypto';
import { createTurnReplayer, type TurnReplayer } from '#engine/replay/replay-turns.ts';
import { createSeed } from '#engine/rules/verifiable-rolls.ts';
import {
  createOperationTester,
  createTurnPreviewer,
  type OperationTester,
  type TurnPreviewer,
} from '#engine/turn/dry-run.ts';
import { createMemoryEditor, type MemoryEditor } from '#engine/turn/edit-memory.ts';
import type { EngineServices, TurnLog } from '#engine/turn/engine-services.ts';
import { createJobWorker } from '#engine/turn/job-worker.ts';
import { createTurnRegenerator, type TurnRegenerator } from '#engine/turn/regenerate-turn.ts';
import {
  createSessionBrancher,
  createSessionLifecycle,
  type SessionBrancher,
  type SessionLifecycle,
  type SessionTools,
} from '#engine/turn/session-lifecycle.ts';
import {
  type CampaignPacks,
  type CampaignStarter,
  createCampaignStarter,
} from '#engine/turn/start-campaign.ts';
import { createTurnRunner, type TurnRunner } from '#engine/turn/turn-runner.ts';
import { createHistoryIndexer } from '#retrieval/history-indexer.ts';
import type { RebuildableIndex } from '#retrieval/rebuildable-index.ts';
import { type CurrentPacks, createPackUpdater } from '../packs/campaign-packs.ts';

type SessionServices = {
  readonly branches: SessionBrancher;
  readonly sittings: SessionLifecycle;
  readonly memories: MemoryEditor;
};

/** Actions on sessions beside playing them: branch, begin, end, and correct memories. */
export function createSessionServices(tools: SessionTools): SessionServices {
  return {
    branches: createSessionBrancher(tools),
    sittings: createSessionLifecycle(tools),
    memories: createMemoryEditor(tools),
  };
}

/** Background jobs of turns: summaries, profiles and the index of played scenes. */
type BackgroundWork = {
  readonly wake: () => void;
  /** Has the history of some sessions indexed, within a time a player does not notice much. */
  readonly catchUpHistory: (sessionIds: readonly string[]) => Promise<number>;
  /** Resolves when nothing is left to do. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Interval of looking for history that other servers wrote. A turn that needs it sooner catches up by itself. */
const LOOK_MILLISECONDS = 2_000;
const CATCH_UP_MILLISECONDS = 2_000;

type IndexFeed = Pick<RebuildableIndex, 'cursor' | 'onRebuild'>;

export function createBackgroundWork(
  services: EngineServices,
  { cursor, onRebuild }: IndexFeed,
  logger: TurnLog,
): BackgroundWork {
  const { store, lore, clock } = services;
  const history = createHistoryIndexer({
    log: store.history,
    index: lore,
    cursor,
    clock,
    lookMilliseconds: store.isExclusive ? null : LOOK_MILLISECONDS,
    onProblem: (problem, error) => logger.warn({ err: error }, problem),
  });
  const jobs = createJobWorker(services, logger, history.wake);
  const unlisten = onRebuild(history.startOver);
  return {
    wake: () => {
      history.wake();
      jobs.wake();
    },
    catchUpHistory: (sessionIds) => history.catchUp(sessionIds, CATCH_UP_MILLISECONDS),
    idle: async () => {
      await jobs.idle();
      await history.idle();
    },
    stop: async () => {
      unlisten();
      await jobs.stop();
      await history.stop();
    },
  };
}

/** Services needed to play a story. */
type PlayServices = SessionServices & {
  readonly turns: TurnRunner;
  readonly campaigns: CampaignStarter;
  readonly previews: TurnPreviewer;
  readonly operations: OperationTester;
  readonly replays: TurnReplayer;
  readonly tellings: TurnRegenerator;
};

type Settings = {
  readonly packs: CampaignPacks & CurrentPacks;
  readonly models: { readonly small: string; readonly large: string };
  readonly lease: { readonly leaseSeconds: number; readonly heartbeatSeconds: number };
  readonly feed: IndexFeed;
};

/** Opens the engine for play. Takes up turns and background jobs that an earlier server left unfinished. */
export async function createPlayServices(
  resting: EngineServices,
  { packs, models, lease, feed }: Settings,
  log: TurnLog,
): Promise<{ readonly play: PlayServices; readonly tidying: BackgroundWork }> {
  const { store, clock, newId } = resting;
  const tidying = createBackgroundWork(resting, feed, log);
  const services = { ...resting, onCommitted: tidying.wake, catchUpHistory: tidying.catchUpHistory };
  const turns = createTurnRunner(services, lease, log);
  await turns.sweep({ atStart: true });
  tidying.wake();
  const seeds = { newSeed: () => createSeed(randomBytes) };
  const play = {
    turns,
    campaigns: createCampaignStarter({ store, packs, turns, clock, newId, ...seeds, models }),
    previews: createTurnPreviewer(services),
    operations: createOperationTester(services),
    replays: createTurnReplayer({ ...resting, live: resting, withInstalledPacks: createPackUpdater(packs) }),
    tellings: createTurnRegenerator(services),
    ...createSessionServices({ store, log: resting.log, clock, newId, ...seeds, onEnded: tidying.wake }),
  };
  return { play, tidying };
}
