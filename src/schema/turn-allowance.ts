import { AsyncLocalStorage } from 'node:async_hooks';
import { Budget } from '#engine/llm/budget.ts';
import type { TurnReplayer } from '#engine/replay/replay-turns.ts';
import type { ScenarioService } from '#engine/scenario/scenario-service.ts';
import type { ViewerTurnStore } from '#engine/store/model-usage.ts';
import { type CostBearer, NO_COST_BEARER } from '#engine/turn/budget-service.ts';
import type { TurnRegenerator } from '#engine/turn/regenerate-turn.ts';
import type { CampaignStarter } from '#engine/turn/start-campaign.ts';
import type { TurnRunner } from '#engine/turn/turn-runner.ts';
import type { Clock } from '#engine/util/clock.ts';
import { createLruCache } from '#engine/util/lru-cache.ts';
import type { NewId } from '#engine/util/new-id.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { createLimitExceededError } from './errors.ts';
import type { Limits } from './limits.ts';

/** Turns and cost one viewer may cause; null for no limit. */
export type AllowanceLimits = {
  readonly turnsPerMinute: number | null;
  /** US dollars per day in UTC. */
  readonly dollarsPerDay: number | null;
};

/** Keeps every viewer within their allowance. */
export type TurnAllowance = CostBearer & {
  /**
   * Runs a function that starts a turn, on this viewer's account. Throws a refusal with the time to try again when the allowance
   * is used up.
   */
  readonly spend: <Result>(
    viewerId: string,
    run: () => Promise<Result>,
    startedTurn: (result: Result) => string | null,
  ) => Promise<Result>;
};

type Tools = { readonly turns: ViewerTurnStore; readonly clock: Clock; readonly newId: NewId };

/** Allowance without limits, for the person at the machine who pays for it. */
export const NO_ALLOWANCE: TurnAllowance = {
  spend: (_viewerId, run) => run(),
  ...NO_COST_BEARER,
};

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const KEPT_ACCOUNTS = 1_000;

/**
 * Creates the allowance. Counts starts in the store, those that have not led to a turn yet included, so that the count holds
 * across servers and restarts. The possible cost of each model call is reserved on the viewer's account before the call.
 */
export function createTurnAllowance(
  { turnsPerMinute, dollarsPerDay }: AllowanceLimits,
  tools: Tools,
): TurnAllowance {
  const { turns, clock, newId } = tools;
  // A turn outlasts the request that started it, so the paying viewer is carried along.
  const paying = new AsyncLocalStorage<string>();
  const accounts = createLruCache<string, Budget>(KEPT_ACCOUNTS);

  /** Records a start, or refuses it. Gives its id. */
  const beginStart = async (viewerId: string): Promise<string> => {
    const [id, createdAt] = [newId(), clock()];
    const now = createdAt.getTime();
    const limit = turnsPerMinute;
    const bound = limit === null ? null : { since: new Date(now - MINUTE), limit };
    const starts = await turns.begin({ id, viewerId, createdAt }, bound);
    if (starts === null || limit === null) return id;
    throw tooFast(limit, starts.length + 1, secondsUntil((starts[0]?.getTime() ?? now) + MINUTE, now));
  };
  const keyOf = (viewerId: string, midnight: Date): string => `${midnight.toISOString()} ${viewerId}`;
  /** Returns today's account, with all cost recorded so far. */
  const accountNow = async (viewerId: string, limit: number): Promise<Budget> => {
    const midnight = midnightOf(clock().getTime());
    const usd = await turns.spentSince(viewerId, midnight);
    const key = keyOf(viewerId, midnight);
    const account = accounts.get(key) ?? new Budget('viewer', limit);
    account.learn({ usd, unknownCalls: 0 });
    accounts.set(key, account);
    return account;
  };
  const checkMoney = async (viewerId: string, limit: number): Promise<void> => {
    const spent = (await accountNow(viewerId, limit)).spent.usd;
    const now = clock().getTime();
    if (spent >= limit) throw tooDear(limit, spent, secondsUntil(midnightOf(now).getTime() + DAY, now));
  };
  const accountOf = async (viewerId: string, limit: number): Promise<Budget> =>
    accounts.get(keyOf(viewerId, midnightOf(clock().getTime()))) ?? accountNow(viewerId, limit);

  return {
    async spend(viewerId, run, startedTurn) {
      if (dollarsPerDay !== null) await checkMoney(viewerId, dollarsPerDay);
      const startId = await beginStart(viewerId);
      let turnId: string | null = null;
      try {
        const result = await paying.run(viewerId, run);
        turnId = startedTurn(result);
        return result;
      } finally {
        await turns.settle(startId, turnId);
      }
    },
    payer: async () => {
      const viewerId = paying.getStore();
      return viewerId === undefined || dollarsPerDay === null ? null : accountOf(viewerId, dollarsPerDay);
    },
    payerId: () => paying.getStore() ?? null,
  };
}

