import type { Clock } from '#engine/util/clock.ts';
import type { CountTokens } from '#engine/util/estimate-tokens.ts';
import type { Prices } from './catalogue.ts';
import { addCost, type Cost, type CostTotal, calculateCost, estimateCost, NO_COST } from './cost.ts';
import type { ModelRequest, Provider, ReplyPart } from './provider.ts';

type BudgetName = 'turn' | 'session' | 'scenario' | 'replay' | 'day' | 'viewer';

/** Reports that the next call would cost more than a budget has left. No call was made. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
  readonly retryable = false;
  readonly budget: BudgetName;
  readonly limit: number;
  readonly spent: number;
  readonly wanted: number;

  constructor(account: { name: BudgetName; limit: number; spent: number }, wanted: number) {
    const { name, limit, spent } = account;
    super(
      `The ${name}'s budget of $${limit} has $${round(limit - spent)} left, and the next call may cost $${round(wanted)}. ` +
        'Raise the budget or choose a cheaper model.',
    );
    this.budget = name;
    this.limit = limit;
    this.spent = spent;
    this.wanted = wanted;
  }
}

/** Reports that a budget is set but the price of the model is unknown, so the budget could not be kept. No call was made. */
export class BudgetUnenforceable extends Error {
  override readonly name = 'BudgetUnenforceable';
  readonly retryable = false;
  readonly budget: BudgetName;

  constructor(budget: BudgetName, model: string) {
    super(
      `There is a budget for the ${budget}, but the price of ${model} is unknown. ` +
        'Write its prices into your own catalogue, or choose a model whose prices are known.',
    );
    this.budget = budget;
  }
}

/** Budget and the amount spent of it. Sessions and days share theirs among turns. */
export class Budget {
  readonly name: BudgetName;
  /** US dollars; null when there is no limit. */
  readonly limit: number | null;
  #total: CostTotal;
  #reserved = 0;

  constructor(name: BudgetName, limit: number | null, spent: CostTotal = NO_COST) {
    this.name = name;
    this.limit = limit;
    this.#total = spent;
  }

  get spent(): CostTotal {
    return this.#total;
  }

  reserve(most: Cost, model: string): void {
    if (this.limit === null) return;
    if (most === 'unknown') throw new BudgetUnenforceable(this.name, model);
    const committed = this.#total.usd + this.#reserved;
    if (committed + most > this.limit) {
      throw new BudgetExceeded({ name: this.name, limit: this.limit, spent: committed }, most);
    }
    this.#reserved += most;
  }

  release(most: Cost): void {
    if (this.limit !== null && most !== 'unknown') this.#reserved -= most;
  }

  spend(cost: Cost): void {
    this.#total = addCost(this.#total, cost);
  }

  /**
   * Adopts the recorded spending of all servers. Spending of this server that is still being written is missing from it, so the
   * record counts only where it exceeds the known total.
   */
  learn({ usd, unknownCalls }: CostTotal): void {
    this.#total = {
      usd: Math.max(this.#total.usd, usd),
      unknownCalls: Math.max(this.#total.unknownCalls, unknownCalls),
    };
  }
}

const DAY_MILLISECONDS = 24 * 60 * 60_000;

/** Budget that begins anew every day, by UTC. */
export class DailyBudget extends Budget {
  readonly #clock: Clock;
  /** When its day began. */
  readonly midnight: Date;

  constructor(limit: number | null, clock: Clock, spentToday: CostTotal = NO_COST) {
    super('day', limit, spentToday);
    this.#clock = clock;
    const now = clock().getTime();
    this.midnight = new Date(now - (now % DAY_MILLISECONDS));
  }

