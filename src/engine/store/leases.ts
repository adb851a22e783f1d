import type { Database } from './database/database.ts';
import { Session } from './entities/session.ts';
import { Turn } from './entities/turn.ts';
import type { EventRow, NewEventRow } from './event-rows.ts';
import { abandonLeaseHolder, claimTurn, endCancelledTurn, lockSession } from './leases/claim-turn.ts';
import type { SessionRecord, SessionStatus } from './sessions.ts';
import type { ActionSender } from './turn-permissions.ts';
import type { TurnAnswer, TurnFailure, TurnInput, TurnRecord } from './turns.ts';

/**
 * Ends a turn that waits for the player, or takes its session away from whoever runs it. Its server finds that out by the fence
 * before it can write anything more. Null, and nothing is written, when the turn has ended.
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
 * The right to run one turn on one session. It is durable and it expires; `fence` grows with every lease, so
 * whatever an outdated holder tries to write is refused.
 */
export type Lease = {
  readonly session: SessionRecord;
  /** With what it waited for and the answers it got, when it was resumed. */
  readonly turn: TurnRecord;
  readonly fence: number;
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
  /** `abandoned`: what readers are told of turns that ended because of this one. */
  | { readonly claim: 'won'; readonly lease: Lease; readonly abandoned: readonly EventRow[] }
  | { readonly claim: 'existing'; readonly turn: TurnRecord }
  | { readonly claim: 'action-id-reused'; readonly turn: TurnRecord }
  /** A roll that names other dice than those its turn waits for, or names them a second time with other faces. */
  | { readonly claim: 'roll-not-awaited'; readonly turn: TurnRecord }
  /** An answer to what somebody else was asked. */
  | { readonly claim: 'not-theirs'; readonly turn: TurnRecord; readonly answer: TurnAnswer['kind'] }
  /** An answer under an action nobody asked anything about, or to a turn that waits for something else or not any more. */
  | { readonly claim: 'nothing-awaited'; readonly answer: TurnAnswer['kind']; readonly turn?: TurnRecord }
  /** The story waits for this turn's dice, or for what comes of them. */
  | { readonly claim: 'roll-awaited'; readonly turn: TurnRecord }
  /** The story waits for what somebody else was asked in this turn. */
  | { readonly claim: 'clarification-awaited'; readonly turn: TurnRecord }
  | { readonly claim: 'busy'; readonly turnId: string }
  | { readonly claim: 'session-closed'; readonly status: Exclude<SessionStatus, 'active'> }
  | { readonly claim: 'unknown-session' };

/** How a turn ends whose server went away: what its row says, and what its readers are told. */
export type Abandonment = (turn: TurnRecord) => {
  readonly failure: TurnFailure;
  readonly event: NewEventRow;
};

/** What readers are told of a turn that waited and is over. */
export type Cancellation = (turn: TurnRecord) => NewEventRow;

export type LeaseStore = {
  /**
   * Takes the session for one action, or says at once why not. No model has been called yet. The answer a turn waits
   * for, sent under its action id by whoever may give it, takes the session for that turn again. Another action is refused
   * while a turn waits for a roll, or failed after its dice fell, unless it stays out of the story. One that waits for a clarification is cancelled by
   * another action of whoever was asked; what others do is refused.
   */
  readonly claim: (
    request: ClaimRequest,
    abandonment: Abandonment,
    cancellation: Cancellation,
  ) => Promise<ClaimResult>;
  /**
   * Ends a turn the story waits for, or one that runs elsewhere: the session is taken from its server, which can write nothing
   * of it any more but its recording. Null, and nothing is written, when the turn has ended.
   */
  readonly callOff: (
    turnId: string,
    at: Date,
    cancellation: Cancellation,
  ) => Promise<readonly EventRow[] | null>;
  /** Pushes the expiry on; false when the lease has passed to another. */
  readonly renew: (lease: Lease, expiresAt: Date) => Promise<boolean>;
  /**
   * Fails every turn whose lease ran out by `now`; with `now` null every turn that runs at all, which is right only
   * where this process alone can hold leases.
   */
  readonly sweep: (now: Date | null, at: Date, abandonment: Abandonment) => Promise<readonly EventRow[]>;
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

    sweep: async (now, at, abandonment) => {
      // A lease without an expiry came in a file: whoever held it is elsewhere, or gone.
      const isOver =
        now === null ? {} : { $or: [{ leaseExpiresAt: { $lte: now } }, { leaseExpiresAt: null }] };
      const where = { leaseTurnId: { $ne: null }, ...isOver };
      const stuck = await database.find(Session, where, { fields: ['id'] });
      const told: EventRow[] = [];
      for (const { id } of stuck) {
        told.push(...(await database.transactional((tx) => release(tx, id, now, at, abandonment))));
      }
      return told;
    },
  };
}

async function release(
  tx: Database,
  sessionId: string,
  now: Date | null,
  at: Date,
  abandonment: Abandonment,
): Promise<readonly EventRow[]> {
  const session = await lockSession(tx, sessionId);
  if (session === null || session.leaseTurnId === null) return [];
  if (now !== null && session.leaseExpiresAt !== null && session.leaseExpiresAt > now) return [];
  const told = await abandonLeaseHolder(tx, session, at, abandonment);
  await tx.update(
    Session,
    { id: session.id },
    { leaseTurnId: null, leaseExpiresAt: null, leaseFence: session.leaseFence + 1 },
  );
  return told;
}
