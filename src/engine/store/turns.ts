import type { Json } from '#engine/util/canonical-json.ts';
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

/** Mode of a player's text: in the story, about it, as its god, or only thinking. */
export type TurnMode = 'STORY' | 'DM' | 'GOD' | 'THINK';

/** Scene a client believes to be current when it asks to continue the story. */
export type Checkpoint = {
  readonly sceneId: string;
  readonly location: string;
  /** The ids of the missions that are under way. */
  readonly missions: readonly string[];
};

/** A roll that was asked for. */
export type RollAnswer = {
  readonly kind: 'roll';
  readonly personaId: string | null;
  /** Faces of the player's own dice, or null to let the engine roll. */
  readonly faces: readonly number[] | null;
  /** Id of the awaited roll (`turns.ts`). Default: the roll that is awaited. */
  readonly rollId?: string;
};

/** Input that starts a turn. */
export type TurnInput =
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'story';
      /** Null for the only persona there is. */
      readonly personaId: string | null;
      readonly text: string;
      /** The offered choice that was taken, if one was. */
      readonly choiceKey: string | null;
      /** Text of that choice as it was offered. It stays the same when other choices are offered later. */
      readonly chosen?: string;
      readonly mode: TurnMode;
    }
  | RollAnswer
  | { readonly kind: 'clarification'; readonly text: string }
  | { readonly kind: 'instruction'; readonly instructionType: string; readonly text: string }
  | { readonly kind: 'continuation'; readonly checkpoint: Checkpoint; readonly sequenceId: number }
  | { readonly kind: 'operations'; readonly asker: 'gm' | 'god'; readonly proposals: readonly Json[] };

type StoryInput = Extract<TurnInput, { readonly kind: 'story' }>;

/** Creates the input of a player's text in the story. Default: the only persona, in the player's own words. */
export function createStoryInput(
  text: string,
  more: Partial<Omit<StoryInput, 'kind' | 'text'>> = {},
): StoryInput {
  return { kind: 'story', personaId: null, text, choiceKey: null, mode: 'STORY', ...more };
}

/** Answer to a turn that waits. */
export type TurnAnswer = Extract<TurnInput, { readonly kind: 'roll' | 'clarification' }>;

export type OutcomeTableRow = {
  readonly from: number | null;
  readonly to: number | null;
  readonly outcome: string;
};

/** Reason a turn waits, with the data the engine needs to resume when the answer comes. */
export type Suspension =
  | {
      readonly kind: 'clarification';
      readonly question: string;
      /** Answers the player may choose from; absent in turns of earlier versions. */
      readonly options?: readonly string[];
      readonly kept: Json;
    }
  | {
      readonly kind: 'roll';
      readonly purpose: string;
      readonly expression: string;
      /** Meaning of the numbers: the outcome table as it is shown; open ends are null. */
      readonly rows: readonly OutcomeTableRow[];
      readonly kept: Json;
    };

/** A suspension and the scene it happened at: what was kept is out of date when the turn goes on from another. */
export type TurnSuspension = Suspension & { readonly sceneId: string };

/** Answer given out of character. */
export type DmAnswer = { readonly text: string; readonly choices?: Json };

export type TurnStatus =
  | 'running'
  | 'committed'
  | 'failed'
  | 'cancelled'
  | 'answered'
  | 'awaiting-clarification'
  | 'awaiting-roll';

/** Reason a turn failed; `retryable` when the client may send the same action again. */
export type TurnFailure = {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  /** Delay the provider asked for; absent when it named none. */
  readonly retryAfterSeconds?: number;
};

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
  /**
   * Suspension the turn last waited at. It stays while the turn continues with the answer, and is gone once the turn
   * is committed.
   */
  readonly suspension: TurnSuspension | null;
  /** Answers of the player for each suspension, oldest first. */
  readonly answers: readonly TurnAnswer[];
  /** Answer given out of character; null unless the turn is answered. */
  readonly answer: DmAnswer | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

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

/**
 * Returns the id of the roll a turn waits for in one of its attempts. No two waits of a turn share an attempt. A roll
 * with this id is therefore never taken for another one, however often it is delivered.
 */
export function toAwaitedRollId({ id, attempt }: Pick<TurnRecord, 'id' | 'attempt'>): string {
  return `${id}:${attempt}`;
}

/**
 * Returns whether dice that a turn waited for have fallen. The story then waits for that turn, even if its narration
 * failed, and no other action avoids the result. Rejected faces never fell. Faces given at another scene than the
 * turn continues from do not count.
 */
export function hasBindingRoll({
  suspension,
  answers,
  baseSceneId,
  failure,
}: Pick<TurnRecord, 'suspension' | 'answers' | 'baseSceneId' | 'failure'>): boolean {
  if (suspension?.kind !== 'roll' || suspension.sceneId !== baseSceneId) return false;
  const fallen = failure?.code === 'ROLL_REFUSED' ? answers.slice(0, -1) : answers;
  return fallen.some(({ kind }) => kind === 'roll');
}
