import { readWorldDay } from '#engine/store/scenes.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import { type Changes, changeLines, changesNothing, wrongChange } from './changes.ts';
import { type ComparedTurn, compareTurns } from './compare-turns.ts';
import { type Metrics, metricsOf } from './metrics.ts';
import type { Recording } from './recording.ts';
import { type Played, replayTurn } from './replay-turn.ts';
import type { ScratchScene } from './scratch.ts';
import { paidBy, type ReplayTools, stageFor, UNPAID } from './stage-for.ts';
import {
  type KeptScene,
  type RecordedTurn,
  readStretch,
  type Stretch,
  type StretchRequest,
} from './stretch.ts';
import { atTemperature } from './with-temperature.ts';

/** `exact`: everything recorded was used again. `anew`: models were asked, in a branch nobody else can see. */
export type Replay = {
  readonly kind: 'exact' | 'anew';
  /** What was changed, a line each. */
  readonly changes: readonly string[];
  readonly turns: readonly ComparedTurn[];
  /** Whether every turn came out as it was recorded: scene, prose, rows and all. */
  readonly isSame: boolean;
  readonly metrics: { readonly recorded: Metrics; readonly replayed: Metrics };
};

/** How far a replay may go, and who hears how far it has come. */
export type Bounds = {
  /** Stops it; what it has done so far is lost. */
  readonly signal?: AbortSignal;
  /** US dollars all of it may cost at most, beside whatever budgets there are; a turn beyond them makes no scene. */
  readonly budgetUsd?: number;
  readonly onTurn?: (done: number, of: number) => void;
};

/** Plays turns again, with some things changed. Nothing of it is ever written but what it cost. */
export type TurnReplayer = (
  request: StretchRequest & Bounds & { readonly changes?: Changes },
) => Promise<Replay | Rejection>;

export function turnReplayer(
  tools: ReplayTools & { readonly live: NonNullable<ReplayTools['live']> },
): TurnReplayer {
  return async ({ changes = {}, signal, budgetUsd, onTurn, ...request }) => {
    const wrong = wrongChange({ ...changes, ...(budgetUsd === undefined ? {} : { budgetUsd }) }, tools);
    const stretch = wrong ?? (await readStretch(tools.live.store, request));
    if (isRejection(stretch)) return stretch;
    const bounds = {
      ...(signal === undefined ? {} : { signal }),
      ...(budgetUsd === undefined ? {} : { budgetUsd }),
      ...(onTurn === undefined ? {} : { onTurn }),
    };
    return replayStretch(stretch, tools, changes, bounds);
  };
}

/** The same for turns that were read before, or come out of a file. Throws the reason of its signal when it is stopped. */
export async function replayStretch(
  stretch: Stretch,
  tools: ReplayTools,
  changes: Changes = {},
  { signal = new AbortController().signal, budgetUsd, onTurn = () => {} }: Bounds = {},
): Promise<Replay> {
  const isExact = changesNothing(changes);
  if (!isExact && tools.live === null)
    throw new Error('to ask models anew, a store to look things up in is needed');
  const money = isExact || tools.live === null ? UNPAID : paidBy(tools.live, budgetUsd);
  const made: ScratchScene[] = [];
  const turns: ComparedTurn[] = [];
  const replayed: Recording[] = [];
  let base = stretch.base;
  onTurn(0, stretch.turns.length);
  for (const turn of stretch.turns) {
    const staging = stageFor(stretch, turn, base, made, { tools, changes, signal, money });
    const played = atTemperatureOf(changes, await replayTurn(turn, staging));
    signal.throwIfAborted();
    turns.push(compareTurns(turn, played));
    onTurn(turns.length, stretch.turns.length);
    if (played.recording !== null) replayed.push(played.recording);
    // A turn that came to nothing leaves the next one where the recorded one did.
    base = played.commit === null ? turn.scene : keptScene(played);
    made.push(scratchScene(turn, played));
  }
  const recorded = stretch.turns.map(({ recording }) => recording);
  return {
    kind: isExact ? 'exact' : 'anew',
    changes: changeLines(changes),
    turns,
    isSame: turns.every(({ isSame }) => isSame),
    metrics: { recorded: metricsOf(recorded), replayed: metricsOf(replayed) },
  };
}

function atTemperatureOf({ temperature }: Changes, played: Played): Played {
  const { recording } = played;
  return recording === null ? played : { ...played, recording: atTemperature(recording, temperature) };
}

function keptScene({ commit }: Played): KeptScene {
  if (commit === null) throw new Error('a turn without a commit made no scene');
  const { scene, sceneLore } = commit;
  return { snapshot: scene.snapshot, sceneLore, narration: scene.narration };
}

function scratchScene(
  { recording: { turn, outcome, endedAt } }: RecordedTurn,
  { commit }: Played,
): ScratchScene {
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
    // The rows of a recording are those the store was given.
    rows: commit?.rows ?? (outcome.rows as unknown as ScratchScene['rows']),
  };
}
