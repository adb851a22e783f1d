import { compareWorldTimes, minutesBetween } from '#engine/kit/world-time.ts';
import {
  type AppliedOperations,
  type ApplyContext,
  applyOperations,
} from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { computeTimePressure, type TimePressure } from '#engine/state/time-pressure.ts';
import type { Recorder } from './recorder.ts';
import { YEAR_END } from './year-end.ts';

const MICROSECONDS_PER_MINUTE = 60_000_000;

type Brought = { readonly operations: readonly object[]; readonly notices: TimePressure['notices'] };
type Ruled = Pick<ApplyContext, 'rules' | 'calendar'>;

/** What the time between two moments brings, whoever let it pass: the end of a year, and all that runs by the clock. */
export function broughtByTime(before: Snapshot, after: Snapshot, { rules, calendar }: Ruled): Brought {
  if (compareWorldTimes(after.time, before.time) <= 0) return { operations: [], notices: [] };
  const elapsed = minutesBetween(before.time, after.time) * MICROSECONDS_PER_MINUTE;
  const { operations, notices } = computeTimePressure(after, elapsed, rules);
  return { operations: [...yearTurned(before, after, calendar), ...operations], notices };
}

/** The same, applied to what somebody's hand has changed. */
export function afterTime(
  before: Snapshot,
  { snapshot, effects }: Pick<AppliedOperations, 'snapshot' | 'effects'>,
  context: ApplyContext,
  recorder: Pick<Recorder, 'operations'>,
): Pick<AppliedOperations, 'snapshot' | 'effects'> {
  const { operations, notices } = broughtByTime(before, snapshot, context);
  const rolled = effects.filter(({ type }) => type === 'rolled').length;
  const dice = { ...context.dice, nextOrdinal: context.dice.nextOrdinal + rolled };
  const applied = applyOperations(snapshot, operations, { ...context, asker: 'engine', dice });
  if (operations.length > 0) {
    recorder.operations({ asker: 'engine', effects: applied.effects, rejected: applied.rejected });
  }
  const brought: readonly Effect[] = [...applied.effects, ...notices];
  return { snapshot: applied.snapshot, effects: [...effects, ...brought] };
}

/** The end of a year is an event of its own: the next turn begins with its reckoning. */
function yearTurned(before: Snapshot, after: Snapshot, calendar: Ruled['calendar']): readonly object[] {
  const [from, to] = [calendar.partsOf(before.time), calendar.partsOf(after.time)];
  if (from.year === to.year) return [];
  const summary = `The year ${from.year} ended.`;
  return [{ op: 'log_event', type: YEAR_END, summary, visibility: 'public' }];
}