function tooFast(limit: number, asked: number, retryAfterSeconds: number) {
  const message = `At most ${limit} turns may be begun within a minute. Send the same again in ${retryAfterSeconds} seconds.`;
  return createLimitExceededError({ code: 'TURN_RATE_LIMIT', message, limit, asked, retryAfterSeconds });
}

function tooDear(limit: number, asked: number, retryAfterSeconds: number) {
  const message = `Your turns of today have cost $${asked.toFixed(4)} of the $${limit} they may. The next day begins at midnight UTC.`;
  return createLimitExceededError({ code: 'MONEY_LIMIT', message, limit, asked, retryAfterSeconds });
}

function midnightOf(now: number): Date {
  return new Date(now - (now % DAY));
}

function secondsUntil(moment: number, now: number): number {
  return Math.max(1, Math.ceil((moment - now) / 1000));
}

type Starters = {
  readonly turns: TurnRunner;
  readonly campaigns: CampaignStarter;
  readonly scenarios: ScenarioService;
  readonly replays: TurnReplayer;
  readonly tellings: TurnRegenerator;
};

type Bounds = { readonly allowance: TurnAllowance; readonly limits: Pick<Limits, 'mutationSeconds'> };

/** Wraps the engine functions that start turns, so that every call counts on the viewer's allowance. */
export function withTurnAllowance<Engine extends Starters>(
  engine: Engine,
  { allowance, limits }: Bounds,
  viewerId: string,
): Engine {
  const { turns, campaigns, scenarios, replays, tellings } = engine;
  return {
    ...engine,
    turns: {
      ...turns,
      submit: (request) =>
        allowance.spend(
          viewerId,
          () => turns.submit(request),
          // A turn that existed before costs nothing.
          (answer) => ('submission' in answer && answer.submission === 'started' ? answer.turn.id : null),
        ),
    },
    scenarios: {
      ...scenarios,
      // A scenario is no turn, but is paid for like one.
      make: (...given) =>
        allowance.spend(
          viewerId,
          () => scenarios.make(...given),
          () => null,
        ),
    },
    campaigns: {
      ...campaigns,
      start: (...given) =>
        allowance.spend(
          viewerId,
          () => campaigns.start(...given),
          (started) => (isRejection(started) || started.isRepeated ? null : started.openingTurn.id),
        ),
    },
    tellings: {
      ...tellings,
      // Calls the model as a turn does; only a refusal before that call is free.
      regenerate: (turnId) =>
        allowance.spend(
          viewerId,
          () => tellings.regenerate(turnId),
          (told) => (isRejection(told) && told.rejected !== 'narration-refused' ? null : turnId),
        ),
    },
    // A replay is bound to its request: after a timeout no client reads the rest.
    replays: (request) => {
      const signal = AbortSignal.timeout(limits.mutationSeconds * 1000);
      return allowance.spend(
        viewerId,
        () => replays({ ...request, signal }),
        () => null,
      );
    },
  };
}
