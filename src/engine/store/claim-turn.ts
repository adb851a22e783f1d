import { LockMode } from '@mikro-orm/core';
import { idBehind } from '#engine/kit/new-id.ts';
import { Session } from './entities/session.ts';
import { Turn } from './entities/turn.ts';
import { type EventRow, insertEvents, type NewEventRow, raiseSequence } from './event-rows.ts';
import { haveDiceFallen } from './fallen-dice.ts';
import type { Abandonment, Cancellation, Claim, ClaimRequest } from './leases.ts';
import { type Meaning, meaningOf } from './meaning-of-claim.ts';
import type { Database } from './rows/database.ts';
import { mayAnswer, mayDrop } from './sender.ts';
import { isRunning } from './session-locks.ts';
import { sessionRecordOf } from './session-record.ts';
import { type TurnInput, type TurnMode, type TurnRecord, turnRecordOf } from './turns.ts';

export type Tellings = { readonly abandonment: Abandonment; readonly cancellation: Cancellation };

export async function claimTurn(tx: Database, request: ClaimRequest, tellings: Tellings): Promise<Claim> {
  const session = await lockSession(tx, request.sessionId);
  if (session === null) return { claim: 'unknown-session' };
  const earlier = await tx.findOne(Turn, { session: session.id, actionId: request.actionId });
  const others = answerForAnother(earlier, request);
  if (others !== null) return others;
  const holder = isRunning(session, request.now) ? session.leaseTurnId : null;
  const meaning = meaningOf(request.input, earlier === null ? null : turnRecordOf(earlier), holder);
  if (meaning.meaning !== 'begin' && meaning.meaning !== 'resume') return refusalOf(meaning);
  if (session.status !== 'active') return { claim: 'session-closed', status: session.status };
  if (holder !== null) return { claim: 'busy', turnId: holder };

  const waiting = await otherWaitingTurn(tx, session, earlier);
  const held = heldUpBy(waiting, request);
  if (held !== null) return held;
  const abandoned = await abandonHolder(tx, session, request.now, tellings.abandonment);
  const superseded = await supersede(tx, waiting, request, tellings.cancellation);
  const turn = await writeTurn(tx, session, earlier, meaning, request);
  const fence = session.leaseFence + 1;
  const waitingTurnId = superseded.length > 0 ? null : (waiting?.id ?? null);
  const lease = { leaseTurnId: turn.id, leaseExpiresAt: request.expiresAt, leaseFence: fence, waitingTurnId };
  await tx.update(Session, { id: session.id }, lease);
  const record = { ...sessionRecordOf(session), runningTurnId: turn.id, waitingTurnId };
  return { claim: 'won', lease: { session: record, turn, fence }, abandoned: [...abandoned, ...superseded] };
}

