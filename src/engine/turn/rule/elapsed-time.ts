import type { ActionKind, ReadAction } from '#engine/contracts/reading.ts';
import type { TurnEventBody } from '#engine/live/turn-event.ts';
import { clampCost, findLongestCost, type TimeCosts } from '#engine/rules/elapsed-time.ts';
import {
  type AppliedOperations,
  type ApplyContext,
  applyOperations,
} from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import {
  computeTimePressure,
  findNextStep,
  listGivenWarnings,
  type TimePressure,
} from '#engine/state/time-pressure.ts';
import { isKnownToPersona } from '#engine/state/visibility.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { addMicroseconds, compareWorldTimes, countMinutes } from '#engine/util/world-time.ts';
import type { TurnContext } from '../context.ts';
import type { Recorder } from '../recording/recorder.ts';
import { createDicePosition, createEngineApplyContext } from './apply-context.ts';
import { readGmDirection } from './gm-direction.ts';

const MICROSECONDS_PER_MINUTE = 60_000_000;
/** A chapter or a leap in time may begin this many minutes later at most. */
const LONGEST_LEAP = 400 * 24 * 60;
/** A player may wait or work this long in one turn. */
const LONGEST_WAIT = 90 * 24 * 60;
const LEAST_MINUTES = 1;

/** Time cost each kind of action is clamped to. Kinds that are absent take what the Reading says. */
const COST_OF: Partial<Record<ActionKind, string>> = {
  talk: 'brief_dialogue',
  threaten: 'brief_dialogue',
  look: 'quick_action',
  search: 'investigation',
  take: 'quick_action',
  drop: 'quick_action',
  give: 'quick_action',
  attack: 'combat_round',
  cast: 'quick_action',
};

/**
 * Returns how many minutes the player's actions take by the ruleset's ranges. Ways and rests that were carried out are not counted:
 * their operations let their own time pass. A way to a place that is not on record takes what the Reading says.
 */
export function countActionMinutes(
  actions: readonly ReadAction[],
  costs: TimeCosts,
  { isFight, hasMoved }: { readonly isFight: boolean; readonly hasMoved: boolean },
): number {
  if (isFight) return 0;
  const minutes = actions
    .filter(({ kind }) => kind !== 'rest' && (kind !== 'move' || !hasMoved))
    .map((action) => minutesFor(action, costs));
  return Math.min(
    LONGEST_WAIT,
    minutes.reduce((sum, each) => sum + each, 0),
  );
}

function minutesFor({ kind, minutes }: ReadAction, costs: TimeCosts): number {
  const name = COST_OF[kind];
  if (name === undefined) return Math.min(LONGEST_WAIT, minutes);
  const clamped = clampCost(name, minutes === 0 ? null : minutes * MICROSECONDS_PER_MINUTE, { costs });
  return isRejection(clamped) ? minutes : clamped.microseconds / MICROSECONDS_PER_MINUTE;
}

/**
 * Returns the most minutes an Outcome may let this turn take. Time runs at most to the next deadline, agenda step, shortage or
 * end of a year, and no longer than the ruleset's longest activity. A leap the game master asks for or a new chapter ignores them and may
 * take as long as the longest leap.
 */
export function limitMinutes(
  context: TurnContext,
  resolved: Snapshot,
  fixed: number,
  isChapterStart: boolean,
): number {
  const { snapshot, playbook } = context;
  const { direction } = readGmDirection(context);
  const isLeap = isChapterStart || (direction !== undefined && direction.type !== 'scene_direction');
  const longest = isLeap ? LONGEST_LEAP : findLongestCost(playbook.rules.timeCosts) / MICROSECONDS_PER_MINUTE;
  const bound = Math.max(fixed, longest);
  if (isLeap) return bound;
  const due = Object.values(resolved.deadlines)
    .filter(({ status, dueAt }) => status === 'active' && compareWorldTimes(dueAt, resolved.time) > 0)
    .map(({ dueAt }) => countMinutes(snapshot.time, dueAt));
  const step = countMinutes(snapshot.time, resolved.time) + findNextStep(resolved);
  const next = Math.min(...due, step, findYearEnd(snapshot, playbook.calendar));
  return Math.max(fixed, Math.min(bound, Math.ceil(next - A_MOMENT) - 1));
}

/** Progress of agendas is rounded; a step must not be reached by the noise of it. */
const A_MOMENT = 1e-3;
const MONTH_OF_MINUTES = 31 * 24 * 60;

/** Returns the minutes until the year ends; endless while that is more than a month away. */
function findYearEnd({ time }: Snapshot, calendar: Ruled['calendar']): number {
  const { year } = calendar.partsOf(time);
  const isOver = (minutes: number) =>
    calendar.partsOf(addMicroseconds(time, minutes * MICROSECONDS_PER_MINUTE)).year !== year;
  if (!isOver(MONTH_OF_MINUTES)) return Number.POSITIVE_INFINITY;
  let [within, beyond] = [0, MONTH_OF_MINUTES];
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    if (isOver(middle)) beyond = middle;
    else within = middle;
  }
  return beyond;
}

/** Returns the operation that lets minutes pass, at least one. */
export function createAdvanceTime(minutes: number): object {
  const whole = Math.max(LEAST_MINUTES, Math.round(minutes));
  const days = Math.floor(whole / 1440);
  return days === 0
    ? { op: 'advance_time', minutes: whole }
    : { op: 'advance_time', days, minutes: whole % 1440 };
}

/** The type of the event that ends a year; it is told with the accounts. */
export const YEAR_END = 'year_end';
/** Tag of a year's end that no narration has told yet: the next one does. */
export const UNTOLD = 'untold';

