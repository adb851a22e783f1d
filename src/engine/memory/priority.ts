import { minutesBetween, type WorldTime } from '#engine/kit/world-time.ts';

const REINFORCEMENT_LIMIT = 3;
const REINFORCEMENT_STEP = 0.15;

/** What is left of a memory: `exp(-lambda * age)`, on world time. */
export function decayWeight(ageInMinutes: number, lambda: number): number {
  return Math.exp(-lambda * ageInMinutes);
}

/** What repetition adds: 15 % each time, up to three times. */
export function reinforcementMultiplier(reinforcementCount: number): number {
  return 1 + Math.min(reinforcementCount, REINFORCEMENT_LIMIT) * REINFORCEMENT_STEP;
}

type Weighable = {
  readonly importance: number;
  readonly observedAt: WorldTime;
  readonly reinforcementCount: number;
};

/**
 * How much a memory matters now; computed on every read and never stored. A memory from the future, which only
 * a clock turned back by GOD can bring about, counts as fresh.
 */
export function priorityOf(
  { importance, observedAt, reinforcementCount }: Weighable,
  now: WorldTime,
  lambda: number,
): { readonly decayWeight: number; readonly priority: number } {
  const weight = decayWeight(Math.max(0, minutesBetween(observedAt, now)), lambda);
  return { decayWeight: weight, priority: importance * weight * reinforcementMultiplier(reinforcementCount) };
}
