import type { TurnFailure } from '#engine/domain/turn.ts';
import { BudgetExceeded, BudgetUnenforceable } from '#engine/llm/budget.ts';
import { ModelUnavailable } from '#engine/llm/models.ts';
import { ProviderError, type ProviderFault } from '#engine/llm/provider.ts';
import { InvalidReply, ModelRefused } from '#engine/llm/structured.ts';
import { ContextWindowTooSmall } from '#engine/prompt/context-window.ts';
import { isStoreUnwritable } from '#engine/store/store-errors.ts';
import { MissingContentError } from './playbook.ts';

/** Every code a failed turn may have. */
export const TURN_FAILURE_CODES = [
  'MODEL_FAILED',
  'MODEL_OUTPUT_INVALID',
  'MODEL_REFUSED',
  'MODEL_UNAVAILABLE',
  'NARRATION_REFUSED',
  'CONTENT_REFUSED',
  'CONTENT_POLICY_FAILED',
  'BUDGET_EXCEEDED',
  'CONTENT_MISSING',
  'OPERATIONS_REFUSED',
  'STATE_OUT_OF_SYNC',
  'ROLL_REFUSED',
  'STORY_ENDED',
  'SERVER_LOST',
  'SERVER_STOPPING',
  'STORE_UNAVAILABLE',
  'LEASE_LOST',
  'INTERNAL',
] as const;
export type TurnFailureCode = (typeof TURN_FAILURE_CODES)[number];

/** Tells a code of this version from one in a row that another version wrote. */
export function isTurnFailureCode(code: string): code is TurnFailureCode {
  return TURN_FAILURE_CODES.some((known) => known === code);
}

/** A failure this version writes. */
type CodedFailure = TurnFailure & { readonly code: TurnFailureCode };

/** Thrown when the session has passed to another turn; anything this turn still wants to write is void. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Operations the world refuses; the message is for the game master who asked. */
export class OperationsRefusedError extends Error {
  override readonly name = 'OperationsRefusedError';
}

/** The state contradicts itself. The list is in the recording and for the game master alone. */
export class StateOutOfSyncError extends Error {
  override readonly name = 'StateOutOfSyncError';
}

/** A roll that cannot count: none is awaited, or dice cannot show that number. The message is for the player. */
export class RollRefusedError extends Error {
  override readonly name = 'RollRefusedError';
}

/** The story has ended and does not go on from here. The message is the title of the ending. */
export class StoryEndedError extends Error {
  override readonly name = 'StoryEndedError';
}

/** Writes to a player that the story has ended, and what can be done. */
export function explainStoryEnded(title: string): string {
  return `The story has ended: ${title}. Ask about it in mode DM, or go back to an earlier scene to play on from there.`;
}

/** The prose broke a rule the ruleset does not forgive, and its repair did too. */
export class NarrationRefusedError extends Error {
  override readonly name = 'NarrationRefusedError';
}

/** The operator's content policy refused the text of a turn. */
export class ContentRefusedError extends Error {
  override readonly name = 'ContentRefusedError';
}

/** The operator's content policy could not be asked. Nothing is shown unseen, so the turn fails and may be tried again. */
export class ContentPolicyFailedError extends Error {
  override readonly name = 'ContentPolicyFailedError';
  readonly retryable = true;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The outcome of a narration that was told could not be had. A retry resumes there, so it always may be tried again. */
export class RecordFailedError extends Error {
  override readonly name = 'RecordFailedError';

  constructor(cause: ModelRefused | ProviderError) {
    super(cause.message, { cause });
  }
}

/** The player or the game master called the turn off. */
export class TurnCancelledError extends Error {
  override readonly name = 'TurnCancelledError';
}

/** The server is going away and cannot finish what it began. */
export class ServerStoppingError extends Error {
  override readonly name = 'ServerStoppingError';
}

/** A turn found running whose server is gone. */
export const ABANDONED: CodedFailure = {
  code: 'SERVER_LOST',
  message:
    'The server stopped in the middle of this turn. Nothing of it was kept; send the same action again.',
  retryable: true,
};

/** Failure recorded for an attempt whose session passed to another; its turn says what became of it there. */
export const LEASE_LOST: CodedFailure = {
  code: 'LEASE_LOST',
  message:
    'The session passed to another turn, or this one was called off. Nothing of this attempt was kept.',
  retryable: true,
};

/** A turn that cannot be saved. */
const STORE_UNAVAILABLE: CodedFailure = {
  code: 'STORE_UNAVAILABLE',
  message:
    'The server cannot save just now: its disk is full or can only be read. Nothing of this turn was kept; send the same action again later.',
  retryable: true,
};

/**
 * Converts an error to the failure a player is told. An unforeseen error is a bug: its text stays in the log, and the player
 * gets the turn's id to ask about.
 */
export function toTurnFailure(error: unknown, turnId: string): CodedFailure & { readonly isBug: boolean } {
  const isRecord = error instanceof RecordFailedError;
  const foreseen = foreseenFailure(isRecord ? error.cause : error);
  if (foreseen !== null) return { ...foreseen, retryable: isRecord || foreseen.retryable, isBug: false };
  const message = `Something went wrong on our side; nothing of this turn was kept. It is logged as ${turnId}.`;
  return { code: 'INTERNAL', message, retryable: true, isBug: true };
}

/** Returns the wait in whole seconds, rounded up: a client that waits so long is never too early. */
function waitBeforeRetry({ retryable, retryAfterMs }: ProviderError): Pick<TurnFailure, 'retryAfterSeconds'> {
  return retryable && retryAfterMs !== null ? { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) } : {};
}

