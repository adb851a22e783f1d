import { LockMode } from '@mikro-orm/core';
import { Campaign } from './entities/campaign.ts';
import { Session } from './entities/session.ts';
import { Turn } from './entities/turn.ts';
import { type EventRow, insertEvents, type NewEventRow, raiseSequence } from './event-rows.ts';
import type { Cancellation } from './leases.ts';
import type { Database } from './rows/database.ts';
import { turnRecordOf } from './turns.ts';

/**
 * All sessions of a campaign, locked in one order. Whoever begins or ends a session holds the campaign and them all, so
 * that nobody takes over a seed at the moment it is revealed, and there are never two where there may be one. The
 * campaign comes first: a list that was read before somebody else's session was written would not have it.
 */
export async function lockCampaign(tx: Database, campaignId: string): Promise<Session[]> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  await tx.findOneOrFail(Campaign, { id: campaignId }, { fields: ['id'], lockMode });
  return tx.find(Session, { campaign: campaignId }, { orderBy: { id: 'asc' }, lockMode });
}

export function isRunning({ leaseTurnId, leaseExpiresAt }: Session, now: Date): boolean {
  return leaseTurnId !== null && leaseExpiresAt !== null && leaseExpiresAt > now;
}

/** How a session is closed, and what its readers are told: first of a turn that waited in it, then of itself. */
export type PuttingAside = {
  readonly status: 'inactive' | 'ended';
  readonly event: NewEventRow;
  readonly cancellation: Cancellation;
  readonly at: Date;
};

/** Closes a locked session: a turn that waits in it is over, an expired lease is void, and its readers are told. */
export async function putAside(
  tx: Database,
  session: Session,
  { status, event, cancellation, at }: PuttingAside,
): Promise<readonly EventRow[]> {
  const waiting =
    session.waitingTurnId === null ? null : await tx.findOne(Turn, { id: session.waitingTurnId });
  if (waiting !== null) {
    await tx.update(Turn, { id: waiting.id }, { status: 'cancelled', failure: null, finishedAt: at });
  }
  const endedAt = status === 'ended' ? at : null;
  const closed = { status, endedAt, waitingTurnId: null, leaseFence: session.leaseFence + 1 };
  await tx.update(Session, { id: session.id }, closed);
  const told = waiting === null ? [event] : [cancellation(turnRecordOf(waiting)), event];
  const last = await raiseSequence(tx, { id: session.id }, told.length);
  return last === null ? [] : insertEvents(tx, session.id, last, told);
}
