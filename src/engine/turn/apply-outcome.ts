import { compareWorldTimes } from '#engine/kit/world-time.ts';
import { applyOperations } from '#engine/state/apply.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { broughtByTime } from './brought-by-time.ts';
import type { Interpreted, Moment, Narrated, Resolved } from './draft.ts';
import { latestMoment } from './latest-moment.ts';
import { A_MOMENT, afterwards, impliedBy, timeAfter } from './operations-from.ts';
import { personaHoldOf } from './persona-hold-of.ts';
import { placeFound, presenceAfter } from './presence-after.ts';
import type { Recorder } from './recorder.ts';
import { diceFrom } from './ruled-by.ts';
import { withoutDone } from './without-done.ts';

type Needs = Moment & Partial<Interpreted> & Resolved & Pick<Narrated, 'outcome'>;

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
  const { playbook, sceneIndex, outcome } = draft;
  const hold = personaHoldOf({ ...draft, events: outcome.events, operations: outcome.operations });
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
      hold,
      latest,
      dice: diceFrom(draft, nextOrdinal),
    });
    ({ snapshot, nextOrdinal } = applied);
    effects.push(...applied.effects);
    if (proposals.length > 0) {
      recorder.operations({ asker, proposals, effects: applied.effects, rejected: applied.rejected });
    }
  };

  apply(backFromNowhere(draft), 'engine');
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
  const brought = broughtByTime(draft.snapshot, snapshot, playbook);
  apply(brought.operations, 'engine');
  effects.push(...brought.notices);
  return { snapshot, effects };
}

/** Whoever acts is in the world: a persona somebody took out of it comes back when it is played. */
function backFromNowhere({ standing, persona }: Needs): readonly object[] {
  const { scene, entities } = standing;
  const now = entities[persona.id];
  const isNowhere = now?.kind === 'character' && now.placeId === null && now.status !== 'dead';
  if (!isNowhere || scene.presentIds.includes(persona.id)) return [];
  return [{ op: 'enter_scene', characterId: persona.id }];
}

function hasTimePassed({ snapshot: before }: Moment, { time }: Snapshot): boolean {
  return compareWorldTimes(time, before.time) > 0;
}