/** Explains faults that need a cure before the turn can succeed. */
const CAUSES: Partial<Record<ProviderFault, string>> = {
  'not-found':
    'The server of the language model does not know this model: load it there, or choose another one.',
  'too-large': 'The language model takes no prompt of this length: choose one with a larger window.',
  unauthorized: 'The provider of the language model did not accept the key: it has to be corrected.',
};

function foreseenFailure(error: unknown): CodedFailure | null {
  if (error instanceof ProviderError) {
    const wait = waitBeforeRetry(error);
    const advice = wait.retryAfterSeconds === undefined ? '' : ` Try again in ${wait.retryAfterSeconds} s.`;
    const cause = CAUSES[error.fault] ?? `The storyteller could not be reached (${error.fault}).`;
    const message = `${cause} Nothing of this turn was kept.${advice}`;
    return { code: 'MODEL_FAILED', message, retryable: error.retryable, ...wait };
  }
  if (error instanceof InvalidReply) {
    const message = 'The storyteller’s answer could not be used. Nothing of this turn was kept; try again.';
    return { code: 'MODEL_OUTPUT_INVALID', message, retryable: true };
  }
  if (error instanceof ModelRefused)
    return { code: 'MODEL_REFUSED', message: error.message, retryable: false };
  if (error instanceof ModelUnavailable) {
    return { code: 'MODEL_UNAVAILABLE', message: error.message, retryable: error.retryable };
  }
  if (error instanceof ContextWindowTooSmall) {
    return { code: 'MODEL_UNAVAILABLE', message: error.message, retryable: false };
  }
  if (error instanceof MissingContentError) {
    return { code: 'CONTENT_MISSING', message: error.message, retryable: false };
  }
  if (error instanceof BudgetExceeded || error instanceof BudgetUnenforceable) {
    return { code: 'BUDGET_EXCEEDED', message: error.message, retryable: false };
  }
  return toRefusal(error);
}

/** Failures of turns that the rules, the checks or this server refused. */
function toRefusal(error: unknown): CodedFailure | null {
  if (error instanceof OperationsRefusedError) {
    // Why is in the recording: it may name what players do not know, and this sentence is told to them.
    const message = 'The world had moved on and refused the change. Nothing was changed.';
    return { code: 'OPERATIONS_REFUSED', message, retryable: false };
  }
  if (error instanceof StateOutOfSyncError) {
    // The list may name what players do not know.
    const message =
      'The state of this story contradicts itself, so the story waits. The game master has the list and the block that repairs it.';
    return { code: 'STATE_OUT_OF_SYNC', message, retryable: true };
  }
  if (error instanceof RollRefusedError) {
    return { code: 'ROLL_REFUSED', message: `The roll does not count: ${error.message}.`, retryable: false };
  }
  if (error instanceof StoryEndedError) {
    return { code: 'STORY_ENDED', message: explainStoryEnded(error.message), retryable: false };
  }
  if (error instanceof NarrationRefusedError) {
    // What was wrong may be the very secret it gave away; the recording says it to the game master.
    const message =
      'The storyteller broke a rule of this table twice. Nothing of this turn was kept; try again.';
    return { code: 'NARRATION_REFUSED', message, retryable: true };
  }
  if (error instanceof ContentRefusedError) {
    const reason = error.message === '' ? '' : ` ${error.message}`;
    const message = `This server does not show what was told.${reason} Nothing of this turn was kept; do something else.`;
    return { code: 'CONTENT_REFUSED', message, retryable: true };
  }
  if (error instanceof ContentPolicyFailedError) {
    const message =
      'The content policy of this server could not be asked. Nothing of this turn was kept; try again.';
    return { code: 'CONTENT_POLICY_FAILED', message, retryable: error.retryable };
  }
  if (error instanceof ServerStoppingError) {
    const message = 'The server is stopping. Nothing of this turn was kept; send the same action again.';
    return { code: 'SERVER_STOPPING', message, retryable: true };
  }
  return isStoreUnwritable(error) ? STORE_UNAVAILABLE : null;
}
