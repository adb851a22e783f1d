import { builder } from '../builder.ts';

/** Expected failure as the engine modules return it: a value with a name. */
export type Failure = {
  readonly failure: string;
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
};

export const FailureInterface = builder.interfaceRef<Failure>('Failure');

FailureInterface.implement({
  description:
    'A foreseen reason why something was not done. `... on Failure { code message }` catches them all.',
  resolveType: ({ failure }) => failure,
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Stable and meant for programs: SESSION_BUSY.' }),
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
export const ServerStopping = defineFailure(
  'ServerStopping',
  'The server is going away and takes no new work. Send the same again in a moment.',
);

export function createInvalidInput(path: readonly string[], message: string): Failure {
  return { failure: 'InvalidInput', code: 'INVALID_INPUT', message: `${path.join('.')}: ${message}`, path };
}

export function createNotFound(path: readonly string[], message: string): Failure {
  return { failure: 'NotFound', code: 'NOT_FOUND', message: `${path.join('.')}: ${message}`, path };
}

export const SERVER_STOPPING: Failure = {
  failure: 'ServerStopping',
  code: 'SERVER_STOPPING',
  message: 'The server is stopping and takes no new turns. Send the same action again in a moment.',
  path: [],
};
