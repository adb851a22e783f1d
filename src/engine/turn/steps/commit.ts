import { type TurnEventBody, toTurnEventRow } from '#engine/live/turn-event.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { invalidateSceneLore } from '#retrieval/change-scene-lore.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import type { AppliedTurn, Checked, TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { listTurnHistory } from '../jobs/history-entries.ts';
import { listFollowUpJobs } from '../jobs/schedule-jobs.ts';
import { isNarrated } from '../packet/conversation.ts';
import { defineStep } from '../pipeline.ts';
import { writeAttemptEnd } from '../runner/end-attempt.ts';
import type { SnapshotCache } from '../snapshot-cache.ts';
import { LeaseLostError } from '../turn-failure.ts';

type Needs = TurnContext & AppliedTurn & Checked;
type Gives = { readonly sceneId: string };
type Uses = Pick<
  TurnTools,
  'store' | 'snapshots' | 'log' | 'events' | 'recorder' | 'clock' | 'newId' | 'countTokens'
>;

/** Writes everything in one short transaction guarded by the current scene, and only then tells anyone. */
export const commit = defineStep<Needs, Gives, Uses>({
  name: 'commit',

  async run(draft, { store, snapshots, log, events, recorder, clock, newId, countTokens }) {
    const { lease, nextSnapshot, prose: narration, sceneIndex, rows, findings, report, snapshot } = draft;
    const sceneLore = await loreToKeep(draft, snapshots);
    const told = await events.rest();
    const at = clock();
    const flags = [...new Set(findings.map(({ kind }) => kind))];
    const diceIndex = diceIndexAfter(draft);
    const scene = { id: newId(), snapshot: snapshots.asWritten(nextSnapshot), narration, flags, diceIndex };
    const { turn } = lease;
    const body = {
      type: 'turn-committed',
      attempt: turn.attempt,
      sceneId: scene.id,
      sceneIndex,
      flags,
    } as const;
    const reported = report === undefined ? {} : { report };
    const awaited = listAwaitedRoll(snapshot.pendingRoll, nextSnapshot.pendingRoll, turn.attempt);
    const outcome = {
      type: 'committed',
      sceneId: scene.id,
      sceneIndex,
      narration,
      rows,
      ...reported,
    } as const;
    const written = await store.endings.commit(lease, {
      scene,
      ...reported,
      input: turn.input,
      sceneLore,
      rows,
      jobs: listFollowUpJobs(draft, newId),
      history: listTurnHistory(draft, countTokens),
      recording: { id: newId(), content: recorder.written(writeAttemptEnd(lease, outcome, at)) },
      events: [...told, ...awaited, body].map((event) => toTurnEventRow(turn.id, event, at)),
      at,
    });
    if (written === null) throw new LeaseLostError(`turn ${turn.id} found its session moved on`);
    log.announce(written);
    snapshots.keep(scene.id, scene.snapshot, sceneLore);
    return { sceneId: scene.id };
  },
});

/** Tells readers of a table the scene offers; play waits for the roll. */
function listAwaitedRoll(
  before: Snapshot['pendingRoll'],
  after: Snapshot['pendingRoll'],
  attempt: number,
): readonly TurnEventBody[] {
  if (after === null || after === before) return [];
  const rows = after.rows.map(({ from, to, outcome }) => ({ from, to, outcome }));
  return [
    { type: 'roll-awaited', attempt, isNextTurn: true, purpose: after.purpose, expression: '1d100', rows },
  ];
}

/**
 * Returns the dice index after the turn. It advances with a narrated turn and after rolls; a thought or a change by hand
 * keeps it.
 */
function diceIndexAfter({ lease, rows, diceIndex }: Needs): number {
  return isNarrated(lease.turn.input) || rows.rolls.length > 0 ? diceIndex + 1 : diceIndex;
}

async function loreToKeep({ lease, loreAfter }: Needs, snapshots: SnapshotCache): Promise<SceneLore | null> {
  if (loreAfter !== 'as-before' && loreAfter !== 'invalidated') return loreAfter;
  const kept = await snapshots.loreOf(lease.turn.baseSceneId);
  return kept === null || loreAfter === 'as-before'
    ? kept
    : invalidateSceneLore(kept, 'the world was changed by hand');
}
