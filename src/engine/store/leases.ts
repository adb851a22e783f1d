import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { canonicalJson } from '#engine/kit/canonical-json.ts';
import { Session } from './entities/session.ts';
import { Turn } from './entities/turn.ts';
import { type EventRow, insertEvents, type NewEventRow, raiseSequence } from './event-rows.ts';
import type { SessionRecord } from './sessions.ts';
import { sessionRecordOf } from './sessions.ts';
import { type TurnFailure, type TurnInput, type TurnRecord, turnRecordOf } from './turns.ts';

/**
 * The right to run one turn on one session. It is durable and it expires; `fence` grows with every lease, so
 * whatever an outdated holder tries to write is refused.
 */
export type Lease = {
  readonly session: SessionRecord;
  readonly turn: TurnRecord;
  readonly fence: number;
};

export type ClaimRequest = {
  readonly sessionId: string;
  readonly actionId: string;
  readonly input: TurnInput;
  /** The id the turn gets if this action is new. */
  readonly turnId: string;
  readonly now: Date;
  readonly expiresAt: Date;
};

export type Claim =
  | { readonly claim: 'won'; readonly lease: Lease; readonly abandoned: readonly EventRow[] }
  | { readonly claim: 'existing'; readonly turn: TurnRecord }
  | { readonly claim: 'action-id-reused'; readonly turn: TurnRecord }
  | { readonly claim: 'busy'; readonly turnId: string }
  | { readonly claim: 'unknown-session' };

/** How a turn ends whose server went away: what its row says, and what its readers are told. */
export type Abandonment = (turn: TurnRecord) => {
  readonly failure: TurnFailure;
  readonly event: NewEventRow;
};

export type LeaseStore = {
  /** Takes the session for one action, or says at once why not. No model has been called yet. */
  readonly claim: (request: ClaimRequest, abandonment: Abandonment) => Promise<Claim>;
  /** Pushes the expiry on; false when the lease has passed to another. */
  readonly renew: (lease: Lease, expiresAt: Date) => Promise<boolean>;
  /**
   * Fails every turn whose lease ran out by `now`; with `now` null every turn that runs at all, which is right only
   * where this process alone can hold leases.
   */
  readonly sweep: (now: Date | null, at: Date, abandonment: Abandonment) => Promise<readonly EventRow[]>;
};

export function leaseStore(em: () => SqlEntityManager): LeaseStore {
  return {
    claim: (request, abandonment) => em().transactional((tx) => claim(tx, request, abandonment)),

    renew: async ({ session, turn, fence }, expiresAt) => {
      const where = { id: session.id, leaseTurnId: turn.id, leaseFence: fence };
      return (await em().nativeUpdate(Session, where, { leaseExpiresAt: expiresAt })) === 1;
    },

    sweep: async (now, at, abandonment) => {
      const where =
        now === null
          ? { leaseTurnId: { $ne: null } }
          : { leaseTurnId: { $ne: null }, leaseExpiresAt: { $lte: now } };
      const stuck = await em().find(Session, where, { fields: ['id'] });
      const told: EventRow[] = [];
      for (const { id } of stuck) {
        told.push(...(await em().transactional((tx) => release(tx, id, now, at, abandonment))));
      }
      return told;
    },
  };
}

async function claim(tx: SqlEntityManager, request: ClaimRequest, abandonment: Abandonment): Promise<Claim> {
  const session = await lockSession(tx, request.sessionId);
  if (session === null) return { claim: 'unknown-session' };

  const isHeld = session.leaseExpiresAt !== null && session.leaseExpiresAt > request.now;
  const earlier = await tx.findOne(Turn, { session: request.sessionId, actionId: request.actionId });
  if (earlier !== null) {
    if (canonicalJson(earlier.input) !== canonicalJson(request.input)) {
      return { claim: 'action-id-reused', turn: turnRecordOf(earlier) };
    }
    const isRunning = isHeld && session.leaseTurnId === earlier.id;
    if (earlier.status === 'committed' || isRunning)
      return { claim: 'existing', turn: turnRecordOf(earlier) };
  }
  if (isHeld && session.leaseTurnId !== null) return { claim: 'busy', turnId: session.leaseTurnId };

  const abandoned = await abandonHolder(tx, session, request.now, abandonment);
  const turn = await writeTurn(tx, session, earlier, request);
  const fence = session.leaseFence + 1;
  await tx.nativeUpdate(
    Session,
    { id: session.id },
    { leaseTurnId: turn.id, leaseExpiresAt: request.expiresAt, leaseFence: fence },
  );
  const record = { ...sessionRecordOf(session), runningTurnId: turn.id };
  return { claim: 'won', lease: { session: record, turn, fence }, abandoned };
}

/** Serialises claims: on PostgreSQL by the row's lock, on SQLite there is one connection. */
function lockSession(tx: SqlEntityManager, id: string): Promise<Session | null> {
  return tx.findOne(Session, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

async function release(
  tx: SqlEntityManager,
  sessionId: string,
  now: Date | null,
  at: Date,
  abandonment: Abandonment,
): Promise<readonly EventRow[]> {
  const session = await lockSession(tx, sessionId);
  if (session === null || session.leaseTurnId === null) return [];
  if (now !== null && session.leaseExpiresAt !== null && session.leaseExpiresAt > now) return [];
  const told = await abandonHolder(tx, session, at, abandonment);
  await tx.nativeUpdate(
    Session,
    { id: session.id },
    { leaseTurnId: null, leaseExpiresAt: null, leaseFence: session.leaseFence + 1 },
  );
  return told;
}

async function abandonHolder(
  tx: SqlEntityManager,
  session: Session,
  at: Date,
  abandonment: Abandonment,
): Promise<readonly EventRow[]> {
  if (session.leaseTurnId === null) return [];
  const holder = await tx.findOne(Turn, { id: session.leaseTurnId, status: 'running' });
  if (holder === null) return [];
  const { failure, event } = abandonment(turnRecordOf(holder));
  await tx.nativeUpdate(Turn, { id: holder.id }, { status: 'failed', failure, finishedAt: at });
  const last = await raiseSequence(tx, { id: session.id }, 1);
  return last === null ? [] : insertEvents(tx, session.id, last, [event]);
}

async function writeTurn(
  tx: SqlEntityManager,
  session: Session,
  earlier: Turn | null,
  { actionId, input, turnId, now }: ClaimRequest,
): Promise<TurnRecord> {
  const base = {
    baseSceneId: session.currentSceneId,
    status: 'running',
    failure: null,
    finishedAt: null,
  } as const;
  if (earlier !== null) {
    const attempt = earlier.attempt + 1;
    await tx.nativeUpdate(Turn, { id: earlier.id }, { ...base, attempt });
    return { ...turnRecordOf(earlier), ...base, attempt };
  }
  const turn = { id: turnId, actionId, input, attempt: 1, sceneId: null, createdAt: now, ...base };
  await tx.insert(Turn, { ...turn, session: session.id });
  return { ...turn, sessionId: session.id };
}
