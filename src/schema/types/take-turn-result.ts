import type { TurnRecord } from '#engine/store/turns.ts';
import type { Submission } from '#engine/turn/turn-runner.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import {
  type Failure,
  FailureInterface,
  InvalidInput,
  invalidInput,
  NotFound,
  notFound,
  plainFailure,
  SERVER_STOPPING,
  ServerStopping,
} from './failure.ts';
import { Turn } from './turn.ts';

export type Taken = { readonly taken: TurnRecord };
type Busy = Failure & { readonly turnId: string };
type Reused = Failure & { readonly turn: TurnRecord };
type Failed = Failure & { readonly turn: TurnRecord; readonly retryable: boolean };

const TakeTurnPayload = builder.objectRef<Taken>('TakeTurnPayload').implement({
  description:
    'The turn was taken: it is committed, or it waits for you, or it was answered out of character, or it runs if you did not wait.',
  fields: (t) => ({ turn: t.expose('taken', { type: Turn, description: 'The turn.' }) }),
});

export const SessionBusy = builder.objectRef<Busy>('SessionBusy').implement({
  description: 'Another turn is being played in this session. Nothing was done and nothing was spent.',
  interfaces: [FailureInterface],
  fields: (t) => ({
    runningTurn: t.field({
      type: Turn,
      nullable: true,
      description: 'The turn that is being played; null when it has just ended.',
      resolve: ({ turnId }, _args, { loaders }) => loaders.turn.load(turnId),
    }),
  }),
});

export const ActionIdReused = builder.objectRef<Reused>('ActionIdReused').implement({
  description: 'This action id already stands for something else that was said.',
  interfaces: [FailureInterface],
  fields: (t) => ({ turn: t.expose('turn', { type: Turn, description: 'The turn it stands for.' }) }),
});

export const TurnFailure = builder.objectRef<Failed>('TurnFailure').implement({
  description: 'The turn came to nothing; the story stands where it stood.',
  interfaces: [FailureInterface],
  fields: (t) => ({
    retryable: t.exposeBoolean('retryable', {
      description: 'Whether sending the same action again may work.',
    }),
    turn: t.expose('turn', { type: Turn, description: 'The turn that failed.' }),
  }),
});

const NotYourPersona = plainFailure(
  'NotYourPersona',
  'Somebody else plays this persona, or you play nobody here. Nothing was done and nothing was spent.',
);

/** What came of an action that was sent. */
export const TakeTurnResult = builder.unionType('TakeTurnResult', {
  description: 'The turn, or why there is none.',
  types: [
    TakeTurnPayload,
    NotYourPersona,
    SessionBusy,
    ActionIdReused,
    TurnFailure,
    InvalidInput,
    NotFound,
    ServerStopping,
  ],
  resolveType: (result) => ('taken' in result ? 'TakeTurnPayload' : result.failure),
});

export function notYours(named: string | null): Failure {
  const message =
    named === null
      ? 'You play nobody in this campaign. Its game master can give you a persona.'
      : 'input.personaId: this is not a persona you may act for.';
  const path = named === null ? [] : ['input', 'personaId'];
  return { failure: 'NotYourPersona', code: 'NOT_YOUR_PERSONA', message, path };
}

export async function answerTo(
  submission: Submission,
  wait: boolean,
  { turns }: Context,
): Promise<Taken | Failure> {
  if ('submission' in submission) {
    const turn = wait ? await turns.finished(submission.turn.id) : submission.turn;
    return turn.failure === null ? { taken: turn } : failed(turn, turn.failure);
  }
  switch (submission.claim) {
    case 'unknown-session':
      return notFound(['input', 'sessionId'], 'there is no such session.');
    case 'stopping':
      return SERVER_STOPPING;
    case 'busy':
      return busy(submission.turnId);
    case 'action-id-reused':
      return reused(submission.turn);
    case 'session-closed':
      return invalidInput(
        ['input', 'sessionId'],
        `this session is ${submission.status}; go on in the one that followed it, or start another.`,
      );
    case 'roll-awaited':
      return invalidInput(['input'], rollAwaited(submission.turn));
    case 'roll-not-awaited':
      return notAwaited(submission.turn);
    case 'nothing-awaited':
      return invalidInput(['input', 'actionId'], 'nothing was asked about this action.');
  }
}

function rollAwaited({ status }: TurnRecord): string {
  return status === 'awaiting-roll'
    ? 'a roll is awaited; send it under the action id that asked for it.'
    : 'dice have fallen and nothing has come of them yet; send that roll again under the same action id, or let the game master call its turn off.';
}

function notAwaited({ status, suspension }: TurnRecord): Failure {
  const isWaiting = status === 'awaiting-roll' && suspension?.kind === 'roll';
  const now = isWaiting ? `the one for ${suspension.purpose} is` : 'none is just now';
  return invalidInput(['input', 'action', 'roll', 'rollId'], `this roll is not awaited; ${now}.`);
}

function busy(turnId: string): Busy {
  const message =
    'Another turn is being played in this session. Wait until it is done, then send yours again.';
  return { failure: 'SessionBusy', code: 'SESSION_BUSY', message, path: [], turnId };
}

function reused(turn: TurnRecord): Reused {
  const message = 'input.actionId: this id already stands for another action. Give each action a fresh one.';
  return { failure: 'ActionIdReused', code: 'ACTION_ID_REUSED', message, path: ['input', 'actionId'], turn };
}

function failed(turn: TurnRecord, { code, message, retryable }: NonNullable<TurnRecord['failure']>): Failed {
  return { failure: 'TurnFailure', code, message, path: [], retryable, turn };
}
