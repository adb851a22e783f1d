import { LockMode } from '@mikro-orm/core';
import {
  hasBindingRoll,
  type SuspensionRecord,
  type TurnAnswer,
  type TurnInput,
  type TurnMode,
  type TurnRecord,
  toWaitId,
} from '#engine/domain/turn.ts';
import { canAnswerTurn, canDropQuestion } from '#engine/domain/turn-permissions.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { createLaterId } from '#engine/util/new-id.ts';
import type { Database } from '../database/database.ts';
import { Session } from '../entities/session.ts';
import { Turn } from '../entities/turn.ts';
import { type EventRow, insertEvents, type NewEventRow, reserveSequence } from '../event-rows.ts';
import type { Abandonment, Cancellation, ClaimRequest, ClaimResult } from '../leases.ts';
import { toTurnRecord } from '../turns.ts';
import { isSessionRunning, toSessionRecord } from './session-locks.ts';

type GoingOn = { readonly suspension: SuspensionRecord | null; readonly answers: readonly TurnAnswer[] };

/** Meaning of an input sent under an action id that may already belong to a turn. */
type SubmissionKind =
  | ({ readonly meaning: 'begin' } & GoingOn)
  /** The answer a turn waits for. */
  | ({ readonly meaning: 'resume' } & GoingOn)
  | { readonly meaning: 'existing'; readonly turn: TurnRecord }
  | { readonly meaning: 'action-id-reused'; readonly turn: TurnRecord }
  /** An answer that names a prompt this turn does not wait with. */
  | { readonly meaning: 'prompt-not-awaited'; readonly turn: TurnRecord }
  /** An answer no turn waits for; `turn` is the one it was sent to, if there is one. */
  | { readonly meaning: 'nothing-awaited'; readonly answer: TurnAnswer['kind']; readonly turn?: TurnRecord };

const FROM_THE_START: GoingOn = { suspension: null, answers: [] };

/** Classifies an input. `holder` is the turn that holds the session now. */
function classifySubmission(
  input: TurnInput,
  earlier: TurnRecord | null,
  holder: string | null,
): SubmissionKind {
  if (earlier === null) {
    return isAnswer(input) ? { meaning: 'nothing-awaited', answer: input.kind } : begun(FROM_THE_START);
  }
  const { suspension, answers } = earlier;
  const answer = awaitedAnswer(input, earlier);
  if (answer !== null) return { meaning: 'resume', suspension, answers: [...answers, answer] };
  if (isKnown(input, earlier)) {
    return isOver(earlier, holder) ? { meaning: 'existing', turn: earlier } : again(input, earlier);
  }
  const refused = refusedRoll(earlier);
  if (refused !== null && input.kind === 'roll' && (input.rollId ?? refused) === refused) {
    return begun({ suspension, answers: [...answers.slice(0, -1), { ...input, rollId: refused }] });
  }
  return unknownTo(earlier, input);
}

/** Classifies an input the turn has neither received nor waits for. */
function unknownTo(earlier: TurnRecord, input: TurnInput): SubmissionKind {
  if (isNamed(input)) return { meaning: 'prompt-not-awaited', turn: earlier };
  const isStray = (input.kind === 'roll' || input.kind === 'clarification') && !isDone(earlier);
  return isStray
    ? { meaning: 'nothing-awaited', answer: input.kind, turn: earlier }
    : { meaning: 'action-id-reused', turn: earlier };
}

function begun(from: GoingOn): SubmissionKind {
  return { meaning: 'begin', ...from };
}

/** Returns whether an input can only be an answer: it cannot start a turn under a new action. */
function isAnswer(input: TurnInput): input is TurnAnswer {
  return input.kind === 'clarification' || (input.kind === 'roll' && input.rollId !== undefined);
}

/**
 * Returns the answer a turn waits for, with the id of its prompt even when the sender omitted it. Returns null for any
 * other input.
 */
function awaitedAnswer(input: TurnInput, earlier: TurnRecord): TurnAnswer | null {
  const id = toWaitId(earlier);
  if (input.kind === 'clarification' && earlier.status === 'awaiting-clarification') {
    return (input.questionId ?? id) === id ? { ...input, questionId: id, ...readAsked(earlier) } : null;
  }
  if (input.kind === 'roll' && earlier.status === 'awaiting-roll') {
    return (input.rollId ?? id) === id ? { ...input, rollId: id, ...readAsked(earlier) } : null;
  }
  return null;
}

/** Returns what a turn waits for, to be kept with the answer: a committed turn forgets what it waited for. */
function readAsked({ suspension }: TurnRecord): { readonly asked?: string } {
  if (suspension === null) return {};
  return { asked: suspension.kind === 'roll' ? suspension.purpose : suspension.question };
}

