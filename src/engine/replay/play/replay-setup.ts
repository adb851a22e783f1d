import type { Models } from '#engine/llm/models.ts';
import type { PromptRegistry } from '#engine/prompt/registry.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { Store } from '#engine/store/store.ts';
import type { BudgetService } from '#engine/turn/budget-service.ts';
import type { Playbook } from '#engine/turn/playbook.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { NewId } from '#engine/util/new-id.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { isUnchanged, type ReplayChanges } from '../changes.ts';
import type { Recording } from '../recording.ts';
import { createRecordedModels, createReplayBudget, withTemperature } from './replay-models.ts';
import { FREE_BUDGET, type ReplaySetup } from './replay-turn.ts';
import {
  createBranchView,
  createRecordedReads,
  createRecordedView,
  type ReplayedScene,
  type ReplayView,
} from './replay-view.ts';
import type { KeptScene, RecordedTurn, TurnRange } from './turn-range.ts';

export type ReplayTools = {
  readonly models: Models;
  readonly prompts: PromptRegistry;
  readonly playbookFor: (campaign: CampaignRecord) => Promise<Playbook>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Live sources for data that is not recorded, used when models are called anew; null allows exact replays alone. */
  readonly live: {
    readonly store: Store;
    readonly lore: LoreIndex;
    readonly treasury: BudgetService;
  } | null;
  /** The campaign with the packs that are installed now. */
  readonly withInstalledPacks?: (campaign: CampaignRecord) => CampaignRecord;
};

/** Budget that pays for model calls, and the function that records their cost. */
export type ReplayPayment = Pick<ReplaySetup, 'treasury' | 'book'>;

export const UNPAID_REPLAY: ReplayPayment = { treasury: FREE_BUDGET, book: async () => {} };

/** Charges and stores the cost of model calls. The cost outlives the replay: budgets count it after a restart as well. */
export function createReplayPayment(
  { store, treasury }: NonNullable<ReplayTools['live']>,
  budgetUsd: number | undefined,
): ReplayPayment {
  return {
    treasury: createReplayBudget(treasury, budgetUsd),
    book: (calls) =>
      store.sideCalls.add(
        calls.map(({ turnId: _turnId, attempt: _attempt, ...call }) => {
          return { ...call, work: 'replay', viewerId: treasury.payerId() } as const;
        }),
      ),
  };
}

/** Builds the services a turn is replayed with: the data it could read when it was played, and the changes since. */
export function createReplaySetup(
  stretch: TurnRange,
  { recording }: RecordedTurn,
  base: KeptScene,
  made: readonly ReplayedScene[],
  {
    tools,
    changes,
    signal,
    money,
  }: {
    readonly tools: ReplayTools;
    readonly changes: ReplayChanges;
    readonly signal: AbortSignal;
    readonly money: ReplayPayment;
  },
): ReplaySetup {
  const { live, models, prompts, playbookFor, clock, newId, withInstalledPacks } = tools;
  const isExact = isUnchanged(changes);
  const { smallModel, largeModel, id: sessionId } = recording.session;
  const promptPins = { ...stretch.campaign.promptPins, ...usedPins(recording, prompts), ...changes.prompts };
  const pinned = { ...stretch.campaign, promptPins };
  const campaign =
    changes.packs === 'installed' && withInstalledPacks !== undefined ? withInstalledPacks(pinned) : pinned;
  const index = (stretch.turns[0]?.recording.outcome.sceneIndex ?? 1) - 1;
  const reads = createRecordedReads(recording);
  const scenes = {
    snapshots: async () => new Map([[recording.turn.baseSceneId, base.snapshot]]),
    sceneLore: async () => new Map([[recording.turn.baseSceneId, base.sceneLore]]),
  };
  const sights: ReplayView =
    isExact || live === null
      ? createRecordedView(reads, scenes)
      : createBranchView(reads, scenes, { made, cutAt: { sessionId, index }, ...live });
  return {
    campaign,
    seed: changes.seed ?? stretch.seed,
    sights,
    models: isExact
      ? createRecordedModels(models, recording.calls)
      : withTemperature(models, changes.temperature),
    keys: { small: changes.models?.small ?? smallModel, large: changes.models?.large ?? largeModel },
    ...money,
    prompts,
    playbookFor,
    clock,
    newId,
    signal,
  };
}

/**
 * Returns the prompt versions the turn was narrated with, as far as they still exist. A newer one is a change and is requested
 * by name.
 */
function usedPins({ calls }: Recording, prompts: PromptRegistry): Readonly<Record<string, number>> {
  const known = new Set(prompts.list().map(({ id, version }) => `${id} ${version}`));
  const used = calls
    .flatMap((call) => call.prompts)
    .filter(({ id, version }) => known.has(`${id} ${version}`));
  return Object.fromEntries(used.map(({ id, version }) => [id, version]));
}
