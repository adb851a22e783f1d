import type { RefusedProposal } from '#engine/state/apply-operations.ts';
import { toPlainStrings } from '#engine/util/plain-text.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { findDeniedOperation, OperationInput, toProposal } from '../../input/operation-input.ts';
import {
  createInvalidInput,
  createNotFound,
  type Failure,
  FailureInterface,
  Forbidden,
  InvalidInput,
  NotFound,
  Refused,
} from '../failure.ts';
import { Session } from '../play/session.ts';
import {
  ActionIdReused,
  SessionBusy,
  type TakenTurn,
  TurnFailure,
  TurnPayload,
  toTakeTurnResult,
} from '../play/take-turn-result.ts';

const MOST_OPERATIONS = 100;

const OperationAsker = builder.enumType('OperationAsker', {
  description: 'With whose authority the world is changed.',
  values: {
    GM: { value: 'gm', description: 'The game master’s: within what the ruleset allows.' },
    GOD: { value: 'god', description: 'Beyond the ruleset; the only one that may turn back time.' },
  } as const,
});

const ApplyOperationsInput = builder.inputType('ApplyOperationsInput', {
  description: 'Changes to the world, all of them or none.',
  fields: (t) => ({
    sessionId: t.globalID({
      required: true,
      for: Session,
      description: 'The session whose world is changed.',
    }),
    actionId: t.id({
      required: true,
      description: 'Your own name for this; sent again, it gives the same turn.',
    }),
    as: t.field({ type: OperationAsker, defaultValue: 'gm', description: 'With whose authority.' }),
    operations: t.field({ type: [OperationInput], required: true, description: 'The changes, in order.' }),
  }),
});

const RefusedOperation = builder.objectRef<RefusedProposal>('RefusedOperation').implement({
  description: 'An operation the engine refused. It may name hidden things: for the game master.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its place among the operations, from 0.' }),
    code: t.string({
      description: 'Machine-readable reason: `no-path`.',
      resolve: ({ rejection }) => rejection.rejected,
    }),
    reason: t.string({
      description: 'Reason, with the valid alternative.',
      resolve: ({ rejection }) => rejection.reason,
    }),
    path: t.stringList({
      description: 'The field at fault; empty when no field is.',
      resolve: ({ rejection }) => (rejection.path ?? []).map(String),
    }),
  }),
});

type AllRefused = Failure & { readonly refused: readonly RefusedProposal[] };

const OperationsRefused = builder.objectRef<AllRefused>('OperationsRefused').implement({
  description: 'Some of the operations were refused, so none was applied.',
  interfaces: [FailureInterface],
  fields: (t) => ({
    refused: t.expose('refused', {
      type: [RefusedOperation],
      description: 'Rejected operations, each with its reason.',
    }),
  }),
});

const ApplyOperationsResult = builder.unionType('ApplyOperationsResult', {
  description: 'The turn, or why nothing changed.',
  types: [
    TurnPayload,
    OperationsRefused,
    SessionBusy,
    ActionIdReused,
    TurnFailure,
    InvalidInput,
    NotFound,
    Refused,
    Forbidden,
  ],
  resolveType: (result) => ('taken' in result ? 'TurnPayload' : result.failure),
});

builder.mutationField('applyOperations', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
    type: ApplyOperationsResult,
    description:
      'Changes the world by hand, as the game master: all of the operations or none, as a turn of its own without narration.',
    args: {
      input: t.arg({ type: ApplyOperationsInput, required: true, description: 'Operations to apply.' }),
    },
    resolve: async (_root, { input }, context) => {
      const { sessionId, actionId, operations } = input;
      if (actionId.trim() === '' || actionId.length > 128) {
        return createInvalidInput(['input', 'actionId'], 'give it a name of 1 to 128 characters.');
      }
      if (operations.length === 0 || operations.length > MOST_OPERATIONS) {
        return createInvalidInput(['input', 'operations'], `give 1 to ${MOST_OPERATIONS} operations.`);
      }
      const denied = operations.map(findDeniedOperation).find((field) => field !== null);
      if (denied !== undefined)
        return createInvalidInput(['input', 'operations', denied], 'write true, or leave the operation out.');
      return apply(sessionId.id, actionId.trim(), input.as ?? 'gm', operations.map(toProposal), context);
    },
  }),
);

async function apply(
  sessionId: string,
  actionId: string,
  asker: 'gm' | 'god',
  proposals: readonly object[],
  context: Context,
): Promise<TakenTurn | Failure> {
  // A repeated action id returns its earlier turn, even if the world has changed since.
  if ((await context.store.turns.findByAction(sessionId, actionId)) === null) {
    const tried = await context.operations.tryOut(sessionId, asker, proposals);
    if (isRejection(tried)) return createNotFound(['input', 'sessionId'], tried.reason);
    if (tried.length > 0) return refusal(tried);
  }
  const input = {
    kind: 'operations',
    asker,
    proposals: JSON.parse(JSON.stringify(proposals), toPlainStrings),
  } as const;
  return toTakeTurnResult(await context.turns.submit({ sessionId, actionId, input }), true, context);
}

function refusal(refused: readonly RefusedProposal[]): AllRefused {
  const message = `None of the operations was applied: ${refused.map(({ rejection }) => rejection.reason).join(' ')}`;
  return {
    failure: 'OperationsRefused',
    code: 'OPERATIONS_REFUSED',
    message,
    path: ['input', 'operations'],
    refused,
  };
}