/** Returns whether an input names the prompt it answers. */
function isNamed(input: TurnInput): boolean {
  if (input.kind === 'roll') return input.rollId !== undefined;
  return input.kind === 'clarification' && input.questionId !== undefined;
}

/** Returns whether the input was sent under this action before, as the first input or as an answer. */
function isKnown(input: TurnInput, { input: first, answers }: TurnRecord): boolean {
  const said = asSent(input);
  return [first, ...answers].some((each) => asSent(isNamed(input) ? each : unnamed(each)) === said);
}

/** Serialises an input as its sender wrote it, without the texts of the choice or the prompt that were added to it. */
function asSent(input: TurnInput): string {
  if (input.kind === 'roll' || input.kind === 'clarification') {
    const { asked: _added, ...sent } = input;
    return toCanonicalJson(sent);
  }
  if (input.kind !== 'story') return toCanonicalJson(input);
  const { chosen: _added, ...sent } = input;
  return toCanonicalJson(sent);
}

function unnamed(input: TurnInput): TurnInput {
  if (input.kind === 'roll') {
    const { rollId: _of, ...roll } = input;
    return roll;
  }
  if (input.kind !== 'clarification') return input;
  const { questionId: _of, ...answer } = input;
  return answer;
}

/**
 * Returns the roll whose faces were rejected and may be given once more. Returns null when the turn failed for
 * another reason.
 */
function refusedRoll({ status, failure, answers }: TurnRecord): string | null {
  const last = answers.at(-1);
  if (status !== 'failed' || failure?.code !== 'ROLL_REFUSED' || last?.kind !== 'roll') return null;
  return last.rollId ?? null;
}

/** Returns whether there is nothing to retry: the turn ended well, waits, or is being played. */
function isOver({ id, status }: TurnRecord, holder: string | null): boolean {
  if (status === 'failed' || status === 'cancelled') return false;
  return status !== 'running' || holder === id;
}

/**
 * Returns whether the turn's action has or will have a result. Any other input under its id is then a different
 * action.
 */
function isDone({ status }: TurnRecord): boolean {
  return status === 'running' || status === 'committed' || status === 'answered';
}

/**
 * Classifies a retry. A failed turn resumes where it last waited, with the answers it has. A cancelled turn starts
 * again when its first input is sent again; an old answer alone does not restart it.
 */
function again(input: TurnInput, earlier: TurnRecord): SubmissionKind {
  const { status, suspension, answers } = earlier;
  if (status !== 'cancelled') return begun({ suspension, answers });
  const isFirst = asSent(input) === asSent(earlier.input);
  return isFirst ? begun(FROM_THE_START) : { meaning: 'existing', turn: earlier };
}

type TurnEndMessages = { readonly abandonment: Abandonment; readonly cancellation: Cancellation };

export async function claimTurn(
  tx: Database,
  request: ClaimRequest,
  tellings: TurnEndMessages,
): Promise<ClaimResult> {
  const session = await lockSession(tx, request.sessionId);
  if (session === null) return { claim: 'unknown-session' };
  const earlier = await tx.findOne(Turn, { session: session.id, actionId: request.actionId });
  const others = answerForAnother(earlier, request);
  if (others !== null) return others;
  const holder = isSessionRunning(session, request.now) ? session.leaseTurnId : null;
  const meaning = classifySubmission(request.input, earlier === null ? null : toTurnRecord(earlier), holder);
  if (meaning.meaning !== 'begin' && meaning.meaning !== 'resume') return refusalOf(meaning);
  if (session.status !== 'active') return { claim: 'session-closed', status: session.status };
  if (holder !== null) return { claim: 'busy', turnId: holder };

  const waiting = await otherWaitingTurn(tx, session, earlier);
  const held = heldUpBy(waiting, request);
  if (held !== null) return held;
  const abandoned = await abandonLeaseHolder(tx, session, request.now, tellings.abandonment);
  const superseded = await supersede(tx, waiting, request, tellings.cancellation);
  const turn = await writeTurn(tx, session, earlier, meaning, request);
  const fence = session.leaseFence + 1;
  const waitingTurnId = superseded.length > 0 ? null : (waiting?.id ?? null);
  const lease = { leaseTurnId: turn.id, leaseExpiresAt: request.expiresAt, leaseFence: fence, waitingTurnId };
  await tx.update(Session, { id: session.id }, lease);
  const record = { ...toSessionRecord(session), runningTurnId: turn.id, waitingTurnId };
  return { claim: 'won', lease: { session: record, turn, fence }, abandoned: [...abandoned, ...superseded] };
}

