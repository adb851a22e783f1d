import type { TurnAnswer, TurnFailure, TurnInput, TurnRecord } from '#engine/domain/turn.ts';
import type { ActionSender } from '#engine/domain/turn-permissions.ts';
import type { Database } from './database/database.ts';
import { Session } from './entities/session.ts';
import { Turn } from './entities/turn.ts';
import type { EventRow, NewEventRow } from './event-rows.ts';
import {
  abandonLeaseHolder,
  claimTurn,
  endCancelledTurn,
  lockSession,
  tellReaders,
} from './leases/claim-turn.ts';
import { toSessionRecord } from './leases/session-locks.ts';
import type { SessionRecord, SessionStatus } from './sessions.ts';
import { toTurnRecord } from './turns.ts';

/**
 * Ends a turn that waits for the player, or takes its session away from the server that runs it. The fence tells that
 * server before it can write anything more. Returns null and writes nothing when the turn has ended.
 */
async function cancelLeasedTurn(
  tx: Database,
  turnId: string,
  at: Date,
  cancellation: Cancellation,
): Promise<readonly EventRow[] | null> {
  const found = await tx.findOne(Turn, { id: turnId }, { fields: ['session'] });
  const session = found === null ? null : await lockSession(tx, found.session.id);
  if (session === null || (session.waitingTurnId !== turnId && session.leaseTurnId !== turnId)) return null;
  const turn = await tx.findOneOrFail(Turn, { id: turnId });
  const isHeld = session.leaseTurnId === turnId;
  const freed = isHeld
    ? { leaseTurnId: null, leaseExpiresAt: null, leaseFence: session.leaseFence + 1 }
    : { waitingTurnId: null };
  await tx.update(Session, { id: session.id }, freed);
  return endCancelledTurn(tx, turn, at, cancellation);
}

/**
 * Right to run one turn on one session. It is durable and it expires. `fence` grows with every lease, so every write
 * of an outdated holder is rejected.
 */
export type Lease = {
  readonly session: SessionRecord;
  /** With what it waited for and the answers it got, when it was resumed. */
  readonly turn: TurnRecord;
  readonly fence: number;
  /** The server that ran it before is gone: replies that models gave there are given back to the same prompts. */
  readonly isTakeover?: boolean;
};

export type ClaimRequest = {
  readonly sessionId: string;
  readonly actionId: string;
  readonly input: TurnInput;
  /** Left out, it is the engine itself, which may do everything. */
  readonly sender?: ActionSender;
  /** The id the turn gets if this action is new, unless a turn of the session sorts behind it. */
  readonly turnId: string;
  readonly now: Date;
  readonly expiresAt: Date;
};

export type ClaimResult =
  /** `abandoned`: events for readers of turns that ended because of this one. */
  | { readonly claim: 'won'; readonly lease: Lease; readonly abandoned: readonly EventRow[] }
  | { readonly claim: 'existing'; readonly turn: TurnRecord }
  | { readonly claim: 'action-id-reused'; readonly turn: TurnRecord }
  /** An answer that names another prompt than the one its turn waits with, or gives it a second time otherwise. */
  | { readonly claim: 'prompt-not-awaited'; readonly turn: TurnRecord }
  /** An answer to a question that another player was asked. */
  | { readonly claim: 'not-theirs'; readonly turn: TurnRecord; readonly answer: TurnAnswer['kind'] }
  /** An answer under an action without a question, or to a turn that waits for something else or no longer waits. */
  | { readonly claim: 'nothing-awaited'; readonly answer: TurnAnswer['kind']; readonly turn?: TurnRecord }
  /** The story waits for this turn's dice, or for their result. */
  | { readonly claim: 'roll-awaited'; readonly turn: TurnRecord }
  /** The story waits for an answer of another player in this turn. */
  | { readonly claim: 'clarification-awaited'; readonly turn: TurnRecord }
  | { readonly claim: 'busy'; readonly turnId: string }
  | { readonly claim: 'session-closed'; readonly status: Exclude<SessionStatus, 'active'> }
  | { readonly claim: 'unknown-session' };

/** Outcome of a turn whose server went away: the changes to its row, and the events for its readers. */
export type Abandonment = (turn: TurnRecord) => {
  readonly failure: TurnFailure;
  readonly event: NewEventRow;
};

/** Event for readers of a turn that waited and is over. */
export type Cancellation = (turn: TurnRecord) => NewEventRow;

/** Event for readers of a turn that another server takes over: what the earlier attempt told no longer counts. */
export type Withdrawal = (turn: TurnRecord) => NewEventRow;

/** Leases of turns whose server is gone, and the events for their readers. */
export type Takeover = {
  readonly leases: readonly Lease[];
  readonly told: readonly EventRow[];
  /** Whether turns beyond the limit are left. */
  readonly hasMore: boolean;
};

type TakeoverRequest = {
  /** Leases that expired by then are taken over; all leases when null, where this process alone can hold any. */
  readonly now: Date | null;
  readonly expiresAt: Date;
  readonly limit: number;
  readonly withdrawal: Withdrawal;
};

/** A turn is not taken over in its last attempt: it may be what its servers died of. */
export const MAX_TAKEOVER_ATTEMPTS = 5;

