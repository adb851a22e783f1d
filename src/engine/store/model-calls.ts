import type { SqlEntityManager } from '@mikro-orm/sql';
import { ModelCall } from './entities/model-call.ts';
import { Session } from './entities/session.ts';

export type ModelCallRecord = {
  readonly id: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly attempt: number;
  readonly step: string;
  readonly purpose: string;
  readonly modelKey: string;
  readonly provider: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheWriteTokens: number;
  readonly cacheReadTokens: number;
  /** US dollars; null when nobody knows the price. */
  readonly costUsd: number | null;
  readonly firstDeltaMs: number | null;
  readonly durationMs: number;
  readonly ending: string;
  readonly createdAt: Date;
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
  /** Calls whose price nobody knows: the sum is short by what these cost. */
  readonly unpricedCalls: number;
};

export type UsageScope =
  | { readonly sessionId: string }
  | { readonly turnId: string; readonly sessionId: string }
  | { readonly campaignId: string };

export type Spent = { readonly usd: number; readonly unknownCalls: number };

export type ModelCallStore = {
  readonly add: (call: ModelCallRecord) => Promise<void>;
  /** In the order of steps and models. */
  readonly usage: (scope: UsageScope) => Promise<readonly UsageRecord[]>;
  readonly spentInSession: (sessionId: string) => Promise<Spent>;
  readonly spentSince: (moment: Date) => Promise<Spent>;
};

type Sums = Readonly<Record<string, unknown>>;

export function modelCallStore(em: () => SqlEntityManager): ModelCallStore {
  const select = () => em().getKysely<{ model_call: Record<string, unknown> }>().selectFrom('model_call');

  const spent = async (where: { session: string } | { createdAt: { $gte: Date } }): Promise<Spent> => {
    const calls = await em().find(ModelCall, where, { fields: ['costUsd'] });
    const priced = calls.flatMap(({ costUsd }) => (costUsd === null ? [] : Number(costUsd)));
    return { usd: priced.reduce((sum, cost) => sum + cost, 0), unknownCalls: calls.length - priced.length };
  };

  return {
    add: async ({ sessionId, ...call }) => {
      await em().insert(ModelCall, { ...call, session: sessionId });
    },
    usage: async (scope) => {
      const sessionIds = 'campaignId' in scope ? await sessionsOf(em(), scope.campaignId) : [scope.sessionId];
      if (sessionIds.length === 0) return [];
      let query = select().where('session_id', 'in', sessionIds);
      if ('turnId' in scope) query = query.where('turn_id', '=', scope.turnId);
      const rows = await query
        .select(({ fn }) => [
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
        .groupBy(['step', 'model_key'])
        .orderBy('step')
        .orderBy('model_key')
        .execute();
      return rows.map(usageOf);
    },
    spentInSession: (sessionId) => spent({ session: sessionId }),
    spentSince: (moment) => spent({ createdAt: { $gte: moment } }),
  };
}

async function sessionsOf(em: SqlEntityManager, campaignId: string): Promise<string[]> {
  const sessions = await em.find(Session, { campaign: campaignId }, { fields: ['id'] });
  return sessions.map(({ id }) => id);
}

/** Sums come as text or numbers, by database; `unpricedCalls` still holds how many calls had a price. */
function usageOf(row: Sums): UsageRecord {
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
