import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Json } from '#engine/kit/canonical-json.ts';
import { Turn } from './entities/turn.ts';
import { TurnRecording } from './entities/turn-recording.ts';
import { decodeJson } from './json-codec.ts';
import { type Page, type PageRequest, pageOf, pageQuery } from './page.ts';

/** What set a turn going: the campaign's own opening, a player's words, or changes the game master makes by hand. */
export type TurnInput =
  | { readonly kind: 'opening' }
  | { readonly kind: 'story'; readonly text: string }
  | { readonly kind: 'operations'; readonly asker: 'gm' | 'god'; readonly proposals: readonly Json[] };

export type TurnStatus = 'running' | 'committed' | 'failed';

/** Why a turn came to nothing; `retryable` when the same action may simply be sent again. */
export type TurnFailure = { readonly code: string; readonly message: string; readonly retryable: boolean };

export type TurnRecord = {
  readonly id: string;
  readonly sessionId: string;
  readonly actionId: string;
  readonly input: TurnInput;
  readonly status: TurnStatus;
  readonly attempt: number;
  readonly baseSceneId: string;
  readonly sceneId: string | null;
  readonly failure: TurnFailure | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

export type TurnStore = {
  readonly find: (id: string) => Promise<TurnRecord | null>;
  readonly findMany: (ids: readonly string[]) => Promise<readonly TurnRecord[]>;
  /** The turn an action of a session stands for, if there is one. */
  readonly findByAction: (sessionId: string, actionId: string) => Promise<TurnRecord | null>;
  /** Oldest first. */
  readonly ofSession: (sessionId: string, page: PageRequest) => Promise<Page<TurnRecord>>;
  /** What was recorded of one attempt at a turn, or null when nothing was. */
  readonly recording: (turnId: string, attempt: number) => Promise<unknown>;
};

export function turnStore(em: () => SqlEntityManager): TurnStore {
  return {
    find: async (id) => {
      const turn = await em().findOne(Turn, { id });
      return turn === null ? null : turnRecordOf(turn);
    },
    findByAction: async (sessionId, actionId) => {
      const turn = await em().findOne(Turn, { session: sessionId, actionId });
      return turn === null ? null : turnRecordOf(turn);
    },
    findMany: async (ids) => (await em().find(Turn, { id: { $in: [...ids] } })).map(turnRecordOf),
    ofSession: async (sessionId, request) => {
      const { range, order, limit } = pageQuery(request, 'asc');
      const where = range === null ? { session: sessionId } : { session: sessionId, id: range };
      return pageOf(await em().find(Turn, where, { orderBy: { id: order }, limit }), request, turnRecordOf);
    },
    recording: async (turnId, attempt) => {
      const recording = await em().findOne(TurnRecording, { turn: turnId, attempt });
      return recording === null ? null : decodeJson(recording.content);
    },
  };
}

export function turnRecordOf(turn: Turn): TurnRecord {
  const { id, actionId, input, status, attempt, baseSceneId, sceneId, failure, createdAt, finishedAt } = turn;
  return {
    id,
    sessionId: turn.session.id,
    actionId,
    input,
    status,
    attempt,
    baseSceneId,
    sceneId,
    failure,
    createdAt,
    finishedAt,
  };
}
