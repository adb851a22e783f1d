import type { Json } from '#engine/kit/canonical-json.ts';
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
 * The same page of several sessions' lists with two queries, however many sessions there are: the first ranks the rows of
 * each session and keeps the ids within the page, the second, `read`, fetches those rows.
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

/** How a player means what they say: in the story, about it, as its god, or only thinking. */
export type TurnMode = 'STORY' | 'DM' | 'GOD' | 'THINK';

/** Where a client believes the story stands when it asks to go on with it. */
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
  /** What each of the player's own dice shows, or null to let the engine throw. */
  readonly faces: readonly number[] | null;
  /** Which awaited roll it is (`turns.ts`); left out, it is whichever is awaited. */
  readonly rollId?: string;
};

/** What set a turn going. */
export type TurnInput =
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'story';
      /** Null for the only persona there is. */
      readonly personaId: string | null;
      readonly text: string;
      /** The offered choice that was taken, if one was. */
      readonly choiceKey: string | null;
      /** That choice written out as it was offered: it stays what was chosen, whatever is offered later. */
      readonly chosen?: string;
      readonly mode: TurnMode;
    }
  | RollAnswer
  | { readonly kind: 'clarification'; readonly text: string }
  | { readonly kind: 'instruction'; readonly instructionType: string; readonly text: string }
  | { readonly kind: 'continuation'; readonly checkpoint: Checkpoint; readonly sequenceId: number }
  | { readonly kind: 'operations'; readonly asker: 'gm' | 'god'; readonly proposals: readonly Json[] };

type StoryInput = Extract<TurnInput, { readonly kind: 'story' }>;

/** What somebody says in the story, as the only persona and in their own words unless more is said. */
export function createStoryInput(
  text: string,
  more: Partial<Omit<StoryInput, 'kind' | 'text'>> = {},
): StoryInput {
  return { kind: 'story', personaId: null, text, choiceKey: null, mode: 'STORY', ...more };
}

/** What can be answered to a turn that waits. */
export type TurnAnswer = Extract<TurnInput, { readonly kind: 'roll' | 'clarification' }>;

export type OutcomeTableRow = {
  readonly from: number | null;
  readonly to: number | null;
  readonly outcome: string;
};

/** What a turn waits for, with whatever the engine needs to go on when the answer comes. */
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
      /** What the numbers will mean: the table as it is shown; open ends are null. */
      readonly rows: readonly OutcomeTableRow[];
      readonly kept: Json;
    };

/** A suspension and the scene it happened at: what was kept is out of date when the turn goes on from another. */
export type TurnSuspension = Suspension & { readonly sceneId: string };

/** What was said out of character. */
export type DmAnswer = { readonly text: string; readonly choices?: Json };

export type TurnStatus =
  | 'running'
  | 'committed'
  | 'failed'
  | 'cancelled'
  | 'answered'
  | 'awaiting-clarification'
  | 'awaiting-roll';

/** Why a turn came to nothing; `retryable` when the same action may simply be sent again. */
export type TurnFailure = {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  /** How long the provider asked to be left alone; absent when it did not say. */
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
  /** What it last waited for. It stays while the turn goes on with the answer, and is gone once the turn is committed. */
  readonly suspension: TurnSuspension | null;
  /** What the player answered each time it waited, oldest first. */
  readonly answers: readonly TurnAnswer[];
  /** What was said out of character; null unless the turn is answered. */
  readonly answer: DmAnswer | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

/** What was recorded of one attempt at a turn. For the game master only. */
export type RecordingRecord = {
  readonly turnId: string;
  readonly attempt: number;
  readonly content: unknown;
  /** How much room it takes, compressed as it is kept. */
  readonly bytes: number;
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
 * Names the dice a turn came to wait for in one of its attempts. No two waits of a turn share an attempt, so a roll that names
 * it is never taken for another one, however often it is delivered.
 */
export function toAwaitedRollId({ id, attempt }: Pick<TurnRecord, 'id' | 'attempt'>): string {
  return `${id}:${attempt}`;
}

/**
 * Whether dice a turn has waited for lie on the table: then the story waits for that turn, whatever became of its telling,
 * and nobody escapes them by doing something else. Faces that were refused never fell, and those given at another scene
 * than the turn goes on from were for something else.
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
