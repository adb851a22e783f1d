import { compareWorldTimes, countMinutes, type WorldTime } from '#engine/util/world-time.ts';
import type { Memory, MemoryPolicy } from './memories.ts';

const REINFORCEMENT_LIMIT = 3;
const REINFORCEMENT_STEP = 0.15;

/** Returns the decay factor of a memory, `exp(-lambda * age)`, on world time. */
function computeDecayWeight(ageInMinutes: number, lambda: number): number {
  return Math.exp(-lambda * ageInMinutes);
}

/** Returns the reinforcement factor of a memory: 15 % for each repetition, up to three. */
function computeReinforcementMultiplier(reinforcementCount: number): number {
  return 1 + Math.min(reinforcementCount, REINFORCEMENT_LIMIT) * REINFORCEMENT_STEP;
}

type Weighable = {
  readonly importance: number;
  readonly observedAt: WorldTime;
  readonly reinforcementCount: number;
};

/**
 * Returns how much a memory matters now; computed on every read and never stored. A memory from the future counts as
 * fresh. Only a clock turned back by GOD can cause one.
 */
export function computePriority(
  { importance, observedAt, reinforcementCount }: Weighable,
  now: WorldTime,
  lambda: number,
): { readonly decayWeight: number; readonly priority: number } {
  const weight = computeDecayWeight(Math.max(0, countMinutes(observedAt, now)), lambda);
  return {
    decayWeight: weight,
    priority: importance * weight * computeReinforcementMultiplier(reinforcementCount),
  };
}

export type RecalledMemory = {
  readonly memory: Memory;
  readonly decayWeight: number;
  readonly priority: number;
  readonly tokens: number;
};

/** Reason a memory was left out. */
type LeftOutReason = 'retracted' | 'beyond-limit' | 'over-token-budget';

type Recall = {
  /** Highest priority first. */
  readonly recalled: readonly RecalledMemory[];
  readonly leftOut: readonly {
    readonly memory: Memory;
    readonly priority: number;
    readonly reason: LeftOutReason;
  }[];
  readonly tokens: number;
};

type RecallOptions = {
  readonly now: WorldTime;
  readonly policy: MemoryPolicy;
  readonly tokenBudget: number;
  readonly estimateTokens: (text: string) => number;
  /** The most memories to bring. */
  readonly limit: number;
};

/**
 * Selects the memories that matter most now: by priority, up to the limit and within the token budget. Skips a memory
 * that does not fit; a smaller one may take its place. Equal priorities go to the later observation, then the more
 * important one, then the lower id. The result therefore never depends on the order in which rows were read.
 */
export function recallMemories(memories: readonly Memory[], options: RecallOptions): Recall {
  const { now, policy, tokenBudget, estimateTokens, limit } = options;
  const weighed = memories
    .map((memory) => ({ memory, ...computePriority(memory, now, policy.lambda_per_minute) }))
    .toSorted(byPriority);
  const recalled: RecalledMemory[] = [];
  const leftOut: Recall['leftOut'][number][] = [];
  let tokens = 0;

  for (const each of weighed) {
    const cost = estimateTokens(each.memory.content);
    const reason = reasonToLeave(each.memory, recalled.length >= limit, tokens + cost > tokenBudget);
    if (reason === null) {
      recalled.push({ ...each, tokens: cost });
      tokens += cost;
    } else leftOut.push({ memory: each.memory, priority: each.priority, reason });
  }
  return { recalled, leftOut, tokens };
}

function reasonToLeave(memory: Memory, full: boolean, tooLong: boolean): LeftOutReason | null {
  if (memory.retracted) return 'retracted';
  if (full) return 'beyond-limit';
  return tooLong ? 'over-token-budget' : null;
}

type Weighed = { readonly memory: Memory; readonly priority: number };

function byPriority(a: Weighed, b: Weighed): number {
  return (
    b.priority - a.priority ||
    compareWorldTimes(b.memory.observedAt, a.memory.observedAt) ||
    b.memory.importance - a.memory.importance ||
    byId(a.memory, b.memory)
  );
}

function byId(a: Memory, b: Memory): number {
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
