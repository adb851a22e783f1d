import { type AttemptOutcome, resolveAttempt } from '#engine/rules/attempt.ts';
import type { Degree } from '#engine/rules/bands.ts';
import type { RiskFlag } from '#engine/rules/consequences.ts';
import { countDown } from '#engine/rules/countdown.ts';
import { NO_STREAK } from '#engine/rules/failure-streak.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import { tickFor } from '#engine/rules/pressure-clock.ts';
import { actionClass } from '#engine/state/action-class.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Interpreted, Moment, Validated } from '../draft.ts';

export type Aftermath = {
  /** For the engine to apply. */
  readonly operations: readonly object[];
  /** What it cost and what follows, as sentences. */
  readonly costs: readonly string[];
  readonly consequences: readonly string[];
};

/** Everything the ruleset's numbers make of an attempt: what it costs, what follows, whom it provokes, what it ticks. */
export function afterCheck(draft: Moment & Interpreted & Validated, degree: Degree): Aftermath {
  const { playbook, persona, snapshot, interpretation, actions, words } = draft;
  const { mechanics } = playbook;
  const [action] = actions;
  const risks: readonly RiskFlag[] = interpretation?.risk_flags ?? [];
  const targetId = targetOf(snapshot, action?.target_id ?? '', persona.id);
  const outcome = resolveAttempt(mechanics, {
    degree,
    actionClass: actionClass(action?.action ?? words),
    ...(action === undefined ? {} : { proposedCosts: { time: action.estimated_minutes } }),
    risks,
    streak: snapshot.failureStreaks[persona.id] ?? NO_STREAK,
  });
  const ticks = ticksOf(mechanics, snapshot, degree, outcome);
  return {
    operations: [
      { op: 'pay_costs', personaId: persona.id, ...outcome.costs },
      { op: 'record_attempt', personaId: persona.id, degree },
      ...(targetId === null
        ? []
        : [{ op: 'provoke', characterId: targetId, tier: outcome.tier, degree, flags: risks }]),
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
      ...ticks.told,
    ],
  };
}

function targetOf({ entities }: Snapshot, id: string, personaId: string): string | null {
  const target = entities[id as keyof Snapshot['entities']];
  return target?.kind === 'character' && target.id !== personaId ? target.id : null;
}

function ticksOf(
  { consequences, resolution }: Mechanics,
  snapshot: Snapshot,
  degree: Degree,
  { consequence }: AttemptOutcome,
): { readonly operations: readonly object[]; readonly told: readonly string[] } {
  const threat = threatening(snapshot, consequences.clock);
  const by = consequence?.clock_ticks ?? 0;
  const own = resolution.kind === 'd20_stat' ? resolution.clock : null;
  const pressed = own === null ? null : tickFor(own, numberAt(snapshot, own.name), degree);
  const left =
    resolution.kind === 'countdown'
      ? countDown(resolution.countdown, numberAt(snapshot, resolution.countdown.name))
      : null;
  return {
    operations: [
      ...(threat === null || by === 0 ? [] : [{ op: 'tick_clock', clockId: threat, by }]),
      ...(pressed === null ? [] : [counted(snapshot, pressed.name, pressed.to - pressed.from)]),
      ...(left === null || resolution.kind !== 'countdown'
        ? []
        : [{ op: 'set', path: resolution.countdown.name, value: left.left }]),
    ],
    told: [
      ...(pressed?.fills === true ? [`The scene shifts: ${own?.when_full.join(', or ')}.`] : []),
      ...(left?.isOver === true ? ['The time is up.'] : []),
    ],
  };
}

/** A clock of the scene state is a number there; else it is a clock of the world. */
function counted({ rulesetState }: Snapshot, name: string, by: number): object {
  return name in rulesetState
    ? { op: 'increment', path: name, value: by }
    : { op: 'tick_clock', clockId: name, by };
}

function numberAt({ rulesetState, clocks }: Snapshot, name: string): number {
  const value = rulesetState[name];
  return typeof value === 'number' ? value : (clocks[name]?.value ?? 0);
}

/** The clock consequences tick: the one the ruleset names, else the fullest that still has room. */
function threatening({ clocks }: Snapshot, named: string | null): string | null {
  if (named !== null) return clocks[named] === undefined ? null : named;
  const open = Object.values(clocks).filter(({ value, max }) => value < max);
  const [worst] = open.toSorted((one, other) => other.value / other.max - one.value / one.max);
  return worst?.id ?? null;
}
