import type { ActionKind } from '#engine/contracts/action.ts';
import type { Say } from '#engine/language/languages.ts';
import { type AttemptOutcome, resolveAttempt } from '#engine/rules/attempt.ts';
import type { Degree } from '#engine/rules/bands.ts';
import { countDown } from '#engine/rules/countdown.ts';
import { NO_STREAK } from '#engine/rules/failure-streak.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import { tickFor } from '#engine/rules/pressure-clock.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnContext } from '../context.ts';
import { speakTo } from '../speak.ts';
import type { AllowedAction } from './validate-actions.ts';

export type Aftermath = {
  /** For the engine to apply. */
  readonly operations: readonly object[];
  /** Costs and consequences as sentences. */
  readonly costs: readonly string[];
  readonly consequences: readonly string[];
};

/** The ruleset's class of cost for each kind of action; kinds that are absent belong to `other`. */
const COST_CLASS: Partial<Record<ActionKind, string>> = {
  talk: 'talk',
  look: 'look',
  search: 'investigate',
  move: 'move',
  trade: 'trade',
  threaten: 'threaten',
  attack: 'violence',
  sneak: 'sneak',
  tamper: 'tamper',
};

/** Returns everything the ruleset's numbers make of an attempt: costs, consequences, provocation, clock ticks. */
export function afterCheck(
  context: TurnContext,
  snapshot: Snapshot,
  action: AllowedAction,
  degree: Degree,
): Aftermath {
  const { persona, playbook } = context;
  const { mechanics } = playbook;
  const outcome = resolveAttempt(mechanics, {
    degree,
    actionClass: COST_CLASS[action.kind] ?? 'other',
    proposedCosts: { time: Math.round(action.minutes) },
    risks: action.risk,
    streak: snapshot.failureStreaks[persona.id] ?? NO_STREAK,
  });
  const ticks = listTicks(mechanics, snapshot, { ...outcome, degree }, speakTo(context));
  const target =
    action.entity?.kind === 'character' && action.entity.id !== persona.id ? action.entity : null;
  return {
    operations: [
      { op: 'pay_costs', personaId: persona.id, ...outcome.costs },
      { op: 'record_attempt', personaId: persona.id, degree },
      ...(target === null
        ? []
        : [{ op: 'provoke', characterId: target.id, tier: outcome.tier, degree, flags: action.risk }]),
      ...ticks.operations,
    ],
    costs: Object.entries(outcome.costs)
      .filter(([kind, amount]) => amount !== 0 && kind !== 'time')
      .map(([kind, amount]) => `${kind} ${amount > 0 ? '+' : ''}${amount}`),
    consequences: [
      ...(outcome.consequence === null || outcome.consequence.meaning === ''
        ? []
        : [outcome.consequence.meaning]),
      ...(outcome.binding === null ? [] : [`${outcome.binding.name}: ${outcome.binding.text}`]),
      ...ticks.sentences,
    ],
  };
}

function listTicks(
  { consequences, resolution }: Mechanics,
  snapshot: Snapshot,
  { consequence, degree }: AttemptOutcome & { readonly degree: Degree },
  say: Say,
): { readonly operations: readonly object[]; readonly sentences: readonly string[] } {
  const threat = findEndangeredClock(snapshot, consequences.clock);
  const by = consequence?.clock_ticks ?? 0;
  const own = resolution.kind === 'd20_stat' ? resolution.clock : null;
  const pressed = own === null ? null : tickFor(own, readNumber(snapshot, own.name), degree);
  const left =
    resolution.kind === 'countdown'
      ? countDown(resolution.countdown, readNumber(snapshot, resolution.countdown.name))
      : null;
  return {
    operations: [
      ...(threat === null || by === 0 ? [] : [{ op: 'tick_clock', clockId: threat, by }]),
      ...(pressed === null ? [] : [tickNumber(snapshot, pressed.name, pressed.to - pressed.from)]),
      ...(left === null || resolution.kind !== 'countdown'
        ? []
        : [{ op: 'set', path: resolution.countdown.name, value: left.left }]),
    ],
    sentences: [
      ...(pressed?.fills === true
        ? [say('told.scene_shifts', { what: own?.when_full.join(' / ') ?? '' })]
        : []),
      ...(left?.isOver === true ? [say('told.time_is_up')] : []),
    ],
  };
}

/** A clock of the scene state is a number there; else it is a clock of the world. */
function tickNumber({ rulesetState }: Snapshot, name: string, by: number): object {
  return name in rulesetState
    ? { op: 'increment', path: name, value: by }
    : { op: 'tick_clock', clockId: name, by };
}

function readNumber({ rulesetState, clocks }: Snapshot, name: string): number {
  const value = rulesetState[name];
  return typeof value === 'number' ? value : (clocks[name]?.value ?? 0);
}

/**
 * Returns the clock a slip endangers: the one the ruleset names, else one whose tags name the place the scene is at or a
 * thread that is open. No other clock is touched, however full it is.
 */
function findEndangeredClock(
  { clocks, threads, scene, entities }: Snapshot,
  named: string | null,
): string | null {
  if (named !== null) return clocks[named] === undefined ? null : named;
  const place = scene.placeId === null ? undefined : entities[scene.placeId];
  const here = new Set([
    place?.id ?? '',
    place?.packEntityId ?? '',
    place?.packEntityId?.split(':').at(-1) ?? '',
  ]);
  const open = Object.values(threads).filter(({ status }) => status === 'active');
  const matters = new Set([...here, ...open.map(({ id }) => id)]);
  const endangered = Object.values(clocks).find(
    ({ value, max, tags }) => value < max && tags.some((tag) => tag !== '' && matters.has(tag)),
  );
  return endangered?.id ?? null;
}
