import type { Database, SumRequest, SumResult } from './database/database.ts';
import { CallReservation, ModelCall, SideCall } from './entities/model-calls.ts';
import { ViewerTurn } from './entities/viewer.ts';
import type { Store } from './store.ts';

/** Metrics of every model call, for turns and for other purposes. */
export type CallMetrics = {
  readonly id: string;
  readonly step: string;
  readonly purpose: string;
  readonly modelKey: string;
  readonly provider: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheWriteTokens: number;
  readonly cacheReadTokens: number;
  /** US dollars; null when the price is unknown. */
  readonly costUsd: number | null;
  readonly firstDeltaMs: number | null;
  readonly durationMs: number;
  readonly ending: string;
  readonly createdAt: Date;
};

export type ModelCallRecord = CallMetrics & {
  readonly sessionId: string;
  readonly turnId: string;
  readonly attempt: number;
};

/** Calls of one step to one model, added up. */
export type UsageRecord = {
  readonly step: string;
  readonly modelKey: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheWriteTokens: number;
  readonly cacheReadTokens: number;
  /** Of the calls whose price is known. */
  readonly costUsd: number;
  /** Number of calls with an unknown price: the sum lacks their cost. */
  readonly unpricedCalls: number;
};

type UsageScope =
  | { readonly sessionId: string }
  | { readonly turnId: string; readonly sessionId: string }
  | { readonly campaignId: string };

/** Owner whose calls are summed. */
export type UsageOwner = 'turn' | 'session' | 'campaign';

type Spending = { readonly usd: number; readonly unknownCalls: number };

