import type { ActionKind, ReadAction } from '#engine/contracts/action.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import { compareWorldTimes, minutesBetween } from '#engine/kit/world-time.ts';
import { clampCost, longestCost, type TimeCosts } from '#engine/rules/time-costs.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnContext } from '../context.ts';
import { directedBy } from '../directed.ts';

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
export function minutesForActions(
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
 * Returns the most minutes an Outcome may let this turn take: up to the next deadline, and never more than the longest activity
 * of the ruleset, unless the game master asks for a leap or a chapter begins.
 */
export function mostMinutes(
  context: TurnContext,
  resolved: Snapshot,
  fixed: number,
  isChapterStart: boolean,
): number {
  const { snapshot, playbook } = context;
  const { direction } = directedBy(context);
  const isLeap = isChapterStart || (direction !== undefined && direction.type !== 'scene_direction');
  const longest = isLeap ? LONGEST_LEAP : longestCost(playbook.rules.timeCosts) / MICROSECONDS_PER_MINUTE;
  const bound = Math.max(fixed, longest);
  const [next] = Object.values(resolved.deadlines)
    .filter(({ status, dueAt }) => status === 'active' && compareWorldTimes(dueAt, resolved.time) > 0)
    .toSorted((one, other) => compareWorldTimes(one.dueAt, other.dueAt));
  if (next === undefined || isLeap) return bound;
  return Math.max(fixed, Math.min(bound, Math.floor(minutesBetween(snapshot.time, next.dueAt)) - 1));
}

/** Returns the operation that lets minutes pass, at least one. */
export function advanceBy(minutes: number): object {
  const whole = Math.max(LEAST_MINUTES, Math.round(minutes));
  const days = Math.floor(whole / 1440);
  return days === 0
    ? { op: 'advance_time', minutes: whole }
    : { op: 'advance_time', days, minutes: whole % 1440 };
}