type Brought = { readonly operations: readonly object[]; readonly notices: TimePressure['notices'] };
type Ruled = Pick<ApplyContext, 'rules' | 'calendar'>;

/**
 * Lists the effects of the time between two moments: the end of a year, and all that runs by the clock. The cause of the
 * passing time does not matter. `isTold` says that the narration of this turn is still to come.
 */
export function listElapsedTimeEffects(
  before: Snapshot,
  after: Snapshot,
  { rules, calendar }: Ruled,
  isTold = false,
): Brought {
  if (compareWorldTimes(after.time, before.time) <= 0) return { operations: [], notices: [] };
  const elapsed = countMinutes(before.time, after.time) * MICROSECONDS_PER_MINUTE;
  const { operations, notices } = computeTimePressure(after, elapsed, rules);
  return { operations: [...yearTurned(before, after, calendar, isTold), ...operations], notices };
}

/** Applies the effects of the time that an actor's operations let pass. */
export function applyElapsedTime(
  before: Snapshot,
  { snapshot, effects }: Pick<AppliedOperations, 'snapshot' | 'effects'>,
  context: ApplyContext,
  recorder: Pick<Recorder, 'operations'>,
): Pick<AppliedOperations, 'snapshot' | 'effects'> {
  const { operations, notices } = listElapsedTimeEffects(before, snapshot, context);
  const rolled = effects.filter(({ type }) => type === 'rolled').length;
  const dice = { ...context.dice, nextOrdinal: context.dice.nextOrdinal + rolled };
  const applied = applyOperations(snapshot, operations, { ...context, asker: 'engine', dice });
  if (operations.length > 0) {
    recorder.operations({ asker: 'engine', effects: applied.effects, rejected: applied.rejected });
  }
  const brought: readonly Effect[] = [...applied.effects, ...notices];
  return { snapshot: applied.snapshot, effects: [...effects, ...brought] };
}

/** Returns the event that ends a year. It is told in the turn in which the rules let the year end, else in the next. */
function yearTurned(
  before: Snapshot,
  after: Snapshot,
  calendar: Ruled['calendar'],
  isTold: boolean,
): readonly object[] {
  const [from, to] = [calendar.partsOf(before.time), calendar.partsOf(after.time)];
  if (from.year === to.year) return [];
  const summary = `The year ${from.year} ended.`;
  const tags = isTold ? [] : [UNTOLD];
  return [{ op: 'log_event', type: YEAR_END, summary, visibility: 'public', tags }];
}

type PassedTime = {
  readonly snapshot: Snapshot;
  readonly effects: readonly Effect[];
  /** Minutes since the turn began. */
  readonly elapsed: number;
};

/**
 * Lets the rest of a turn's minutes pass and applies what falls due in all of them: deadlines, agendas, resources, conditions.
 * `snapshot` may already stand later than the turn began, by a way or a rest.
 */
export function passTime(
  context: TurnContext,
  snapshot: Snapshot,
  {
    minutes,
    isFight = false,
    nextOrdinal,
  }: { readonly minutes: number; readonly isFight?: boolean; readonly nextOrdinal: number },
  recorder: Pick<Recorder, 'operations'>,
): PassedTime {
  const gone = countMinutes(context.snapshot.time, snapshot.time);
  const engine = { ...createEngineApplyContext(context), dice: createDicePosition(context, nextOrdinal) };
  // The rounds of a fight take their own time, and a part of a round takes none.
  const isLate = !isFight && (gone < minutes || gone === 0);
  const advanced = isLate
    ? applyOperations(snapshot, [createAdvanceTime(minutes - gone)], engine)
    : { snapshot, effects: [], rejected: [], nextOrdinal };
  const brought = listElapsedTimeEffects(context.snapshot, advanced.snapshot, context.playbook, true);
  const applied = applyOperations(advanced.snapshot, brought.operations, {
    ...engine,
    dice: createDicePosition(context, advanced.nextOrdinal),
  });
  if (brought.operations.length > 0) {
    recorder.operations({ asker: 'engine', effects: applied.effects, rejected: applied.rejected });
  }
  return {
    snapshot: applied.snapshot,
    effects: [...advanced.effects, ...applied.effects, ...brought.notices],
    elapsed: countMinutes(context.snapshot.time, applied.snapshot.time),
  };
}

/** Lists what effects announce to all of these personas: notices meant for them, and what the chronicle keeps in plain sight. */
export function listAnnouncements(
  effects: readonly Effect[],
  personaIds: readonly string[],
): readonly string[] {
  const isForAll = (ids: readonly string[]) => personaIds.every((id) => ids.includes(id));
  const texts = effects.flatMap((effect) => {
    if (effect.type === 'notice') {
      const isMeant =
        effect.audience === 'player' && (effect.personaIds === undefined || isForAll(effect.personaIds));
      return isMeant ? [effect.text] : [];
    }
    if (effect.type !== 'chronicle-entry') return [];
    const { visibility, knownTo, summary } = effect.entry;
    return visibility === 'public' || isForAll(knownTo) ? [summary] : [];
  });
  // What the chronicle keeps is often part of the notice.
  return [...new Set(texts)].filter(
    (text, _index, all) => !all.some((other) => other !== text && other.includes(text)),
  );
}

/** Lists the warnings of deadlines that a turn gave, as events. Only those of deadlines every persona knows of are for all. */
export function listWarnings(before: Snapshot, after: Snapshot, attempt: number): readonly TurnEventBody[] {
  return listGivenWarnings(before, after).flatMap(({ deadline, level }) => {
    const { id: deadlineId, description, urgency } = deadline;
    const isKnown = after.personas.every((personaId) => isKnownToPersona(deadline, personaId));
    return isKnown ? [{ type: 'deadline-warned', attempt, deadlineId, description, level, urgency }] : [];
  });
}