  /** This account until its day is over, also when the clock is set back before it, and a fresh one after it. */
  today(): DailyBudget {
    const isOver = this.#clock().getTime() >= this.midnight.getTime() + DAY_MILLISECONDS;
    return isOver ? new DailyBudget(this.limit, this.#clock) : this;
  }
}

/** Reserves possible costs where every server counts them. */
export type SharedReservations = {
  /** Returns the reservation's id. Throws `BudgetExceeded`, and then reserves nothing. */
  readonly reserve: (usd: number) => Promise<string>;
  /** Gives up reservations of calls whose costs are recorded. */
  readonly release: (ids: readonly string[]) => Promise<void>;
};

/** Possible cost of a running call; `sharedId` is null when this server alone counts it. */
type Reservation = { readonly most: Cost; readonly sharedId: string | null };

/** Spending limit of one turn. Every call reserves its highest possible cost in every account, then settles its actual cost. */
export class BudgetGuard {
  readonly #accounts: readonly Budget[];
  readonly #shared: SharedReservations | null;
  #settled: string[] = [];

  constructor(accounts: readonly Budget[], shared: SharedReservations | null = null) {
    this.#accounts = accounts;
    this.#shared = shared;
  }

  /** Reserves the cost in every budget. Throws `BudgetExceeded` or `BudgetUnenforceable`, and then reserves nothing. */
  async reserve(most: Cost, model: string): Promise<Reservation> {
    const done: Budget[] = [];
    try {
      for (const account of this.#accounts) {
        account.reserve(most, model);
        done.push(account);
      }
      const isShared = this.#shared !== null && most !== 'unknown';
      return { most, sharedId: isShared ? await this.#shared.reserve(most) : null };
    } catch (refusal) {
      for (const account of done) account.release(most);
      throw refusal;
    }
  }

  /** Returns a guard with the same accounts and one more. */
  with(account: Budget): BudgetGuard {
    return new BudgetGuard([...this.#accounts, account], this.#shared);
  }

  settle({ most, sharedId }: Reservation, cost: Cost): void {
    for (const account of this.#accounts) {
      account.release(most);
      account.spend(cost);
    }
    if (sharedId !== null) this.#settled.push(sharedId);
  }

  /**
   * Returns a function that gives up the shared reservations of calls that have ended. Call it when their costs are recorded: until
   * then other servers know of them by the reservation alone.
   */
  takeSettled(): () => Promise<void> {
    const ids = this.#settled;
    this.#settled = [];
    return async () => {
      if (ids.length > 0) await this.#shared?.release(ids);
    };
  }
}

function round(usd: number): string {
  return usd.toFixed(4);
}

type BudgetTools = {
  readonly prices: Prices;
  readonly budgetGuard: BudgetGuard;
  readonly countTokens: CountTokens;
};

/** Refuses a call the budgets do not allow, before it is made, and books what each call did cost. */
export function withBudget(provider: Provider, tools: BudgetTools): Provider {
  return { ...provider, stream: (request) => paid(provider, request, tools) };
}

async function* paid(
  provider: Provider,
  request: ModelRequest,
  { prices, budgetGuard, countTokens }: BudgetTools,
): AsyncGenerator<ReplyPart> {
  const input = estimatePromptTokens(request, countTokens);
  const { most } = estimateCost(prices, { input, cacheable: input, maxOutput: request.maxTokens });
  const reservation = await budgetGuard.reserve(most, provider.id);
  let cost: Cost | null = null;
  let said = '';
  try {
    for await (const part of provider.stream(request)) {
      if (part.type === 'text-delta') said += part.text;
      else cost = calculateCost(prices, part.usage);
      yield part;
    }
  } finally {
    // A reply that broke off was paid for without a bill: what was sent and said is the best guess there is.
    budgetGuard.settle(reservation, cost ?? estimateInterruptedCost(prices, input, countTokens(said)));
  }
}

/** Estimates the prompt tokens of a request. */
export function estimatePromptTokens(
  { system, messages }: Pick<ModelRequest, 'system' | 'messages'>,
  countTokens: CountTokens,
): number {
  const texts = [...system, ...messages].map(({ text }) => text);
  return texts.reduce((total, text) => total + countTokens(text), 0);
}

/** Estimates the cost of a reply that ended without reporting usage; nothing when the model had not begun to answer. */
export function estimateInterruptedCost(prices: Prices, inputTokens: number, outputTokens: number): Cost {
  if (outputTokens === 0) return 0;
  return calculateCost(prices, { inputTokens, outputTokens, cacheWriteTokens: 0, cacheReadTokens: 0 });
}
