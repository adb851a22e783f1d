import type { Database, SumRequest, SumResult } from './database/database.ts';
import { ModelCall, SideCall } from './entities/model-calls.ts';
import { ViewerTurn } from './entities/viewer.ts';

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
  readonly add: (turn: ViewerTurnRecord) => Promise<void>;
  /** Returns when the viewer started turns after a moment, oldest first. */
  readonly startsSince: (viewerId: string, moment: Date) => Promise<readonly Date[]>;
  /** Returns the US dollars of the viewer's turns, scenarios and replays since a moment, as far as prices are known. */
  readonly spentSince: (viewerId: string, moment: Date) => Promise<number>;
};

export function createViewerTurnStore(database: Database): ViewerTurnStore {
  const since = (viewerId: string, moment: Date) =>
    database.find(
      ViewerTurn,
      { viewerId, createdAt: { $gte: moment } },
      { orderBy: { createdAt: 'asc', id: 'asc' } },
    );
  return {
    add: async (turn) => {
      await database.insert(ViewerTurn, turn);
    },
    startsSince: async (viewerId, moment) =>
      (await since(viewerId, moment)).map(({ createdAt }) => createdAt),
    spentSince: async (viewerId, moment) => {
      const turnIds = [...new Set((await since(viewerId, moment)).map(({ turnId }) => turnId))];
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