export type LeaseStore = {
  /**
   * Claims the session for one action, or returns at once why not. No model has been called yet. The awaited answer,
   * sent under the turn's action id by a permitted sender, claims the session for that turn again. While a turn waits
   * for a roll, or failed after its dice fell, another action is refused unless it stays out of the story. While a
   * turn waits for a clarification, another action of the player who was asked cancels it. Actions of other players
   * are refused.
   */
  readonly claim: (
    request: ClaimRequest,
    abandonment: Abandonment,
    cancellation: Cancellation,
  ) => Promise<ClaimResult>;
  /**
   * Ends a turn the story waits for, or one that runs on another server. That server loses the session and can write
   * nothing more of the turn but its recording. Returns null and writes nothing when the turn has ended.
   */
  readonly callOff: (
    turnId: string,
    at: Date,
    cancellation: Cancellation,
  ) => Promise<readonly EventRow[] | null>;
  /** Pushes the expiry on; false when the lease has passed to another. */
  readonly renew: (lease: Lease, expiresAt: Date) => Promise<boolean>;
  /**
   * Takes over turns whose server is gone: each begins its next attempt, and every earlier holder is outdated. Two
   * servers that ask at once get different turns.
   */
  readonly takeOver: (request: TakeoverRequest) => Promise<Takeover>;
  /**
   * Fails every turn whose lease expired by `now`. With `now` null, fails every running turn; that is right only
   * where this process alone can hold leases. Leaves turns alone that the caller has taken over.
   */
  readonly sweep: (
    now: Date | null,
    at: Date,
    abandonment: Abandonment,
    exceptTurnIds?: readonly string[],
  ) => Promise<readonly EventRow[]>;
};

export function createLeaseStore(database: Database): LeaseStore {
  return {
    claim: (request, abandonment, cancellation) =>
      database.transactional((tx) => claimTurn(tx, request, { abandonment, cancellation })),

    callOff: (turnId, at, cancellation) =>
      database.transactional((tx) => cancelLeasedTurn(tx, turnId, at, cancellation)),

    renew: async ({ session, turn, fence }, expiresAt) => {
      const where = { id: session.id, leaseTurnId: turn.id, leaseFence: fence };
      return (await database.update(Session, where, { leaseExpiresAt: expiresAt })) === 1;
    },

    takeOver: async ({ now, expiresAt, limit, withdrawal }) => {
      const leases: Lease[] = [];
      const told: EventRow[] = [];
      const stuck = await findStuck(database, now);
      for (const id of stuck.slice(0, limit)) {
        const taken = await database.transactional((tx) => takeOver(tx, id, now, expiresAt, withdrawal));
        if (taken === null) continue;
        leases.push(taken.lease);
        told.push(...taken.told);
      }
      return { leases, told, hasMore: stuck.length > limit };
    },

    sweep: async (now, at, abandonment, exceptTurnIds = []) => {
      const told: EventRow[] = [];
      for (const id of await findStuck(database, now, exceptTurnIds)) {
        told.push(...(await database.transactional((tx) => release(tx, id, now, at, abandonment))));
      }
      return told;
    },
  };
}

/** Returns the sessions whose lease ran out by a time; all that have one when it is null. */
async function findStuck(
  database: Database,
  now: Date | null,
  exceptTurnIds: readonly string[] = [],
): Promise<readonly string[]> {
  // A lease without an expiry was imported from a file: its holder is on another server, or gone.
  const isOver = now === null ? {} : { $or: [{ leaseExpiresAt: { $lte: now } }, { leaseExpiresAt: null }] };
  const stuck = await database.find(
    Session,
    { leaseTurnId: { $ne: null }, ...isOver },
    { fields: ['id', 'leaseTurnId'] },
  );
  return stuck
    .filter(({ leaseTurnId }) => leaseTurnId !== null && !exceptTurnIds.includes(leaseTurnId))
    .map(({ id }) => id);
}

function isExpired({ leaseExpiresAt }: Session, now: Date | null): boolean {
  return now === null || leaseExpiresAt === null || leaseExpiresAt <= now;
}

async function takeOver(
  tx: Database,
  sessionId: string,
  now: Date | null,
  expiresAt: Date,
  withdrawal: Withdrawal,
): Promise<{ readonly lease: Lease; readonly told: readonly EventRow[] } | null> {
  const session = await lockSession(tx, sessionId);
  if (session?.status !== 'active' || session.leaseTurnId === null || !isExpired(session, now)) return null;
  const holder = await tx.findOne(Turn, { id: session.leaseTurnId, status: 'running' });
  if (holder === null || holder.attempt >= MAX_TAKEOVER_ATTEMPTS) return null;
  const fence = session.leaseFence + 1;
  const attempt = holder.attempt + 1;
  await tx.update(Turn, { id: holder.id }, { attempt, baseSceneId: session.currentSceneId });
  await tx.update(Session, { id: session.id }, { leaseExpiresAt: expiresAt, leaseFence: fence });
  const told = await tellReaders(tx, session.id, withdrawal(toTurnRecord(holder)));
  const turn = { ...toTurnRecord(holder), attempt, baseSceneId: session.currentSceneId };
  return { lease: { session: toSessionRecord(session), turn, fence, isTakeover: true }, told };
}

async function release(
  tx: Database,
  sessionId: string,
  now: Date | null,
  at: Date,
  abandonment: Abandonment,
): Promise<readonly EventRow[]> {
  const session = await lockSession(tx, sessionId);
  if (session === null || session.leaseTurnId === null || !isExpired(session, now)) return [];
  const told = await abandonLeaseHolder(tx, session, at, abandonment);
  await tx.update(
    Session,
    { id: session.id },
    { leaseTurnId: null, leaseExpiresAt: null, leaseFence: session.leaseFence + 1 },
  );
  return told;
}
