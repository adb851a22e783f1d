import type { Models } from '#engine/llm/models.ts';
import type { PromptRegistry } from '#engine/prompt/registry.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { Store } from '#engine/store/store.ts';
import type { BudgetService } from '#engine/turn/budget-service.ts';
import type { Playbook } from '#engine/turn/playbook.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { NewId } from '#engine/util/new-id.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { type Changes, changesNothing } from './changes.ts';
import { recordedModels } from './recorded-models.ts';
import { recordedReads } from './recorded-reads.ts';
import type { Recording } from './recording.ts';
import { FREE, type Staging } from './replay-turn.ts';
import { recordedSights, type ScratchScene, type Sights, scratchSights } from './scratch.ts';
import type { KeptScene, RecordedTurn, Stretch } from './stretch.ts';
import { withTemperature } from './with-temperature.ts';
import { withinBudget } from './within-budget.ts';

export type ReplayTools = {
  readonly models: Models;
  readonly prompts: PromptRegistry;
  readonly playbookFor: (campaign: CampaignRecord) => Promise<Playbook>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Where to look for what is not recorded, when models are asked anew; null allows exact replays alone. */
  readonly live: {
    readonly store: Store;
    readonly lore: LoreIndex;
    readonly treasury: BudgetService;
  } | null;
  /** The campaign with the packs that are installed now. */
  readonly withInstalledPacks?: (campaign: CampaignRecord) => CampaignRecord;
};

/** Who pays for what is asked, and where it is written down. */
export type Money = Pick<Staging, 'treasury' | 'book'>;

export const UNPAID: Money = { treasury: FREE, book: async () => {} };

/** Models that are asked are paid for, and that outlives the replay: budgets count it after a restart as well. */
export function paidBy(
  { store, treasury }: NonNullable<ReplayTools['live']>,
  budgetUsd: number | undefined,
): Money {
  return {
    treasury: withinBudget(treasury, budgetUsd),
    book: (calls) =>
      store.sideCalls.add(
        calls.map(({ turnId: _turnId, attempt: _attempt, ...call }) => {
          return { ...call, work: 'replay', viewerId: treasury.payerId() } as const;
        }),
      ),
  };
}

/** What a turn is played again on: what it could see when it was played, and what has been changed since. */
export function stageFor(
  stretch: Stretch,
  { recording }: RecordedTurn,
  base: KeptScene,
  made: readonly ScratchScene[],
  {
    tools,
    changes,
    signal,
    money,
  }: {
    readonly tools: ReplayTools;
    readonly changes: Changes;
    readonly signal: AbortSignal;
    readonly money: Money;
  },
): Staging {
  const { live, models, prompts, playbookFor, clock, newId, withInstalledPacks } = tools;
  const isExact = changesNothing(changes);
  const { smallModel, largeModel, id: sessionId } = recording.session;
  const promptPins = { ...stretch.campaign.promptPins, ...usedPins(recording, prompts), ...changes.prompts };
  const pinned = { ...stretch.campaign, promptPins };
  const campaign =
    changes.packs === 'installed' && withInstalledPacks !== undefined ? withInstalledPacks(pinned) : pinned;
  const index = (stretch.turns[0]?.recording.outcome.sceneIndex ?? 1) - 1;
  const reads = recordedReads(recording);
  const scenes = {
    snapshots: async () => new Map([[recording.turn.baseSceneId, base.snapshot]]),
    sceneLore: async () => new Map([[recording.turn.baseSceneId, base.sceneLore]]),
  };
  const sights: Sights =
    isExact || live === null
      ? recordedSights(reads, scenes)
      : scratchSights(reads, scenes, { made, cutAt: { sessionId, index }, ...live });
  return {
    campaign,
    seed: changes.seed ?? stretch.seed,
    sights,
    models: isExact ? recordedModels(models, recording.calls) : withTemperature(models, changes.temperature),
    keys: { small: changes.models?.small ?? smallModel, large: changes.models?.large ?? largeModel },
    ...money,
    prompts,
    playbookFor,
    clock,
    newId,
    signal,
  };
}

/** The versions the turn was told with, as far as they still exist: a newer one is a change, and is asked for by name. */
function usedPins({ calls }: Recording, prompts: PromptRegistry): Readonly<Record<string, number>> {
  const known = new Set(prompts.list().map(({ id, version }) => `${id} ${version}`));
  const used = calls
    .flatMap((call) => call.prompts)
    .filter(({ id, version }) => known.has(`${id} ${version}`));
  return Object.fromEntries(used.map(({ id, version }) => [id, version]));
}
