import { LockMode } from '@mikro-orm/core';
import { Campaign } from './entities/campaign.ts';
import { Session } from './entities/session.ts';
import { Turn } from './entities/turn.ts';
import { type EventRow, insertEvents, type NewEventRow, raiseSequence } from './event-rows.ts';
import type { Database } from './rows/database.ts';

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

/** Closes a locked session: a turn that waits in it is over, an expired lease is void, and its readers are told. */
export async function putAside(
  tx: Database,
  session: Session,
  change: { readonly status: 'inactive' | 'ended'; readonly event: NewEventRow; readonly at: Date },
): Promise<readonly EventRow[]> {
  const { status, event, at } = change;
  if (session.waitingTurnId !== null) {
    await tx.update(
      Turn,
      { id: session.waitingTurnId },
      { status: 'cancelled', failure: null, finishedAt: at },
    );
  }
  const endedAt = status === 'ended' ? at : null;
  const closed = { status, endedAt, waitingTurnId: null, leaseFence: session.leaseFence + 1 };
  await tx.update(Session, { id: session.id }, closed);
  const last = await raiseSequence(tx, { id: session.id }, 1);
  return last === null ? [] : insertEvents(tx, session.id, last, [event]);
}
