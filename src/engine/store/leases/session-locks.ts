import { LockMode } from '@mikro-orm/core';
import type { Lineage } from '#engine/domain/lineage.ts';
import type { Database } from '../database/database.ts';
import { Campaign } from '../entities/campaign.ts';
import { Session } from '../entities/session.ts';
import { Turn } from '../entities/turn.ts';
import { type EventRow, insertEvents, type NewEventRow, reserveSequence } from '../event-rows.ts';
import type { Cancellation } from '../leases.ts';
import type { SessionRecord } from '../sessions.ts';
import { toTurnRecord } from '../turns.ts';

export function toSessionRecord(session: Session): SessionRecord {
  return {
    id: session.id,
    campaignId: session.campaign.id,
    status: session.status,
    smallModel: session.smallModel,
    largeModel: session.largeModel,
    seedCommitment: session.seedCommitment,
    currentSceneId: session.currentSceneId,
    sceneIndex: session.sceneIndex,
    diceIndex: session.diceIndex ?? session.sceneIndex + 1,
    parentSceneId: session.parentSceneId,
    lineage: toLineage(session),
    runningTurnId: session.leaseTurnId,
    waitingTurnId: session.waitingTurnId,
    createdAt: session.createdAt,
    endedAt: session.endedAt,
  };
}

/** Returns the scenes a session can see: those it grew from, and its own so far. */
export function toLineage({
  id,
  ancestors,
  sceneIndex,
}: Pick<Session, 'id' | 'ancestors' | 'sceneIndex'>): Lineage {
  return [...ancestors, { sessionId: id, upTo: sceneIndex }];
}

/**
 * Locks all sessions of a campaign in one order. Starting or ending a session holds the campaign's row and all of
 * these. So no fork takes over a seed at the moment it is revealed, and one active session never becomes two. The
 * campaign is locked first: a list read earlier could miss a session that another server was writing.
 */
export async function lockCampaignSessions(tx: Database, campaignId: string): Promise<Session[]> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  await tx.findOneOrFail(Campaign, { id: campaignId }, { fields: ['id'], lockMode });
  return tx.find(Session, { campaign: campaignId }, { orderBy: { id: 'asc' }, lockMode });
}

export function isSessionRunning({ leaseTurnId, leaseExpiresAt }: Session, now: Date): boolean {
  return leaseTurnId !== null && leaseExpiresAt !== null && leaseExpiresAt > now;
}

/**
 * Status and events of a session being closed. Readers are told first of a turn that waited in it, then of the
 * session.
 */
type SessionClosing = {
  readonly status: 'inactive' | 'ended';
  readonly event: NewEventRow;
  readonly cancellation: Cancellation;
  readonly at: Date;
};

/** Closes a locked session: a turn that waits in it is over, an expired lease is void, and its readers are told. */
export async function closeSession(
  tx: Database,
  session: Session,
  { status, event, cancellation, at }: SessionClosing,
): Promise<readonly EventRow[]> {
  const waiting =
    session.waitingTurnId === null ? null : await tx.findOne(Turn, { id: session.waitingTurnId });
  if (waiting !== null) {
    await tx.update(Turn, { id: waiting.id }, { status: 'cancelled', failure: null, finishedAt: at });
  }
  const endedAt = status === 'ended' ? at : null;
  const closed = { status, endedAt, waitingTurnId: null, leaseFence: session.leaseFence + 1 };
  await tx.update(Session, { id: session.id }, closed);
  const told = waiting === null ? [event] : [cancellation(toTurnRecord(waiting)), event];
  const last = await reserveSequence(tx, { id: session.id }, told.length);
  return last === null ? [] : insertEvents(tx, session.id, last, told);
}
