import { addCost, type CostTotal, NO_COST } from '#engine/llm/cost.ts';
import type { Boundary, PullLogEntry } from '#retrieval/scene-lore.ts';
import type { Recording } from './recording.ts';

/** What happened between one boundary of the working set of lore and the next. */
export type EventRange = {
  /** What it began with: a session, a change of place, an overflow, a change by hand. */
  readonly beganBy: Boundary;
  /** What ended it; null while it goes on. */
  readonly endedBy: Boundary | null;
  readonly fromScene: number;
  readonly toScene: number;
  readonly exchanges: number;
  /** Records that were pulled into it. */
  readonly pulls: readonly PullLogEntry[];
  /** Scenes that were written with it. */
  readonly snapshots: number;
  readonly cost: CostTotal;
};

/** The stretches of a session, from the recordings of its turns that used lore, oldest first. */
export function listEventRanges(recordings: readonly Recording[]): readonly EventRange[] {
  const stretches: EventRange[] = [];
  for (const recording of recordings) {
    const { sceneLore, session } = recording;
    if (sceneLore === null) continue;
    const { after } = sceneLore;
    const last = stretches.at(-1);
    const isNew = last === undefined || startOf(recording) !== startOf(previousOf(recordings, recording));
    if (isNew && last !== undefined) stretches.splice(-1, 1, { ...last, endedBy: after.boundary });
    if (isNew) stretches.push(began(after.boundary, session.sceneIndex + 1));
    const current = stretches.at(-1);
    if (current !== undefined) stretches.splice(-1, 1, grown(current, recording));
  }
  return stretches;
}

function began(boundary: Boundary, scene: number): EventRange {
  const nothing = { exchanges: 0, pulls: [], snapshots: 0, cost: NO_COST };
  return { beganBy: boundary, endedBy: null, fromScene: scene, toScene: scene, ...nothing };
}

function grown(stretch: EventRange, { calls, outcome, sceneLore, session }: Recording): EventRange {
  const after = sceneLore?.after;
  const pulls = (after?.pullLog ?? []).filter(({ exchange }) => exchange === after?.exchange);
  const isCommitted = outcome.type === 'committed';
  return {
    ...stretch,
    toScene: isCommitted ? session.sceneIndex + 1 : stretch.toScene,
    exchanges: stretch.exchanges + (isCommitted ? 1 : 0),
    pulls: isCommitted ? [...stretch.pulls, ...pulls] : stretch.pulls,
    snapshots: stretch.snapshots + (isCommitted ? 1 : 0),
    cost: calls.reduce((total, { cost }) => addCost(total, cost), stretch.cost),
  };
}

/** Lore made anew knows since which exchange it is, and why. */
function startOf(recording: Recording | undefined): string {
  const after = recording?.sceneLore?.after;
  return after === undefined ? '' : `${after.since} ${after.boundary}`;
}

function previousOf(recordings: readonly Recording[], recording: Recording): Recording | undefined {
  return recordings.slice(0, recordings.indexOf(recording)).findLast(({ sceneLore }) => sceneLore !== null);
}
