import { compareWorldTimes, minutesBetween } from '#engine/kit/world-time.ts';
import { applyOperations } from '#engine/state/apply.ts';
import type { Effect } from '#engine/state/effect.ts';
import { pressureOf } from '#engine/state/pressure.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Interpreted, Moment, Narrated, Resolved } from './draft.ts';
import { latestMoment } from './latest-moment.ts';
import { A_MOMENT, afterwards, impliedBy, timeAfter } from './operations-from.ts';
import { placeFound, presenceAfter } from './presence-after.ts';
import type { Recorder } from './recorder.ts';
import { withoutDone } from './without-done.ts';

type Needs = Moment & Partial<Interpreted> & Resolved & Pick<Narrated, 'outcome'>;
const MICROSECONDS_PER_MINUTE = 60_000_000;

type Asker = 'model' | 'engine';

/**
 * The world after what was told, in this order: what the narrator proposes, what its account implies, how long it took, what it
 * offers next, and at last what passing time brings. Each builds on the one before, and nothing an earlier step did is
 * undone: what a later proposal would contradict is refused and recorded.
 */
export function applyOutcome(
  draft: Needs,
  recorder: Pick<Recorder, 'operations' | 'note'>,
): { readonly snapshot: Snapshot; readonly effects: readonly Effect[] } {
  const { playbook, seed, sceneIndex, outcome } = draft;
  const latest = latestMoment(draft, outcome);
  let snapshot = draft.standing;
  let nextOrdinal = draft.rolls.length;
  const effects: Effect[] = [];
  const apply = (proposals: readonly object[], asker: Asker): void => {
    const applied = applyOperations(snapshot, proposals, {
      sceneIndex,
      rules: playbook.rules,
      calendar: playbook.calendar,
      asker,
      latest,
      dice: { seed, nextOrdinal },
    });
    ({ snapshot, nextOrdinal } = applied);
    effects.push(...applied.effects);
    if (proposals.length > 0) {
      recorder.operations({ asker, proposals, effects: applied.effects, rejected: applied.rejected });
    }
  };

  const { kept, dropped } = withoutDone(outcome.operations, draft.settledByRules ?? null);
  if (dropped.length > 0) recorder.note('apply', { alreadyDoneByTheRules: dropped });
  apply([...kept, ...impliedBy(outcome, snapshot)], 'model');
  apply(placeFound(outcome, snapshot), 'model');
  apply(presenceAfter(outcome, snapshot, playbook.mechanics.pipeline), 'model');
  if (!hasTimePassed(draft, snapshot)) {
    const { operation, ignoredDate } = timeAfter(outcome, snapshot, latest, playbook.calendar);
    if (ignoredDate !== null) recorder.note('apply', { dateTooFarOff: ignoredDate });
    apply([operation], 'engine');
  }
  if (!hasTimePassed(draft, snapshot)) apply([A_MOMENT], 'engine');
  apply(afterwards(outcome, draft.persona.id), 'engine');
  apply(yearTurned(draft, snapshot), 'engine');
  const elapsed = minutesBetween(draft.snapshot.time, snapshot.time) * MICROSECONDS_PER_MINUTE;
  const pressure = pressureOf(snapshot, elapsed, playbook.rules);
  apply(pressure.operations, 'engine');
  effects.push(...pressure.notices);
  return { snapshot, effects };
}

function hasTimePassed({ snapshot: before }: Moment, { time }: Snapshot): boolean {
  return compareWorldTimes(time, before.time) > 0;
}

/** The end of a year is an event of its own: the next turn begins with its reckoning. */
function yearTurned(
  { snapshot: before, playbook: { calendar } }: Moment,
  after: Snapshot,
): readonly object[] {
  const [from, to] = [calendar.partsOf(before.time), calendar.partsOf(after.time)];
  if (from.year === to.year) return [];
  return [{ op: 'log_event', type: YEAR_END, summary: `The year ${from.year} ended.`, visibility: 'public' }];
}

export const YEAR_END = 'year_end';
