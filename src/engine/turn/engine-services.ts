import type { EventLog } from '#engine/live/event-log.ts';
import type { TurnEventWriter } from '#engine/live/turn-event-writer.ts';
import type { ModelEntry } from '#engine/llm/catalogue.ts';
import type { Models, ModelTiers } from '#engine/llm/models.ts';
import type { Sleep } from '#engine/llm/retry.ts';
import type { PromptRegistry } from '#engine/prompt/registry.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { Lease } from '#engine/store/leases.ts';
import type { Store } from '#engine/store/store.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { CountTokens } from '#engine/util/estimate-tokens.ts';
import type { NewId } from '#engine/util/new-id.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import type { BudgetService } from './budget-service.ts';
import type { ContentPolicy } from './content-policy.ts';
import type { Playbook } from './playbook.ts';
import type { Recorder } from './recording/recorder.ts';
import type { SnapshotCache } from './snapshot-cache.ts';
import type { TurnObserver } from './turn-observer.ts';

/** Start of a turn: the session is already reserved for it, and the contents of its packs are known. */
export type LeasedTurn = {
  readonly lease: Lease;
  readonly campaign: CampaignRecord;
  readonly playbook: Playbook;
};

/** The same for every turn of a server. */
export type EngineServices = {
  readonly store: Store;
  readonly snapshots: SnapshotCache;
  readonly log: EventLog;
  readonly lore: LoreIndex;
  readonly prompts: PromptRegistry;
  /** The most tokens a narrator's prompt should take up. */
  readonly promptTokens: number;
  readonly models: Models;
  readonly budgetService: BudgetService;
  /**
   * Reads the playbook from exactly the packs the campaign began with. Throws a MissingContentError when they are
   * unavailable.
   */
  readonly playbookFor: (campaign: CampaignRecord) => Promise<Playbook>;
  readonly clock: Clock;
  readonly newId: NewId;
  /**
   * Has the history of some sessions indexed before a turn searches it, within some time. Returns how many entries are
   * still missing. History is searched as it is when absent.
   */
  readonly catchUpHistory?: (sessionIds: readonly string[]) => Promise<number>;
  /** Told of every scene that was committed. */
  readonly onCommitted?: () => void;
  /** Waits between attempts at a call; uses real time when absent. */
  readonly sleep?: Sleep;
  /** The operator's content policy; every text passes when absent. */
  readonly contentPolicy?: ContentPolicy;
  /** Counts or traces turns; turns are not observed when absent. */
  readonly observer?: TurnObserver;
};

/** The tools of one attempt at one turn. Steps name the few they use. */
export type TurnTools = EngineServices & {
  /** The session's two models, paid for, recorded and asked again within the turn's bounds. */
  readonly tiers: ModelTiers;
  /** The large model's entry in the catalogue: its context window and how it counts tokens. */
  readonly model: Pick<ModelEntry, 'contextWindow' | 'tokenScale'>;
  /** The small model's window, likewise. */
  readonly smallModel: Pick<ModelEntry, 'contextWindow' | 'tokenScale'>;
  /** Counts as the large model does. */
  readonly countTokens: CountTokens;
  readonly events: Pick<TurnEventWriter, 'emit' | 'rest'>;
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
};

/** The lines a turn leaves in the server's log. A pino logger fits. */
export type TurnLog = {
  readonly info: (about: object, message: string) => void;
  readonly warn: (about: object, message: string) => void;
  readonly error: (about: object, message: string) => void;
};
