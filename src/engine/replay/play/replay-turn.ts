import { createEventLog } from '#engine/live/event-log.ts';
import { createMemoryWakeBus } from '#engine/live/wake-bus.ts';
import { BudgetGuard } from '#engine/llm/budget.ts';
import type { Models } from '#engine/llm/models.ts';
import { DEFAULT_BUDGET } from '#engine/prompt/assemble.ts';
import type { PromptRegistry } from '#engine/prompt/registry.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { Lease } from '#engine/store/leases.ts';
import type { ModelCallRecord } from '#engine/store/model-usage.ts';
import type { TurnCommit } from '#engine/store/turn-endings.ts';
import { runAttempt } from '#engine/turn/attempt-turn.ts';
import type { BudgetService } from '#engine/turn/budget-service.ts';
import type { Playbook } from '#engine/turn/playbook.ts';
import { createSnapshotCache } from '#engine/turn/snapshot-cache.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { NewId } from '#engine/util/new-id.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { type Recording, readRecording } from '../recording.ts';
import { createLimitedStore, type ReplayStore, type ReplayView, reviveDates } from './replay-view.ts';
import type { RecordedTurn } from './turn-range.ts';

export type ReplaySetup = {
  readonly campaign: CampaignRecord;
  readonly seed: string;
  readonly sights: ReplayView;
  readonly models: Models;
  /** The models the session is given for the replay. */
  readonly keys: { readonly small: string; readonly large: string };
  readonly budgetService: BudgetService;
  /** Records the cost of calls. */
  readonly book: (calls: readonly ModelCallRecord[]) => Promise<void>;
  readonly prompts: PromptRegistry;
  readonly playbookFor: (campaign: CampaignRecord) => Promise<Playbook>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly signal: AbortSignal;
};

/** Result of replaying a turn: its recording, the scene it would have made, and the reason when it made none. */
export type PlayedReplay = {
  readonly recording: Recording | null;
  readonly commit: TurnCommit | null;
  readonly failure: string | null;
};

/** Budget without charges, because repeated replies cost nothing. */
export const FREE_BUDGET: BudgetService = {
  openSessionBudget: async () => new BudgetGuard([]),
  openScenarioBudget: async () => new BudgetGuard([]),
  payerId: () => null,
};

/** Replays one turn in isolation. Captures its writes; the campaign is never changed. */
export async function replayTurn({ recording }: RecordedTurn, staging: ReplaySetup): Promise<PlayedReplay> {
  const caught: { commit: TurnCommit | null; content: Buffer; reason: string | null } = {
    commit: null,
    content: Buffer.from('null'),
    reason: null,
  };
  const endings: ReplayStore['endings'] = {
    commit: async (_lease, commit) => {
      caught.commit = commit;
      caught.content = commit.recording.content;
      return [];
    },
    fail: async (_lease, { failure, recording: { content } }) => {
      caught.content = content;
      caught.reason ??= failure.message;
      return [];
    },
    answer: async (_lease, { recording: { content } }) => {
      caught.content = content;
      caught.reason = 'it answered out of character';
      return [];
    },
    suspend: async (_lease, { suspension, recording: { content } }) => {
      caught.content = content;
      caught.reason = `it stopped to ask for a ${suspension.kind}`;
      return [];
    },
    cancel: async () => [],
    keep: async () => {},
  };
  await runAttempt(
    leaseOf(recording, staging),
    createReplayServices(recording, staging, endings),
    staging.signal,
    {
      info: () => {},
      warn: (about) => {
        caught.reason ??= reasonIn(about);
      },
      error: (about) => {
        caught.reason ??= reasonIn(about);
      },
    },
  );
  const replayed = readRecording(JSON.parse(caught.content.toString()));
  return {
    recording: replayed,
    commit: caught.commit,
    failure: caught.commit === null ? caught.reason : null,
  };
}

function reasonIn(about: object): string {
  const { reason, err } = about as { readonly reason?: unknown; readonly err?: unknown }; // the fields a turn logs about a failure
  if (typeof reason === 'string') return reason;
  return err instanceof Error ? `${err.name}: ${err.message}` : 'it failed';
}

/** Returns the turn and its session as they were when the recorded attempt began. */
function leaseOf({ turn, session }: Recording, { keys }: ReplaySetup): Lease {
  // Both were recorded as the store returned them.
  const lease = reviveDates({ turn, session }) as Pick<Lease, 'turn' | 'session'>;
  const models = { smallModel: keys.small, largeModel: keys.large };
  return { turn: lease.turn, session: { ...lease.session, ...models }, fence: 0 };
}

function createReplayServices(
  { prompts: told }: Recording,
  staging: ReplaySetup,
  endings: ReplayStore['endings'],
): Parameters<typeof runAttempt>[1] {
  const { campaign, seed, sights, models, budgetService, book, prompts, playbookFor, clock, newId } = staging;
  const { lore, scenes, ...others } = sights;
  const doors: ReplayStore = {
    ...others,
    scenes,
    campaigns: { find: async () => campaign },
    sessions: { seedOf: async () => seed },
    events: { append: async () => [] },
    calls: { add: book },
    endings,
    // Every reply comes from the recording.
    replies: { add: async () => {}, ofTurn: async () => [], forget: async () => {} },
  };
  const store = createLimitedStore(doors);
  return {
    store,
    snapshots: createSnapshotCache(store.scenes),
    lore: lore as LoreIndex, // a turn searches and compares, and does nothing else with it
    log: createEventLog({ after: async () => [], lastSequence: async () => 0 }, createMemoryWakeBus()),
    models,
    budgetService,
    prompts,
    // The limit the turn had, not the one of this server.
    promptTokens: told[0]?.audit.budget ?? DEFAULT_BUDGET,
    playbookFor,
    clock,
    newId,
    sleep: async () => {},
  };
}
