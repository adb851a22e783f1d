import { type RawQueryFragment, raw } from '@mikro-orm/sql';
import type { Json } from '#engine/util/canonical-json.ts';
import type { Database } from './database/database.ts';
import { Session } from './entities/session.ts';
import { TurnEventEntity } from './entities/turn.ts';
import { type Page, type PageRequest, toPage } from './page.ts';
import { queryUnion } from './scene-rows/lineage-query.ts';

/** Audience of an event: the players, or the game master alone. */
export type Audience = 'player' | 'gm';

/** Reader of events. A player reads what is for all players and what is for their persona; a game master reads all of it. */
export type EventViewer = {
  readonly audience: Audience;
  /** The reader's persona; null or absent when it has none. `everyone` for a game master who reads as a player. */
  readonly personaId?: string | null | 'everyone';
  /** Whether it asked for the steps of turns, which are for progress displays. */
  readonly includesSteps?: boolean;
};

/** Kinds of events that are only read when they are asked for. */
const STEP_EVENTS: readonly string[] = ['step-started', 'step-finished'];

/** Returns whether a reader may see an event. */
export function canSeeEvent(
  { audience, personaId, includesSteps = false }: EventViewer,
  event: Pick<NewEventRow, 'audience' | 'personaIds' | 'type'>,
): boolean {
  if (!includesSteps && STEP_EVENTS.includes(event.type)) return false;
  if (audience === 'gm') return true;
  if (event.audience === 'gm') return false;
  return (
    event.personaIds == null || personaId === 'everyone' || event.personaIds.some((id) => id === personaId)
  );
}

/** An event about to be written; its place in the session's order is given by the store. */
export type NewEventRow = {
  readonly turnId: string | null;
  readonly audience: Audience;
  /** Personas a private event is for; null or absent for the whole audience. */
  readonly personaIds?: readonly string[] | null;
  readonly type: string;
  readonly payload: Json;
  readonly createdAt: Date;
};

export type EventRow = NewEventRow & { readonly sessionId: string; readonly sequence: number };

export type EventRowStore = {
  /**
   * Adds events at the end of a session's log, for the turn that holds the session's lease. Returns null and
   * writes nothing when the lease has passed to another.
   */
  readonly append: (
    sessionId: string,
    fence: number,
    events: readonly NewEventRow[],
  ) => Promise<readonly EventRow[] | null>;
  /** Adds events that belong to no turn. Returns null and writes nothing when there is no such session. */
  readonly tell: (sessionId: string, events: readonly NewEventRow[]) => Promise<readonly EventRow[] | null>;
  /** Returns the events after a sequence number, in order, at most `limit`. */
  readonly after: (sessionId: string, sequence: number, limit: number) => Promise<readonly EventRow[]>;
  /** Returns all events of these kinds in several sessions, each session's in order. */
  readonly ofTypes: (sessionIds: readonly string[], types: readonly string[]) => Promise<readonly EventRow[]>;
  /** Returns the events of a turn of these kinds, in order. */
  readonly ofTurn: (
    sessionId: string,
    turnId: string,
    types: readonly string[],
  ) => Promise<readonly EventRow[]>;
  /** Returns the number of the first event of each turn, by turn id. */
  readonly firstSequences: (
    turns: readonly { readonly sessionId: string; readonly turnId: string }[],
  ) => Promise<ReadonlyMap<string, number>>;
  /** A page of the events an audience may see, in order. */
  readonly page: (
    sessionId: string,
    viewer: EventViewer,
    request: PageRequest<number>,
  ) => Promise<Page<EventRow>>;
  /** The same page of several sessions, by session id, read together. */
  readonly pages: (
    sessionIds: readonly string[],
    viewer: EventViewer,
    request: PageRequest<number>,
  ) => Promise<ReadonlyMap<string, Page<EventRow>>>;
  /** Returns the number of a session's last event; null when there is no such session. */
  readonly lastSequence: (sessionId: string) => Promise<number | null>;
  /** Returns the numbers of several sessions' last events, by session id. */
  readonly lastSequences: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
};

export function createEventRowStore(database: Database): EventRowStore {
  return {
    append: (sessionId, fence, events) =>
      database.transactional(async (tx) => {
        const held = await reserveSequence(tx, { id: sessionId, leaseFence: fence }, events.length);
        return held === null ? null : insertEvents(tx, sessionId, held, events);
      }),

    tell: (sessionId, events) =>
      database.transactional(async (tx) => {
        const last = await reserveSequence(tx, { id: sessionId }, events.length);
        return last === null ? null : insertEvents(tx, sessionId, last, events);
      }),

    after: async (sessionId, sequence, limit) => {
      const found = await database.find(
        TurnEventEntity,
        { session: sessionId, sequence: { $gt: sequence } },
        { orderBy: { sequence: 'asc' }, limit },
      );
      return found.map(rowOf);
    },

    ofTypes: async (sessionIds, types) => {
      const where = { session: { $in: [...sessionIds] }, type: { $in: [...types] } };
      const orderBy = { session: 'asc', sequence: 'asc' } as const;
      return (await database.find(TurnEventEntity, where, { orderBy })).map(rowOf);
    },

    ofTurn: async (sessionId, turnId, types) => {
      const where = { session: sessionId, turnId, type: { $in: [...types] } };
      return (await database.find(TurnEventEntity, where, { orderBy: { sequence: 'asc' } })).map(rowOf);
    },

    firstSequences: async (turns) => {
      if (turns.length === 0) return new Map();
      const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ');
      const sessionIds = [...new Set(turns.map(({ sessionId }) => sessionId))];
      const turnIds = [...new Set(turns.map(({ turnId }) => turnId))];
      const found = await database.execute<{ turn_id: string; first: number | string }[]>(
        `select turn_id, min(sequence) as first from turn_event where session_id in (${marks(sessionIds.length)}) and turn_id in (${marks(turnIds.length)}) group by turn_id`,
        [...sessionIds, ...turnIds],
      );
      return new Map(found.map(({ turn_id, first }) => [turn_id, Number(first)]));
    },

    page: async (sessionId, viewer, request) => {
      const pages = await readEventPages(database, [sessionId], viewer, request);
      return pages.get(sessionId) ?? { items: [], hasMore: false };
    },

    pages: (sessionIds, viewer, request) => readEventPages(database, sessionIds, viewer, request),

    lastSequence: async (sessionId) => {
      const session = await database.findOne(Session, { id: sessionId }, { fields: ['eventSequence'] });
      return session?.eventSequence ?? null;
    },

    lastSequences: async (sessionIds) => {
      const found = await database.find(
        Session,
        { id: { $in: [...sessionIds] } },
        { fields: ['eventSequence'] },
      );
      return new Map(found.map(({ id, eventSequence }) => [id, eventSequence]));
    },
  };
}