/** Serialises claims: on PostgreSQL by the row's lock, on SQLite there is one connection. */
export function lockSession(tx: Database, id: string): Promise<Session | null> {
  return tx.findOne(Session, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Fails the turn that held a locked session until its lease ran out, and tells its readers. */
export async function abandonHolder(
  tx: Database,
  session: Session,
  at: Date,
  abandonment: Abandonment,
): Promise<readonly EventRow[]> {
  if (session.leaseTurnId === null) return [];
  const holder = await tx.findOne(Turn, { id: session.leaseTurnId, status: 'running' });
  if (holder === null) return [];
  const { failure, event } = abandonment(turnRecordOf(holder));
  await tx.update(Turn, { id: holder.id }, { status: 'failed', failure, finishedAt: at });
  if (haveDiceFallen({ ...turnRecordOf(holder), failure })) {
    await tx.update(Session, { id: session.id }, { waitingTurnId: holder.id });
  }
  return tell(tx, session.id, event);
}

/** Ends a turn of a locked session, and tells its readers. */
export async function endCancelled(
  tx: Database,
  waiting: Turn,
  at: Date,
  cancellation: Cancellation,
): Promise<readonly EventRow[]> {
  await tx.update(Turn, { id: waiting.id }, { status: 'cancelled', failure: null, finishedAt: at });
  return tell(tx, waiting.session.id, cancellation(turnRecordOf(waiting)));
}

async function tell(tx: Database, sessionId: string, event: NewEventRow): Promise<readonly EventRow[]> {
  const last = await raiseSequence(tx, { id: sessionId }, 1);
  return last === null ? [] : insertEvents(tx, sessionId, last, [event]);
}

function refusalOf(meaning: Exclude<Meaning, { meaning: 'begin' | 'resume' }>): Claim {
  if (meaning.meaning !== 'nothing-awaited') return { claim: meaning.meaning, turn: meaning.turn };
  const { meaning: claim, ...rest } = meaning;
  return { claim, ...rest };
}

/** The turn a session nobody holds waits for. Whoever held it last may have left dice on the table. */
async function otherWaitingTurn(
  tx: Database,
  { waitingTurnId, leaseTurnId }: Session,
  earlier: Turn | null,
): Promise<Turn | null> {
  const id = waitingTurnId ?? leaseTurnId;
  if (id === null || id === earlier?.id) return null;
  const turn = await tx.findOne(Turn, { id });
  return turn !== null && (id === waitingTurnId || areDiceAwaited(turn)) ? turn : null;
}

/** Dice that are still to be thrown, or that have fallen and of which nothing has come yet. */
function areDiceAwaited(turn: Turn): boolean {
  return turn.status === 'awaiting-roll' || haveDiceFallen(turnRecordOf(turn));
}

/** What somebody else was asked or is to roll is not answered for them. */
function answerForAnother(earlier: Turn | null, { input, sender }: ClaimRequest): Claim | null {
  if (input.kind !== 'roll' && input.kind !== 'clarification') return null;
  if (earlier === null || sender === undefined || mayAnswer(sender, earlier)) return null;
  return { claim: 'not-theirs', turn: turnRecordOf(earlier), answer: input.kind };
}

/** Why an action has to wait for the turn that waits; null when it goes beside it, or ends it. */
function heldUpBy(waiting: Turn | null, { input, sender }: ClaimRequest): Claim | null {
  if (waiting === null) return null;
  if (areDiceAwaited(waiting)) {
    return isBesideDice(input) ? null : { claim: 'roll-awaited', turn: turnRecordOf(waiting) };
  }
  if (isBesideQuestion(input) || sender === undefined || mayDrop(sender, waiting, input)) return null;
  return { claim: 'clarification-awaited', turn: turnRecordOf(waiting) };
}

/** A question that was asked and not answered is dropped when the player does something else. */
async function supersede(
  tx: Database,
  waiting: Turn | null,
  { input, now }: ClaimRequest,
  cancellation: Cancellation,
): Promise<readonly EventRow[]> {
  if (waiting?.status !== 'awaiting-clarification' || isBesideQuestion(input)) return [];
  return endCancelled(tx, waiting, now, cancellation);
}

/** What may be said and done while the dice are still in the air. */
function isBesideDice(input: TurnInput): boolean {
  return input.kind === 'operations' || isMeant(input, ['DM']);
}

/** Where the story does not go on, an open question stays as it is. */
function isBesideQuestion(input: TurnInput): boolean {
  return input.kind === 'operations' || isMeant(input, ['DM', 'THINK', 'GOD']);
}

function isMeant(input: TurnInput, modes: readonly TurnMode[]): boolean {
  return input.kind === 'story' && modes.includes(input.mode);
}

async function writeTurn(
  tx: Database,
  session: Session,
  earlier: Turn | null,
  meaning: Extract<Meaning, { meaning: 'begin' | 'resume' }>,
  { actionId, input, turnId, now }: ClaimRequest,
): Promise<TurnRecord> {
  const base = {
    baseSceneId: session.currentSceneId,
    status: 'running',
    failure: null,
    finishedAt: null,
  } as const;
  if (earlier === null) {
    const fresh = { attempt: 1, sceneId: null, suspension: null, answers: [], answer: null, createdAt: now };
    const id = await behindTurnsOf(tx, session.id, turnId);
    const turn = { id, actionId, input, ...fresh, ...base };
    await tx.insert(Turn, { ...turn, session: session.id });
    return { ...turn, sessionId: session.id };
  }
  const attempt = earlier.attempt + 1;
  const { suspension, answers } = meaning;
  const change = { ...base, attempt, suspension, answers };
  await tx.update(Turn, { id: earlier.id }, change);
  return { ...turnRecordOf(earlier), ...change };
}

/** Turns are listed by their ids: one that was asked for later stands behind, also by a clock that is slow or was set back. */
async function behindTurnsOf(tx: Database, session: string, id: string): Promise<string> {
  const [last] = await tx.find(Turn, { session }, { fields: ['id'], orderBy: { id: 'desc' }, limit: 1 });
  return last === undefined || last.id < id ? id : idBehind(last.id);
}
