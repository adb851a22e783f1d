import { z } from 'zod';
import type { Models } from '#engine/llm/models.ts';
import type { PromptRegistry } from '#engine/prompt/registry.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import { readWorldDay } from '#engine/store/scenes.ts';
import type { Store } from '#engine/store/store.ts';
import type { BudgetService } from '#engine/turn/budget-service.ts';
import type { Playbook } from '#engine/turn/playbook.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { NewId } from '#engine/util/new-id.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { describeChanges, findInvalidChange, isUnchanged, type ReplayChanges } from './changes.ts';
import { type ComparedTurn, compareTurns, createMemoryNames } from './compare-turns.ts';
import { calculateMetrics, type SessionMetrics } from './metrics.ts';
import {
  createRecordedModels,
  createReplayBudget,
  setRecordedTemperature,
  withTemperature,
} from './play/replay-models.ts';
import { FREE_BUDGET, type PlayedReplay, type ReplaySetup, replayTurn } from './play/replay-turn.ts';
import {
  createBranchView,
  createRecordedReads,
  createRecordedView,
  type ReplayedScene,
  type ReplayView,
} from './play/replay-view.ts';
import {
  type KeptScene,
  type RecordedTurn,
  readTurnRange,
  type TurnRange,
  type TurnRangeRequest,
} from './play/turn-range.ts';
import type { Recording } from './recording.ts';

type ReplayTools = {
  readonly models: Models;
  readonly prompts: PromptRegistry;
  readonly playbookFor: (campaign: CampaignRecord) => Promise<Playbook>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Live sources for data that is not recorded, used when models are called anew; null allows exact replays alone. */
  readonly live: {
    readonly store: Store;
    readonly lore: LoreIndex;
    readonly budgetService: BudgetService;
  } | null;
  /** The campaign with the packs that are installed now. */
  readonly withInstalledPacks?: (campaign: CampaignRecord) => CampaignRecord;
};

/** Budget that pays for model calls, and the function that records their cost. */
type ReplayPayment = Pick<ReplaySetup, 'budgetService' | 'book'>;

const UNPAID_REPLAY: ReplayPayment = { budgetService: FREE_BUDGET, book: async () => {} };

/** Charges and stores the cost of model calls. The cost outlives the replay: budgets count it after a restart as well. */
function createReplayPayment(
  { store, budgetService }: NonNullable<ReplayTools['live']>,
  budgetUsd: number | undefined,
): ReplayPayment {
  return {
    budgetService: createReplayBudget(budgetService, budgetUsd),
    book: (calls) =>
      store.sideCalls.add(
        calls.map(({ turnId: _turnId, attempt: _attempt, ...call }) => {
          return { ...call, work: 'replay', viewerId: budgetService.payerId() } as const;
        }),
      ),
  };
}