type Place = { readonly session_id: string; readonly sequence: number };

async function readEventPages(
  database: Database,
  sessionIds: readonly string[],
  viewer: EventViewer,
  request: PageRequest<number>,
): Promise<ReadonlyMap<string, Page<EventRow>>> {
  const { from, limit, after, before } = request;
  const seen = buildSeenCondition(viewer);
  const bounds = `${after === null ? '' : ' and sequence > ?'}${before === null ? '' : ' and sequence < ?'}`;
  const selects = sessionIds.map((sessionId) => ({
    sql: `select session_id, sequence from turn_event where session_id = ?${seen.sql}${bounds} order by sequence ${from === 'start' ? 'asc' : 'desc'} limit ?`,
    values: [
      sessionId,
      ...seen.values,
      ...(after === null ? [] : [after]),
      ...(before === null ? [] : [before]),
      limit + 1,
    ],
  }));
  const places = Map.groupBy(await queryUnion<Place>(database, selects), ({ session_id }) => session_id);
  const wanted = [...places].map(([session, own]) => {
    return { session, sequence: { $in: own.map(({ sequence }) => Number(sequence)) } };
  });
  const order = from === 'start' ? 'asc' : 'desc';
  const found =
    wanted.length === 0
      ? []
      : await database.find(TurnEventEntity, { $or: wanted }, { orderBy: { sequence: order } });
  const rows = Map.groupBy(found.map(rowOf), ({ sessionId }) => sessionId);
  return new Map(sessionIds.map((id) => [id, toPage(rows.get(id) ?? [], request, (row) => row)]));
}

/** Builds the condition that `canSeeEvent` states, for the database. */
function buildSeenCondition({ audience, personaId, includesSteps = false }: EventViewer): {
  readonly sql: string;
  readonly values: readonly string[];
} {
  const steps = includesSteps ? '' : " and type not in ('step-started', 'step-finished')";
  if (audience === 'gm') return { sql: steps, values: [] };
  if (personaId === 'everyone') return { sql: `${steps} and audience = ?`, values: [audience] };
  if (personaId == null) {
    return { sql: `${steps} and audience = ? and personas is null`, values: [audience] };
  }
  return {
    sql: `${steps} and audience = ? and (personas is null or personas like ? escape '!')`,
    values: [audience, `%|${personaId.replaceAll(/[!%_]/g, '!$&')}|%`],
  };
}

function rowOf(event: TurnEventEntity): EventRow {
  const { sequence, turnId, audience, personas, type, payload, createdAt } = event;
  const personaIds = personas === null ? null : personas.split('|').filter((id) => id !== '');
  return { sessionId: event.session.id, sequence, turnId, audience, personaIds, type, payload, createdAt };
}

/**
 * Reserves the next sequence numbers under the session's row lock and returns the last number before them. Under the
 * lock the order of commits is the order of numbers. A reader that asks for "after n" can therefore never skip one.
 */
export async function reserveSequence(
  tx: Database,
  where: { readonly id: string; readonly leaseFence?: number },
  count: number,
): Promise<number | null> {
  const { id, leaseFence } = where;
  const guard = leaseFence === undefined ? '' : ' and lease_fence = ?';
  const [raised] = await tx.execute<{ event_sequence: number | string }[]>(
    `update session set event_sequence = event_sequence + ? where id = ?${guard} returning event_sequence`,
    [count, id, ...(leaseFence === undefined ? [] : [leaseFence])],
  );
  return raised === undefined ? null : Number(raised.event_sequence) - count;
}

/** Returns the session's sequence number plus a count, computed by the database under the row's lock. */
export function incrementSequence(count: number): RawQueryFragment<string> {
  return raw('event_sequence + ?', [count]);
}

export async function insertEvents(
  tx: Database,
  sessionId: string,
  lastSequence: number,
  events: readonly NewEventRow[],
): Promise<readonly EventRow[]> {
  const rows = events.map((event, position) => ({
    ...event,
    sessionId,
    sequence: lastSequence + position + 1,
  }));
  if (rows.length > 0) {
    await tx.insertMany(
      TurnEventEntity,
      rows.map(({ sessionId: session, personaIds, ...row }) => {
        return { ...row, session, personas: personaIds == null ? null : `|${personaIds.join('|')}|` };
      }),
    );
  }
  return rows;
}
