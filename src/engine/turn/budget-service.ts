import { Budget, BudgetGuard, DailyBudget } from '#engine/llm/budget.ts';
import type { CostTotal } from '#engine/llm/cost.ts';
import type { Clock } from '#engine/util/clock.ts';
import { createLruCache } from '#engine/util/lru-cache.ts';
import type { ReservationService } from './call-reservations.ts';

/** US dollars a turn, a session, a day and the making of a scenario may cost; null for no limit. */
export type BudgetLimits = {
  readonly turn: number | null;
  readonly session: number | null;
  readonly day: number | null;
  readonly scenario?: number | null;
};

/** Reads the recorded spending of all servers. A part is null when it has no limit and is not requested. */
export type ReadSpent = (by: {
  readonly sessionId: string | null;
  readonly since: Date | null;
}) => Promise<{ readonly session: CostTotal; readonly since: CostTotal }>;

/**
 * Gives every turn a guard over its own budget and those it shares with its session, its day and its viewer. Other servers draw on
 * those as well: their costs are read for each guard, and again with what their running calls may cost before each call.
 */
export type BudgetService = {
  readonly openSessionBudget: (sessionId: string) => Promise<BudgetGuard>;
  /** Creates the budget for making a scenario, which belongs to no session. */
  readonly openScenarioBudget: () => Promise<BudgetGuard>;
  /**
   * Returns the id of the viewer who started the current work, so that its cost is recorded as theirs. Null when no viewer is
   * counted.
   */
  readonly payerId: () => string | null;
};

/** Viewer who started the current work. */
export type CostBearer = {
  /** Returns the viewer's account, when it is limited. */
  readonly payer: () => Promise<Budget | null>;
  readonly payerId: () => string | null;
};

/** Cost bearer of a local user, who is not identified. */
export const NO_COST_BEARER: CostBearer = { payer: async () => null, payerId: () => null };

const KEPT_SESSIONS = 1_000;

export function createBudgetService(
  budgets: BudgetLimits,
  readSpent: ReadSpent,
  clock: Clock,
  { payer, payerId }: CostBearer = NO_COST_BEARER,
  reservations: ReservationService | null = null,
): BudgetService {
  const sessions = createLruCache<string, Budget>(KEPT_SESSIONS);
  let day = new DailyBudget(budgets.day, clock);

  /** Opens a guard over one account and those that all work of today, of this session and of this viewer draws on. */
  const openGuard = async (
    account: Budget,
    session: { readonly id: string; readonly account: Budget } | null,
  ): Promise<BudgetGuard> => {
    day = day.today();
    const today = day;
    const sessionId = session === null || budgets.session === null ? null : session.id;
    const since = budgets.day === null ? null : today.midnight;
    if (sessionId !== null || since !== null) {
      const spent = await readSpent({ sessionId, since });
      session?.account.learn(spent.session);
      today.learn(spent.since);
    }
    const own = await payer();
    const accounts = [account, session?.account ?? null, today, own].filter((each) => each !== null);
    const limits = { session: session?.account.limit ?? null, day: today.limit, viewer: own?.limit ?? null };
    const owner = { sessionId: session?.id ?? null, viewerId: payerId() };
    return new BudgetGuard(accounts, reservations?.(owner, limits, today.midnight));
  };

  return {
    async openSessionBudget(id) {
      const account = sessions.get(id) ?? new Budget('session', budgets.session);
      // One that is forgotten is made again out of what is written down.
      sessions.set(id, account);
      return openGuard(new Budget('turn', budgets.turn), { id, account });
    },
    openScenarioBudget: () => openGuard(new Budget('scenario', budgets.scenario ?? null), null),
    payerId,
  };
}
