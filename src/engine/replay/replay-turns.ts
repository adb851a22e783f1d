import { readWorldDay } from '#engine/store/scenes.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import { describeChanges, findInvalidChange, isUnchanged, type ReplayChanges } from './changes.ts';
import { type ComparedTurn, compareTurns } from './compare-turns.ts';
import { calculateMetrics, type SessionMetrics } from './metrics.ts';
import { setRecordedTemperature } from './play/replay-models.ts';
import {
  createReplayPayment,
  createReplaySetup,
  type ReplayTools,
  UNPAID_REPLAY,
} from './play/replay-setup.ts';
import { type PlayedReplay, replayTurn } from './play/replay-turn.ts';
import type { ReplayedScene } from './play/replay-view.ts';
import {
  type KeptScene,
  type RecordedTurn,
  readTurnRange,
  type TurnRange,
  type TurnRangeRequest,
} from './play/turn-range.ts';
import type { Recording } from './recording.ts';

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
export type ReplayLimits = {
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
    const stretch = wrong ?? (await readTurnRange(tools.live.store, request));
    if (isRejection(stretch)) return stretch;
    const bounds = {
      ...(signal === undefined ? {} : { signal }),
      ...(budgetUsd === undefined ? {} : { budgetUsd }),
      ...(onTurn === undefined ? {} : { onTurn }),
    };
    return replayTurnRange(stretch, tools, changes, bounds);
  };
}

/** Replays turns that are already loaded, from the store or a file. Throws the reason of its signal when it is stopped. */
export async function replayTurnRange(
  stretch: TurnRange,
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
  let base = stretch.base;
  onTurn(0, stretch.turns.length);
  for (const turn of stretch.turns) {
    const staging = createReplaySetup(stretch, turn, base, made, { tools, changes, signal, money });
    const played = atTemperatureOf(changes, await replayTurn(turn, staging));
    signal.throwIfAborted();
    turns.push(compareTurns(turn, played));
    onTurn(turns.length, stretch.turns.length);
    if (played.recording !== null) replayed.push(played.recording);
    // After a turn that made no scene, the next one begins from the recorded scene.
    base = played.commit === null ? turn.scene : keptScene(played);
    made.push(scratchScene(turn, played));
  }
  const recorded = stretch.turns.map(({ recording }) => recording);
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
