import { Session } from './entities/session.ts';
import type { EventRow, NewEventRow } from './event-rows.ts';
import { insertJobs, type NewJob } from './jobs.ts';
import type { Cancellation } from './leases.ts';
import type { Database } from './rows/database.ts';
import { isRunning, lockCampaign, putAside } from './session-locks.ts';
import { sessionRecordOf } from './session-record.ts';
import type { SessionRecord } from './sessions.ts';

export type SessionEnd = {
  readonly sessionId: string;
  /** What is to be done about it afterwards: its summary, its recap. */
  readonly jobs: readonly NewJob[];
  /** What its readers are told. */
  readonly event: NewEventRow;
  /** What they are told of a turn that waited in it. */
  readonly cancellation: Cancellation;
  readonly at: Date;
};

export type Ended =
  | { readonly end: 'ended'; readonly session: SessionRecord; readonly events: readonly EventRow[] }
  | { readonly end: 'unknown-session' }
  | { readonly end: 'already-ended'; readonly session: SessionRecord }
  | { readonly end: 'turn-running'; readonly turnId: string };

export async function endSession(tx: Database, end: SessionEnd): Promise<Ended> {
  const found = await tx.findOne(Session, { id: end.sessionId }, { fields: ['campaign'] });
  if (found === null) return { end: 'unknown-session' };
  const sessions = await lockCampaign(tx, found.campaign.id);
  const session = sessions.find(({ id }) => id === end.sessionId);
  if (session === undefined) return { end: 'unknown-session' };
  if (session.status === 'ended') return { end: 'already-ended', session: sessionRecordOf(session) };
  if (isRunning(session, end.at)) return { end: 'turn-running', turnId: session.leaseTurnId ?? '' };

  const { event, cancellation, at } = end;
  const events = await putAside(tx, session, { status: 'ended', event, cancellation, at });
  await insertJobs(tx, { sessionId: session.id, index: session.sceneIndex }, end.jobs, end.at);
  const ended = await tx.findOneOrFail(Session, { id: session.id });
  return { end: 'ended', session: sessionRecordOf(ended), events };
}
