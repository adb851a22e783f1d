import type { TurnRecord } from '#engine/domain/turn.ts';
import { decompressJson } from './database/compressed-json.ts';
import type { Database } from './database/database.ts';
import { Turn, TurnRecording } from './entities/turn.ts';
import { type Page, type PageKey, type PageRequest, toPage, toPageQuery } from './page.ts';

type Listed = {
  readonly table: 'turn';
  /** The column that orders the list of one session. */
  readonly key: 'id';
};

type Tables = Record<Listed['table'], Record<'id' | 'session_id', string | number>>;

/**
 * Finds the same page of several sessions' lists with two queries for any number of sessions. The first ranks the
 * rows of each session and keeps the ids within the page. The second, `read`, fetches those rows.
 */
async function findSessionPages<Key extends PageKey, Item extends { readonly id: string }>(
  database: Database,
  { table, key }: Listed,
  sessionIds: readonly string[],
  request: PageRequest<Key>,
  read: (ids: readonly string[]) => Promise<readonly Item[]>,
): Promise<ReadonlyMap<string, Page<Item>>> {
  const { range, order, limit } = toPageQuery(request, 'asc');
  const ranked = await database.orm
    .getKysely<Tables>()
    .selectFrom((from) => {
      let rows = from
        .selectFrom(table)
        .select(({ fn }) => [
          'id',
          'session_id as owner',
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('session_id').orderBy(key, order))
            .as('place'),
        ])
        .where('session_id', 'in', [...sessionIds]);
      if (range?.$gt !== undefined) rows = rows.where(key, '>', range.$gt);
      if (range?.$lt !== undefined) rows = rows.where(key, '<', range.$lt);
      return rows.as('ranked');
    })
    .select(['id', 'owner'])
    .where('place', '<=', limit)
    .orderBy('owner')
    .orderBy('place')
    .execute();
  const items = new Map((await read(ranked.map(({ id }) => String(id)))).map((item) => [item.id, item]));
  return new Map(
    sessionIds.map((sessionId) => {
      const own = ranked.filter(({ owner }) => owner === sessionId);
      const rows = own.flatMap(({ id }) => items.get(String(id)) ?? []);
      return [sessionId, toPage(rows, request, (item) => item)];
    }),
  );
}

/** Recording of one attempt at a turn. For the game master only. */
export type RecordingRecord = {
  readonly turnId: string;
  readonly attempt: number;
  readonly content: unknown;
  /** Size of the stored recording, compressed. */
  readonly bytes: number;
  readonly createdAt: Date;
};

export type TurnStore = {
  readonly find: (id: string) => Promise<TurnRecord | null>;
  readonly findMany: (ids: readonly string[]) => Promise<readonly TurnRecord[]>;
  /** Returns the turn of an action of a session, if there is one. */
  readonly findByAction: (sessionId: string, actionId: string) => Promise<TurnRecord | null>;
  /** Returns the turns of a session, oldest first. */
  readonly ofSession: (sessionId: string, page: PageRequest) => Promise<Page<TurnRecord>>;
  /** The same page of several sessions, by session id. */
  readonly ofSessions: (
    sessionIds: readonly string[],
    page: PageRequest,
  ) => Promise<ReadonlyMap<string, Page<TurnRecord>>>;
  /** Returns the recordings of every attempt at these turns, by turn and oldest first. */
  readonly recordings: (turnIds: readonly string[]) => Promise<readonly RecordingRecord[]>;
  /** Returns the recording of one attempt at a turn, or null when there is none. */
  readonly recording: (turnId: string, attempt: number) => Promise<unknown>;
};

export function createTurnStore(database: Database): TurnStore {
  const findMany = async (ids: readonly string[]): Promise<TurnRecord[]> =>
    (await database.find(Turn, { id: { $in: [...ids] } })).map(toTurnRecord);
  return {
    find: async (id) => {
      const turn = await database.findOne(Turn, { id });
      return turn === null ? null : toTurnRecord(turn);
    },
    findByAction: async (sessionId, actionId) => {
      const turn = await database.findOne(Turn, { session: sessionId, actionId });
      return turn === null ? null : toTurnRecord(turn);
    },
    findMany,
    ofSession: async (sessionId, request) => {
      const { range, order, limit } = toPageQuery(request, 'asc');
      const where = range === null ? { session: sessionId } : { session: sessionId, id: range };
      return toPage(
        await database.find(Turn, where, { orderBy: { id: order }, limit }),
        request,
        toTurnRecord,
      );
    },
    ofSessions: (sessionIds, request) =>
      findSessionPages(database, { table: 'turn', key: 'id' }, sessionIds, request, findMany),
    recordings: async (turnIds) => {
      const found = await database.find(
        TurnRecording,
        { turn: { $in: [...turnIds] } },
        { orderBy: { turn: 'asc', attempt: 'asc' } },
      );
      return found.map(({ turn, attempt, content, createdAt }) => {
        return {
          turnId: turn.id,
          attempt,
          content: decompressJson(content),
          bytes: content.length,
          createdAt,
        };
      });
    },
    recording: async (turnId, attempt) => {
      const recording = await database.findOne(TurnRecording, { turn: turnId, attempt });
      return recording === null ? null : decompressJson(recording.content);
    },
  };
}

export function toTurnRecord(turn: Turn): TurnRecord {
  return {
    id: turn.id,
    sessionId: turn.session.id,
    actionId: turn.actionId,
    input: turn.input,
    status: turn.status,
    attempt: turn.attempt,
    baseSceneId: turn.baseSceneId,
    sceneId: turn.sceneId,
    failure: turn.failure,
    suspension: turn.suspension,
    answers: turn.answers,
    answer: turn.answer,
    createdAt: turn.createdAt,
    finishedAt: turn.finishedAt,
  };
}
