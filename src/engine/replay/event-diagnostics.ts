import { addCost, type CostTotal, NO_COST } from '#engine/llm/cost.ts';
import type { Boundary, PullLogEntry } from '#retrieval/scene-lore.ts';
import type { Recording } from './recording.ts';

/** Events between two boundaries of the working set of lore. */
export type EventRange = {
  /** Reason for its start: a session, a change of place, an overflow, a change by hand. */
  readonly beganBy: Boundary;
  /** Reason for its end; null while it goes on. */
  readonly endedBy: Boundary | null;
  readonly fromScene: number;
  readonly toScene: number;
  readonly exchanges: number;
  /** Records that were added to the working set. */
  readonly pulls: readonly PullLogEntry[];
  /** Scenes that were written with this working set. */
  readonly snapshots: number;
  readonly cost: CostTotal;
};

/** Lists the lore ranges of a session, oldest first, from the recordings of turns that used lore. */
export function listEventRanges(recordings: readonly Recording[]): readonly EventRange[] {
  const ranges: EventRange[] = [];
  for (const recording of recordings) {
    const { sceneLore, session } = recording;
    if (sceneLore === null) continue;
    const { after } = sceneLore;
    const last = ranges.at(-1);
    const isNew = last === undefined || startOf(recording) !== startOf(previousOf(recordings, recording));
    if (isNew && last !== undefined) ranges.splice(-1, 1, { ...last, endedBy: after.boundary });
    if (isNew) ranges.push(startRange(after.boundary, session.sceneIndex + 1));
    const current = ranges.at(-1);
    if (current !== undefined) ranges.splice(-1, 1, extendRange(current, recording));
  }
  return ranges;
}

function startRange(boundary: Boundary, scene: number): EventRange {
  const nothing = { exchanges: 0, pulls: [], snapshots: 0, cost: NO_COST };
  return { beganBy: boundary, endedBy: null, fromScene: scene, toScene: scene, ...nothing };
}

function extendRange(range: EventRange, { calls, outcome, sceneLore, session }: Recording): EventRange {
  const after = sceneLore?.after;
  const pulls = (after?.pullLog ?? []).filter(({ exchange }) => exchange === after?.exchange);
  const isCommitted = outcome.type === 'committed';
  return {
    ...range,
    toScene: isCommitted ? session.sceneIndex + 1 : range.toScene,
    exchanges: range.exchanges + (isCommitted ? 1 : 0),
    pulls: isCommitted ? [...range.pulls, ...pulls] : range.pulls,
    snapshots: range.snapshots + (isCommitted ? 1 : 0),
    cost: calls.reduce((total, { cost }) => addCost(total, cost), range.cost),
  };
}

/** Identifies the start of a lore range by the exchange and the boundary that rebuilt the lore; empty without lore. */
function startOf(recording: Recording | undefined): string {
  const after = recording?.sceneLore?.after;
  return after === undefined ? '' : `${after.since} ${after.boundary}`;
}

function previousOf(recordings: readonly Recording[], recording: Recording): Recording | undefined {
  return recordings.slice(0, recordings.indexOf(recording)).findLast(({ sceneLore }) => sceneLore !== null);
}
