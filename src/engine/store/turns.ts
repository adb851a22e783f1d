import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Json } from '#engine/kit/canonical-json.ts';
import { Turn } from './entities/turn.ts';
import { TurnRecording } from './entities/turn-recording.ts';
import { decodeJson } from './json-codec.ts';
import { type Page, type PageRequest, pageOf, pageQuery } from './page.ts';
import { pagesOfSessions } from './pages-of-many.ts';

/** What set a turn going: the campaign's own opening, a player's words, or changes the game master makes by hand. */
export type TurnInput =
  | { readonly kind: 'opening' }
  /** Without a persona it is the first one who acts. */
  | { readonly kind: 'story'; readonly text: string; readonly personaId?: string }
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

/** What was recorded of one attempt at a turn. For the game master only. */
export type RecordingRecord = {
  readonly turnId: string;
  readonly attempt: number;
  readonly content: unknown;
  readonly createdAt: Date;
};

export type TurnStore = {
  readonly find: (id: string) => Promise<TurnRecord | null>;
  readonly findMany: (ids: readonly string[]) => Promise<readonly TurnRecord[]>;
  /** The turn an action of a session stands for, if there is one. */
  readonly findByAction: (sessionId: string, actionId: string) => Promise<TurnRecord | null>;
  /** Oldest first. */
  readonly ofSession: (sessionId: string, page: PageRequest) => Promise<Page<TurnRecord>>;
  /** The same page of several sessions, by session id. */
  readonly ofSessions: (
    sessionIds: readonly string[],
    page: PageRequest,
  ) => Promise<ReadonlyMap<string, Page<TurnRecord>>>;
  /** What was recorded of every attempt at these turns, by turn and oldest first. */
  readonly recordings: (turnIds: readonly string[]) => Promise<readonly RecordingRecord[]>;
  /** What was recorded of one attempt at a turn, or null when nothing was. */
  readonly recording: (turnId: string, attempt: number) => Promise<unknown>;
};

export function turnStore(em: () => SqlEntityManager): TurnStore {
  const findMany = async (ids: readonly string[]): Promise<TurnRecord[]> =>
    (await em().find(Turn, { id: { $in: [...ids] } })).map(turnRecordOf);
  return {
    find: async (id) => {
      const turn = await em().findOne(Turn, { id });
      return turn === null ? null : turnRecordOf(turn);
    },
    findByAction: async (sessionId, actionId) => {
      const turn = await em().findOne(Turn, { session: sessionId, actionId });
      return turn === null ? null : turnRecordOf(turn);
    },
    findMany,
    ofSession: async (sessionId, request) => {
      const { range, order, limit } = pageQuery(request, 'asc');
      const where = range === null ? { session: sessionId } : { session: sessionId, id: range };
      return pageOf(await em().find(Turn, where, { orderBy: { id: order }, limit }), request, turnRecordOf);
    },
    ofSessions: (sessionIds, request) =>
      pagesOfSessions(em(), { table: 'turn', key: 'id' }, sessionIds, request, findMany),
    recordings: async (turnIds) => {
      const found = await em().find(
        TurnRecording,
        { turn: { $in: [...turnIds] } },
        { orderBy: { turn: 'asc', attempt: 'asc' } },
      );
      return found.map(({ turn, attempt, content, createdAt }) => {
        return { turnId: turn.id, attempt, content: decodeJson(content), createdAt };
      });
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
