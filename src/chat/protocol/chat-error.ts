import { z } from 'zod';

/** Failure in the form of the protocol, with its HTTP status. */
export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly status: number;
  readonly code: string;
  readonly param: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { readonly param?: string; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = more.param ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'invalid_request_error',
  409: 'conflict_error',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
};

/** Returns the body of an error as clients of the protocol read it. */
export function toErrorBody({ status, message, code, param }: ChatError): object {
  return { error: { message, type: TYPES[status] ?? 'server_error', param, code } };
}

/** Failure of the engine, as its actions return it. */
type EngineFailure = {
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
};

/** HTTP status of each foreseen failure; the others are faults of the server or of its model. */
const STATUSES: Readonly<Record<string, number>> = {
  INVALID_INPUT: 400,
  STORY_ENDED: 400,
  CONTENT_REFUSED: 400,
  ROLL_REFUSED: 400,
  FORBIDDEN: 403,
  NOT_YOUR_PERSONA: 403,
  NOT_FOUND: 404,
  SESSION_BUSY: 409,
  SESSION_ACTIVE: 409,
  TURN_RUNNING: 409,
  BUDGET_EXCEEDED: 429,
  TURN_RATE_LIMIT: 429,
  MONEY_LIMIT: 429,
  MODEL_FAILED: 502,
  MODEL_OUTPUT_INVALID: 502,
  MODEL_REFUSED: 502,
  SERVER_STOPPING: 503,
};

export function toChatError({ code, message, retryAfterSeconds }: EngineFailure): ChatError {
  const more = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new ChatError(STATUSES[code] ?? 500, code.toLowerCase(), message, more);
}

/** Limit of a viewer, which the engine's services throw. */
const LimitError = z.object({
  message: z.string(),
  extensions: z.object({ code: z.string(), retryAfterSeconds: z.number().optional() }),
});

/** Returns the error to show for anything thrown; null for a bug, which is logged and masked. */
export function readThrownError(error: unknown): ChatError | null {
  if (error instanceof ChatError) return error;
  const limit = LimitError.safeParse(error);
  if (!limit.success || !(error instanceof Error)) return null;
  const { message, extensions } = limit.data;
  return toChatError({ message, ...extensions });
}