/** Builds the services a turn is replayed with: the data it could read when it was played, and the changes since. */
function createReplaySetup(
  range: TurnRange,
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
  const promptPins = { ...range.campaign.promptPins, ...usedPins(recording, prompts), ...changes.prompts };
  const packs = readPlayedPacks(recording) ?? range.campaign.packs;
  const pinned = { ...range.campaign, promptPins, packs };
  const campaign =
    changes.packs === 'installed' && withInstalledPacks !== undefined ? withInstalledPacks(pinned) : pinned;
  const index = (range.turns[0]?.recording.outcome.sceneIndex ?? 1) - 1;
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
    seed: changes.seed ?? range.seed,
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

const PlayedPacks = z.object({
  packs: z.array(z.object({ id: z.string(), version: z.string(), hash: z.string() })),
});

/** Returns the packs the turn was played with, since a campaign may adopt others; null in recordings that do not name them. */
function readPlayedPacks({ notes }: Recording): CampaignRecord['packs'] | null {
  const [played] = notes.flatMap(({ note }) => PlayedPacks.safeParse(note).data ?? []);
  return played?.packs ?? null;
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

/** `exact`: everything recorded was used again. `anew`: models were called, in a branch only this replay can see. */
export type Replay = {
  readonly kind: 'exact' | 'anew';
  /** Changes, one line each. */
  readonly changes: readonly string[];
  readonly turns: readonly ComparedTurn[];
  /** Whether every turn came out as recorded, with the same scene, prose and rows. */
  readonly isSame: boolean;
  readonly metrics: { readonly recorded: SessionMetrics; readonly replayed: SessionMetrics };
};

/** Limits of a replay, and its progress listener. */
type ReplayLimits = {
  /** Signal that stops the replay; its results so far are lost. */
  readonly signal?: AbortSignal;
  /** Maximum cost of the replay in US dollars, beside all other budgets. A turn beyond it makes no scene. */
  readonly budgetUsd?: number;
  readonly onTurn?: (done: number, of: number) => void;
};

/** Replays turns with changes. Writes nothing but the cost. */
export type TurnReplayer = (
  request: TurnRangeRequest & ReplayLimits & { readonly changes?: ReplayChanges },
) => Promise<Replay | Rejection>;

export function createTurnReplayer(
  tools: ReplayTools & { readonly live: NonNullable<ReplayTools['live']> },
): TurnReplayer {
  return async ({ changes = {}, signal, budgetUsd, onTurn, ...request }) => {
    const wrong = findInvalidChange({ ...changes, ...(budgetUsd === undefined ? {} : { budgetUsd }) }, tools);
    const range = wrong ?? (await readTurnRange(tools.live.store, request));
    if (isRejection(range)) return range;
    const bounds = {
      ...(signal === undefined ? {} : { signal }),
      ...(budgetUsd === undefined ? {} : { budgetUsd }),
      ...(onTurn === undefined ? {} : { onTurn }),
    };
    return replayTurnRange(range, tools, changes, bounds);
  };
}

/** Replays turns that are already loaded, from the store or a file. Throws the reason of its signal when it is stopped. */
export async function replayTurnRange(
  range: TurnRange,
  tools: ReplayTools,
  changes: ReplayChanges = {},
  { signal = new AbortController().signal, budgetUsd, onTurn = () => {} }: ReplayLimits = {},
): Promise<Replay> {
  const isExact = isUnchanged(changes);
  if (!isExact && tools.live === null)
    throw new Error('to ask models anew, a store to look things up in is needed');
  const money = isExact || tools.live === null ? UNPAID_REPLAY : createReplayPayment(tools.live, budgetUsd);
  const made: ReplayedScene[] = [];
  const turns: ComparedTurn[] = [];
  const replayed: Recording[] = [];
  let base = range.base;
  onTurn(0, range.turns.length);
  for (const turn of range.turns) {
    const staging = createReplaySetup(range, turn, base, made, { tools, changes, signal, money });
    const played = atTemperatureOf(changes, await replayTurn(turn, staging));
    signal.throwIfAborted();
    const rows = range.turns.map(({ recording }) => recording.outcome.rows);
    const memories = createMemoryNames([...rows, ...made.map((scene) => scene.rows)]);
    turns.push(compareTurns(turn, played, memories));
    onTurn(turns.length, range.turns.length);
    if (played.recording !== null) replayed.push(played.recording);
    // After a turn that made no scene, the next one begins from the recorded scene.
    base = played.commit === null ? turn.scene : keptScene(played);
    made.push(scratchScene(turn, played));
  }
  const recorded = range.turns.map(({ recording }) => recording);
  return {
    kind: isExact ? 'exact' : 'anew',
    changes: describeChanges(changes),
    turns,
    isSame: turns.every(({ isSame }) => isSame),
    metrics: { recorded: calculateMetrics(recorded), replayed: calculateMetrics(replayed) },
  };
}

function atTemperatureOf({ temperature }: ReplayChanges, played: PlayedReplay): PlayedReplay {
  const { recording } = played;
  return recording === null
    ? played
    : { ...played, recording: setRecordedTemperature(recording, temperature) };
}

function keptScene({ commit }: PlayedReplay): KeptScene {
  if (commit === null) throw new Error('a turn without a commit made no scene');
  const { scene, sceneLore } = commit;
  return { snapshot: scene.snapshot, sceneLore, narration: scene.narration };
}

function scratchScene(
  { recording: { turn, outcome, endedAt } }: RecordedTurn,
  { commit }: PlayedReplay,
): ReplayedScene {
  return {
    id: outcome.sceneId,
    sessionId: turn.sessionId,
    turnId: turn.id,
    index: outcome.sceneIndex,
    narration: commit?.scene.narration ?? outcome.narration,
    narrationVersion: 1,
    flags: commit?.scene.flags ?? [],
    createdAt: new Date(endedAt),
    worldDay: readWorldDay(commit?.scene.snapshot),
    // The rows of a recording are those that were written to the store.
    rows: commit?.rows ?? (outcome.rows as unknown as ReplayedScene['rows']),
  };
}