/** Serialises claims: on PostgreSQL by the row's lock, on SQLite there is one connection. */
export function lockSession(tx: Database, id: string): Promise<Session | null> {
  return tx.findOne(Session, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Fails the turn that held a locked session until its lease ran out, and tells its readers. */
export async function abandonLeaseHolder(
  tx: Database,
  session: Session,
  at: Date,
  abandonment: Abandonment,
): Promise<readonly EventRow[]> {
  if (session.leaseTurnId === null) return [];
  const holder = await tx.findOne(Turn, { id: session.leaseTurnId, status: 'running' });
  if (holder === null) return [];
  const { failure, event } = abandonment(toTurnRecord(holder));
  await tx.update(Turn, { id: holder.id }, { status: 'failed', failure, finishedAt: at });
  if (hasBindingRoll({ ...toTurnRecord(holder), failure })) {
    await tx.update(Session, { id: session.id }, { waitingTurnId: holder.id });
  }
  return tellReaders(tx, session.id, event);
}

/** Ends a turn of a locked session, and tells its readers. */
export async function endCancelledTurn(
  tx: Database,
  waiting: Turn,
  at: Date,
  cancellation: Cancellation,
): Promise<readonly EventRow[]> {
  await tx.update(Turn, { id: waiting.id }, { status: 'cancelled', failure: null, finishedAt: at });
  return tellReaders(tx, waiting.session.id, cancellation(toTurnRecord(waiting)));
}

/** Writes an event of a locked session for its readers. */
export async function tellReaders(
  tx: Database,
  sessionId: string,
  event: NewEventRow,
): Promise<readonly EventRow[]> {
  const last = await reserveSequence(tx, { id: sessionId }, 1);
  return last === null ? [] : insertEvents(tx, sessionId, last, [event]);
}

function refusalOf(meaning: Exclude<SubmissionKind, { meaning: 'begin' | 'resume' }>): ClaimResult {
  if (meaning.meaning !== 'nothing-awaited') return { claim: meaning.meaning, turn: meaning.turn };
  const { meaning: claim, ...rest } = meaning;
  return { claim, ...rest };
}

/**
 * Finds the other turn that a session without a lease holder waits for. The last holder may have left dice
 * unresolved.
 */
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

/** Returns whether dice are still to be rolled, or have fallen without a result yet. */
function areDiceAwaited(turn: Turn): boolean {
  return turn.status === 'awaiting-roll' || hasBindingRoll(toTurnRecord(turn));
}

/** Rejects an answer or a roll by a sender other than the player it was requested from. */
function answerForAnother(earlier: Turn | null, { input, sender }: ClaimRequest): ClaimResult | null {
  if (input.kind !== 'roll' && input.kind !== 'clarification') return null;
  if (earlier === null || sender === undefined || canAnswerTurn(sender, earlier)) return null;
  return { claim: 'not-theirs', turn: toTurnRecord(earlier), answer: input.kind };
}

/**
 * Returns why an action must wait for the waiting turn. Returns null when the action is allowed beside that turn, or
 * ends it.
 */
function heldUpBy(waiting: Turn | null, { input, sender }: ClaimRequest): ClaimResult | null {
  if (waiting === null) return null;
  if (areDiceAwaited(waiting)) {
    return isBesideDice(input) ? null : { claim: 'roll-awaited', turn: toTurnRecord(waiting) };
  }
  if (isBesideQuestion(input) || sender === undefined || canDropQuestion(sender, waiting, input)) return null;
  return { claim: 'clarification-awaited', turn: toTurnRecord(waiting) };
}

/** Cancels a turn with an unanswered question when the player does something else. */
async function supersede(
  tx: Database,
  waiting: Turn | null,
  { input, now }: ClaimRequest,
  cancellation: Cancellation,
): Promise<readonly EventRow[]> {
  if (waiting?.status !== 'awaiting-clarification' || isBesideQuestion(input)) return [];
  return endCancelledTurn(tx, waiting, now, cancellation);
}

/** Returns whether an input is allowed while a roll is awaited. */
function isBesideDice(input: TurnInput): boolean {
  return input.kind === 'operations' || isMeant(input, ['DM']);
}

/** Returns whether an input leaves an open question as it is, because the story does not go on with it. */
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
  meaning: Extract<SubmissionKind, { meaning: 'begin' | 'resume' }>,
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
  return { ...toTurnRecord(earlier), ...change };
}

/**
 * Returns an id that sorts behind all turns of the session, even when the clock is slow or was set back. Turns are
 * listed by their ids.
 */
async function behindTurnsOf(tx: Database, session: string, id: string): Promise<string> {
  const [last] = await tx.find(Turn, { session }, { fields: ['id'], orderBy: { id: 'desc' }, limit: 1 });
  return last === undefined || last.id < id ? id : createLaterId(last.id);
}
