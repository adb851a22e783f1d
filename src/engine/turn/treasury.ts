import type { Clock } from '#engine/kit/clock.ts';
import type { CostTotal } from '#engine/llm/price.ts';
import { Account, DayAccount, Purse } from '#engine/llm/purse.ts';

/** US dollars a turn, a session, a day and the making of a scenario may cost; null for no limit. */
export type Budgets = {
  readonly turn: number | null;
  readonly session: number | null;
  readonly day: number | null;
  readonly scenario?: number | null;
};

/** What was spent before this server started. */
export type SpentBefore = {
  readonly session: (sessionId: string) => Promise<CostTotal>;
  readonly since: (moment: Date) => Promise<CostTotal>;
};

/** Gives every turn a purse with its own account and those it shares with its session and its day. */
export type Treasury = {
  readonly purseFor: (sessionId: string) => Promise<Purse>;
  /** For the making of a scenario, which belongs to no session. */
  readonly purseForScenario: () => Promise<Purse>;
  /** Who set going what runs now, so that what it costs is written down as theirs; null when nobody is counted. */
  readonly payerId: () => string | null;
};

/** Whoever set going what runs now. */
export type Paying = {
  /** Their account, when it is limited. */
  readonly payer: () => Promise<Account | null>;
  readonly payerId: () => string | null;
};

/** Whoever sits at the machine: nobody asks who it is. */
export const NOBODY: Paying = { payer: async () => null, payerId: () => null };

const KEPT_SESSIONS = 1_000;

export function treasury(
  budgets: Budgets,
  spentBefore: SpentBefore,
  clock: Clock,
  { payer, payerId }: Paying = NOBODY,
): Treasury {
  const sessions = new Map<string, Promise<Account>>();
  let day: Promise<DayAccount> | null = null;

  const openDay = async () => {
    const midnight = new Date(clock().toISOString().slice(0, 10));
    return new DayAccount(budgets.day, clock, await spentBefore.since(midnight));
  };
  const sessionAccount = (id: string): Promise<Account> => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const opened = spentBefore.session(id).then((spent) => new Account('session', budgets.session, spent));
    // What was spent can be read again, so forgetting accounts costs a query and no money.
    if (sessions.size >= KEPT_SESSIONS) sessions.clear();
    sessions.set(id, opened);
    return opened;
  };

  /** What everything done today, and by this viewer, draws on. */
  const sharedAccounts = async (): Promise<readonly Account[]> => {
    day ??= openDay();
    const today = (await day).today();
    day = Promise.resolve(today);
    const own = await payer();
    return own === null ? [today] : [today, own];
  };

  return {
    async purseFor(sessionId) {
      const shared = [await sessionAccount(sessionId), ...(await sharedAccounts())];
      return new Purse([new Account('turn', budgets.turn), ...shared]);
    },
    async purseForScenario() {
      return new Purse([new Account('scenario', budgets.scenario ?? null), ...(await sharedAccounts())]);
    },
    payerId,
  };
}
