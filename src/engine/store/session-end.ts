import { Session } from './entities/session.ts';
import type { EventRow, NewEventRow } from './event-rows.ts';
import { insertJobs, type NewJob, reviveJobs } from './jobs.ts';
import type { Cancellation } from './leases.ts';
import type { Database } from './rows/database.ts';
import { isRunning, lockCampaign, putAside } from './session-locks.ts';
import { sessionRecordOf } from './session-record.ts';
import type { SessionRecord } from './sessions.ts';

export type SessionEnd = {
  readonly sessionId: string;
  /** What is to be done about it afterwards, its summary and its recap: of the session as it ends, when nothing more can come in between. */
  readonly jobsFor: (session: SessionRecord) => readonly NewJob[];
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
  if (session.status === 'ended') {
    const known = sessionRecordOf(session);
    await reviveJobs(tx, end.at, session.id);
    await leaveJobs(tx, known, end);
    return { end: 'already-ended', session: known };
  }
  if (isRunning(session, end.at)) return { end: 'turn-running', turnId: session.leaseTurnId ?? '' };

  const { event, cancellation, at } = end;
  const events = await putAside(tx, session, { status: 'ended', event, cancellation, at });
  const ended = sessionRecordOf(await tx.findOneOrFail(Session, { id: session.id }));
  await leaveJobs(tx, ended, end);
  return { end: 'ended', session: ended, events };
}

/** Those it has already are passed over. */
function leaveJobs(tx: Database, session: SessionRecord, { jobsFor, at }: SessionEnd): Promise<void> {
  return insertJobs(tx, { sessionId: session.id, index: session.sceneIndex }, jobsFor(session), at);
}