export type ModelCallStore = {
  readonly add: (calls: readonly ModelCallRecord[]) => Promise<void>;
  /** Returns the usage in the order of steps and models. */
  readonly usage: (scope: UsageScope) => Promise<readonly UsageRecord[]>;
  /** The same for several turns, sessions or campaigns at once, by their ids; turns are found sooner with their sessions. */
  readonly usageOf: (
    owner: UsageOwner,
    ids: readonly string[],
    sessionIds?: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly UsageRecord[]>>;
  /** Returns the sums with one statement for any combination. */
  readonly spent: (of: SpendingQuery) => Promise<{ readonly session: Spending; readonly since: Spending }>;
};

/** Sums to read; null for a sum the caller does not need. */
type SpendingQuery = {
  /** By its turns and by replays of them. */
  readonly sessionId: string | null;
  /** By everything that asked a model, also outside play. */
  readonly since: Date | null;
};

type Sums = Readonly<Record<string, unknown>>;

export function createModelCallStore(database: Database): ModelCallStore {
  return {
    add: (calls) =>
      database.insertMany(
        ModelCall,
        calls.map(({ sessionId, ...call }) => ({ ...call, session: sessionId })),
      ),
    usage: async (scope) => {
      if ('campaignId' in scope)
        return (await usageOf(database, 'campaign', [scope.campaignId])).get(scope.campaignId) ?? [];
      if ('turnId' in scope)
        return (await usageOf(database, 'turn', [scope.turnId], [scope.sessionId])).get(scope.turnId) ?? [];
      return (await usageOf(database, 'session', [scope.sessionId])).get(scope.sessionId) ?? [];
    },
    usageOf: (owner, ids, sessionIds) => usageOf(database, owner, ids, sessionIds),
    spent: async ({ sessionId, since }) => {
      const ofSession = sessionId === null ? [] : costs({ session: sessionId }, { sessionId });
      const createdAt = { $gte: since };
      const ofDay = since === null ? [] : costs({ createdAt }, { createdAt });
      const sums = await database.sums([...ofSession, ...ofDay]);
      return { session: added(sums.slice(0, ofSession.length)), since: added(sums.slice(ofSession.length)) };
    },
  };
}

type Where = SumRequest['where'];

/** Returns the sums of call costs, for turns and for side calls. */
function costs(played: Where, beside: Where): readonly SumRequest[] {
  return [
    { entity: ModelCall, where: played, property: 'costUsd' },
    { entity: SideCall, where: beside, property: 'costUsd' },
  ];
}

function added(sums: readonly SumResult[]): Spending {
  return {
    usd: sums.reduce((usd, { total }) => usd + total, 0),
    unknownCalls: sums.reduce((calls, { missing }) => calls + missing, 0),
  };
}

type Tables = { model_call: Record<string, unknown>; session: { id: string; campaign_id: string } };

const OWNERS = {
  turn: 'model_call.turn_id',
  session: 'model_call.session_id',
  campaign: 'session.campaign_id',
} as const;

async function usageOf(
  database: Database,
  owner: UsageOwner,
  ids: readonly string[],
  sessionIds?: readonly string[],
): Promise<ReadonlyMap<string, readonly UsageRecord[]>> {
  let calls = database.orm
    .getKysely<Tables>()
    .selectFrom('model_call')
    .innerJoin('session', 'session.id', 'model_call.session_id')
    .where(OWNERS[owner], 'in', [...ids]);
  if (sessionIds !== undefined) calls = calls.where('session_id', 'in', [...sessionIds]);
  const rows = await calls
    .select(({ fn }) => [
      `${OWNERS[owner]} as owner`,
      'step',
      'model_key as modelKey',
      fn.countAll().as('calls'),
      fn.sum('input_tokens').as('inputTokens'),
      fn.sum('output_tokens').as('outputTokens'),
      fn.sum('cache_write_tokens').as('cacheWriteTokens'),
      fn.sum('cache_read_tokens').as('cacheReadTokens'),
      fn.sum('cost_usd').as('costUsd'),
      fn.count('cost_usd').as('unpricedCalls'),
    ])
    .groupBy([OWNERS[owner], 'step', 'model_key'])
    .orderBy('step')
    .orderBy('model_key')
    .execute();
  const byOwner = Map.groupBy(rows, (row) => String(row.owner));
  return new Map(ids.map((id) => [id, (byOwner.get(id) ?? []).map(recordOf)]));
}

/**
 * Converts a row of sums, which are text or numbers depending on the database. `unpricedCalls` still holds the number
 * of calls with a price.
 */
function recordOf(row: Sums): UsageRecord {
  const calls = Number(row.calls);
  return {
    step: String(row.step),
    modelKey: String(row.modelKey),
    calls,
    inputTokens: Number(row.inputTokens),
    outputTokens: Number(row.outputTokens),
    cacheWriteTokens: Number(row.cacheWriteTokens),
    cacheReadTokens: Number(row.cacheReadTokens),
    costUsd: Number(row.costUsd ?? 0),
    unpricedCalls: calls - Number(row.unpricedCalls),
  };
}

/** A call that no turn made. No usage of a session or campaign counts it; every budget does. */
export type SideCallRecord = CallMetrics & {
  readonly work: 'scenario' | 'replay';
  /** Viewer who started the work; null when it counts towards no viewer. */
  readonly viewerId: string | null;
  /** The session that was replayed. */
  readonly sessionId: string | null;
};

export type SideCallStore = {
  readonly add: (calls: readonly SideCallRecord[]) => Promise<void>;
};

export function createSideCallStore(database: Database): SideCallStore {
  return {
    add: (calls) => database.insertMany(SideCall, calls),
  };
}

type ViewerTurnRecord = {
  readonly id: string;
  readonly viewerId: string;
  readonly turnId: string;
  readonly createdAt: Date;
};

/** Turns a viewer started. A retried turn is listed once for each attempt the viewer requested. */
export type ViewerTurnStore = {
  /**
   * Adds a start whose turn is not known yet, unless the viewer has as many since a moment as the bound allows. Returns when those
   * were, oldest first, and null when it was added. Starts sent to several servers at once are counted one after another.
   */
  readonly begin: (
    start: Omit<ViewerTurnRecord, 'turnId'>,
    bound: { readonly since: Date; readonly limit: number } | null,
  ) => Promise<readonly Date[] | null>;
  /** Writes the turn that a start led to, or removes a start that led to none. */
  readonly settle: (id: string, turnId: string | null) => Promise<void>;
  /** Returns the US dollars of the viewer's turns, scenarios and replays since a moment, as far as prices are known. */
  readonly spentSince: (viewerId: string, moment: Date) => Promise<number>;
};

/** Name of our locks inside the database, one for each viewer. Any number works that no other program uses. */
const START_LOCK = 7_236_415;

export function createViewerTurnStore(database: Database, kind: Store['kind']): ViewerTurnStore {
  return {
    begin: (start, bound) =>
      database.transactional(async (tx) => {
        if (bound !== null && kind === 'postgresql') {
          await tx.execute('select pg_advisory_xact_lock(?, hashtext(?))', [START_LOCK, start.viewerId]);
        }
        const starts = bound === null ? [] : await findStarts(tx, start.viewerId, bound.since);
        if (bound !== null && starts.length >= bound.limit) return starts.map(({ createdAt }) => createdAt);
        await tx.insert(ViewerTurn, { ...start, turnId: start.id });
        return null;
      }),
    settle: async (id, turnId) => {
      if (turnId === null) await database.remove(ViewerTurn, { id });
      else await database.update(ViewerTurn, { id }, { turnId });
    },
    spentSince: async (viewerId, moment) => {
      const turnIds = [
        ...new Set((await findStarts(database, viewerId, moment)).map(({ turnId }) => turnId)),
      ];
      const createdAt = { $gte: moment };
      const fields = { fields: ['costUsd'] } as const;
      const played =
        turnIds.length === 0
          ? []
          : await database.find(ModelCall, { turnId: { $in: turnIds }, createdAt }, fields);
      const beside = await database.find(SideCall, { viewerId, createdAt }, fields);
      return [...played, ...beside].reduce((sum, { costUsd }) => sum + Number(costUsd ?? 0), 0);
    },
  };
}

function findStarts(database: Database, viewerId: string, since: Date) {
  return database.find(
    ViewerTurn,
    { viewerId, createdAt: { $gte: since } },
    { orderBy: { createdAt: 'asc', id: 'asc' } },
  );
}

/** Budgets that several servers draw on. */
type SharedBudgetName = 'session' | 'day' | 'viewer';

/** US dollars each budget may spend; null for no limit. */
export type SharedLimits = Readonly<Record<SharedBudgetName, number | null>>;

type CallReservationRequest = {
  readonly id: string;
  /** Owners of the call. Null when it belongs to no session, or to no viewer. */
  readonly sessionId: string | null;
  readonly viewerId: string | null;
  readonly limits: SharedLimits;
  /** Beginning of the day of the day's and the viewer's budget. */
  readonly midnight: Date;
  readonly usd: number;
  readonly now: Date;
  readonly expiresAt: Date;
};

/** Budget that has too little left. `spent` includes what running calls may cost. */
type ReservationRefusal = {
  readonly name: SharedBudgetName;
  readonly limit: number;
  readonly spent: number;
};

/** Possible costs of running calls, which all servers on the database count. */
export type CallReservationStore = {
  /** Reserves in one transaction, or returns the budget that has too little left. */
  readonly reserve: (request: CallReservationRequest) => Promise<ReservationRefusal | null>;
  readonly renew: (ids: readonly string[], expiresAt: Date) => Promise<void>;
  readonly release: (ids: readonly string[]) => Promise<void>;
};

/** Name of our lock inside the database. Any number works that no other program uses. */
const RESERVATION_LOCK = 7_236_414;

export function createCallReservationStore(database: Database, kind: Store['kind']): CallReservationStore {
  return {
    reserve: (request) =>
      database.transactional(async (tx) => {
        // Two servers that reserve at once would not see each other's rows. SQLite has one server and one transaction.
        if (kind === 'postgresql') await tx.execute('select pg_advisory_xact_lock(?)', [RESERVATION_LOCK]);
        await tx.remove(CallReservation, { expiresAt: { $lte: request.now } });
        const refusal = await findRefusal(tx, kind, request);
        if (refusal !== null) return refusal;
        const { id, sessionId, viewerId, usd, now: createdAt, expiresAt } = request;
        await tx.insert(CallReservation, { id, sessionId, viewerId, usd, createdAt, expiresAt });
        return null;
      }),
    renew: async (ids, expiresAt) => {
      await database.update(CallReservation, { id: { $in: [...ids] } }, { expiresAt });
    },
    release: async (ids) => {
      await database.remove(CallReservation, { id: { $in: [...ids] } });
    },
  };
}

async function findRefusal(
  tx: Database,
  kind: Store['kind'],
  { sessionId, viewerId, limits, midnight, usd }: CallReservationRequest,
): Promise<ReservationRefusal | null> {
  const recorded = await createModelCallStore(tx).spent({
    sessionId: limits.session === null ? null : sessionId,
    since: limits.day === null ? null : midnight,
  });
  const ofViewer =
    limits.viewer === null || viewerId === null
      ? 0
      : await createViewerTurnStore(tx, kind).spentSince(viewerId, midnight);
  const running = await tx.find(CallReservation, {});
  const sum = (isCounted: (row: CallReservation) => boolean): number =>
    running.filter(isCounted).reduce((total, row) => total + Number(row.usd), 0);
  const spent: Record<SharedBudgetName, number> = {
    session: recorded.session.usd + sum((row) => row.sessionId === sessionId),
    day: recorded.since.usd + sum(() => true),
    viewer: ofViewer + sum((row) => row.viewerId === viewerId),
  };
  for (const name of ['session', 'day', 'viewer'] as const) {
    const limit = limits[name];
    if (limit !== null && spent[name] + usd > limit) return { name, limit, spent: spent[name] };
  }
  return null;
}
