import type { TurnFailureCode } from '#engine/turn/turn-failure.ts';
import { builder, defineWordEnum } from '../builder.ts';

const TURN_FAILURES: Readonly<Record<TurnFailureCode, string>> = {
  MODEL_FAILED: 'The provider of the model did not answer, or answered with an error.',
  MODEL_OUTPUT_INVALID: 'The model’s reply did not have the form it was asked for, also after one repair.',
  MODEL_REFUSED: 'The model declined to answer.',
  MODEL_UNAVAILABLE: 'The session’s model is unknown here or has no key.',
  NARRATION_REFUSED: 'The narration broke a rule of the table, also after one repair.',
  CONTENT_REFUSED: 'The content policy of this server refused the text.',
  CONTENT_POLICY_FAILED: 'The content policy of this server could not be asked.',
  BUDGET_EXCEEDED: 'A budget does not allow the call.',
  CONTENT_MISSING: 'A pack the campaign needs cannot be read.',
  OPERATIONS_REFUSED: 'The state refused the change.',
  STATE_OUT_OF_SYNC:
    'The state contradicts itself. The game master finds the list and the repair in `session.gm.discrepancies`.',
  ROLL_REFUSED: 'The roll cannot count.',
  STORY_ENDED: 'The story has ended.',
  SERVER_LOST: 'The server stopped in the middle of the turn.',
  SERVER_STOPPING: 'The server is stopping.',
  STORE_UNAVAILABLE: 'The server cannot save: its disk is full or can only be read, or its database is away.',
  LEASE_LOST: 'The session passed to another turn.',
  INTERNAL: 'An error of the server. It is logged under the id of the turn.',
};

/** Codes of the failures that are no failed turns. */
const OTHER_FAILURES = {
  INVALID_INPUT: 'A field of the input cannot be used as it is.',
  NOT_FOUND: 'The input names something that does not exist, or that you may not know of.',
  FORBIDDEN: 'You may see it but not do this.',
  ACTION_ID_REUSED: 'The action id was used for another input.',
  ALREADY_MEMBER: 'They take part in the campaign already.',
  CAMPAIGN_EXISTS: 'The campaign of the file is here already.',
  CAMPAIGN_TOO_LARGE: 'The campaign does not fit into one answer.',
  CHARACTER_INCOMPLETE: 'The answers do not make a character yet.',
  EDIT_CONFLICT: 'The content was changed since it was read.',
  LANGUAGE_MODEL_NEEDED: 'This needs a language model, and the server has none.',
  LAST_GAME_MASTER: 'A campaign keeps at least one game master.',
  NOT_YOUR_PERSONA: 'The persona or the awaited answer belongs to another player.',
  OPENING_FAILED: 'The campaign was created, but its opening could not be told.',
  OWN_PERSONA_REFUSED: 'The table does not take personas made by players.',
  PERSONA_TAKEN: 'Another player plays this persona.',
  SESSION_ACTIVE: 'The campaign has a session that goes on.',
  SESSION_BUSY: 'A turn of the session runs.',
  TIME_LIMIT: 'It took longer than allowed.',
  TURN_RUNNING: 'A turn runs; wait for it or cancel it.',
} as const;

export type FailureCode = TurnFailureCode | keyof typeof OTHER_FAILURES;

export const FailureCodeEnum = defineWordEnum<FailureCode>(
  'FailureCode',
  'Reason something was not done. Codes of failed turns are among them.',
  { ...TURN_FAILURES, ...OTHER_FAILURES },
);

/** Expected failure as the engine modules return it: a value with a name. */
export type Failure = {
  readonly failure: string;
  readonly code: FailureCode;
  readonly message: string;
  readonly path: readonly string[];
};

export const FailureInterface = builder.interfaceRef<Failure>('Failure');

FailureInterface.implement({
  description:
    'A foreseen reason why something was not done. `... on Failure { code message }` catches them all.',
  resolveType: ({ failure }) => failure,
  fields: (t) => ({
    code: t.field({
      type: FailureCodeEnum,
      description: 'Stable and meant for programs.',
      resolve: ({ code }) => code,
    }),
    message: t.exposeString('message', { description: 'A sentence that can be shown to a person.' }),
    path: t.exposeStringList('path', {
      description: 'The input field at fault, outermost first; empty when no field is.',
    }),
  }),
});

/** Describes `retryAfterSeconds` wherever a failed turn is shown. */
export const RETRY_AFTER_DESCRIPTION =
  'Seconds to wait before another attempt. Null when the model provider named no time.';

/** Defines a failure type with no fields beyond the interface. */
export function defineFailure(name: string, description: string) {
  return builder.objectRef<Failure>(name).implement({ description, interfaces: [FailureInterface] });
}

export const InvalidInput = defineFailure('InvalidInput', 'A field of the input cannot be used as it is.');
export const NotFound = defineFailure('NotFound', 'The input names something that does not exist.');
export const Refused = defineFailure(
  'Refused',
  'The table, the story or the server does not allow it now. Nothing was done and nothing was spent; `code` says why.',
);
export const Forbidden = defineFailure(
  'Forbidden',
  'You may not do this. The message names the role it needs.',
);
export function createInvalidInput(path: readonly string[], message: string): Failure {
  return { failure: 'InvalidInput', code: 'INVALID_INPUT', message: toSentence(message), path };
}

export function createNotFound(path: readonly string[], message: string): Failure {
  return { failure: 'NotFound', code: 'NOT_FOUND', message: toSentence(message), path };
}

/** Capitalises the first letter, unless the sentence begins with an id. */
function toSentence(message: string): string {
  if (/^[\w-]*[_:]/.test(message)) return message;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
}

export const SERVER_STOPPING: Failure = {
  failure: 'Refused',
  code: 'SERVER_STOPPING',
  message: 'The server is stopping and takes no new turns. Send the same action again in a moment.',
  path: [],
};
