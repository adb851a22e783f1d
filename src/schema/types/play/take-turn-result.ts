import type { TurnRecord } from '#engine/domain/turn.ts';
import { getPersonaId } from '#engine/domain/turn-permissions.ts';
import { findPersona } from '#engine/turn/acting-persona.ts';
import { explainStoryEnded, isTurnFailureCode } from '#engine/turn/turn-failure.ts';
import type { Submission } from '#engine/turn/turn-runner.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import {
  createInvalidInput,
  createNotFound,
  type Failure,
  FailureInterface,
  Forbidden,
  InvalidInput,
  NotFound,
  RETRY_AFTER_DESCRIPTION,
  Refused,
  SERVER_STOPPING,
} from '../failure.ts';
import { Turn } from './turn.ts';

/** Returns the name of a persona in a scene. A null id means the first persona. */
export async function findPersonaName(
  personaId: string | null,
  sceneId: string,
  { loaders }: Context,
): Promise<string> {
  return findPersona(await loaders.snapshot.load(sceneId), personaId).name;
}

/** Returns the name of the persona that acts in a turn. */
export function findTurnPersonaName({ input, baseSceneId }: TurnRecord, context: Context): Promise<string> {
  return findPersonaName(getPersonaId(input), baseSceneId, context);
}

export type TakenTurn = { readonly taken: TurnRecord };
type Busy = Failure & { readonly turnId: string };
type Reused = Failure & { readonly turn: TurnRecord };
type Failed = Failure & { readonly turn: TurnRecord; readonly retryable: boolean };

export const TurnPayload = builder.objectRef<TakenTurn>('TurnPayload').implement({
  description:
    'The turn: committed, waiting for you, answered out of character, cancelled, or running if you did not wait.',
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
  description: 'This action id was already used for a different action.',
  interfaces: [FailureInterface],
  fields: (t) => ({ turn: t.expose('turn', { type: Turn, description: 'The turn it stands for.' }) }),
});

export const TurnFailure = builder.objectRef<Failed>('TurnFailure').implement({
  description: 'The turn failed; the story is unchanged.',
  interfaces: [FailureInterface],
  fields: (t) => ({
    retryable: t.exposeBoolean('retryable', {
      description: 'Whether sending the same action again may work.',
    }),
    retryAfterSeconds: t.int({
      nullable: true,
      description: RETRY_AFTER_DESCRIPTION,
      resolve: ({ turn }) => turn.failure?.retryAfterSeconds ?? null,
    }),
    turn: t.expose('turn', { type: Turn, description: 'The turn that failed.' }),
  }),
});

/** Outcome of a submitted action. */
export const TurnResult = builder.unionType('TurnResult', {
  description: 'The turn, or why there is none.',
  types: [TurnPayload, Refused, SessionBusy, ActionIdReused, TurnFailure, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('taken' in result ? 'TurnPayload' : result.failure),
});

export function refusePersona(named: string | null, isMaster: boolean): Failure {
  const message = named === null ? playsNobody(isMaster) : 'This is not a persona you may act for.';
  const path = named === null ? [] : ['input', 'personaId'];
  return { failure: 'Refused', code: 'NOT_YOUR_PERSONA', message, path };
}

function playsNobody(isMaster: boolean): string {
  return isMaster
    ? 'Every persona of this campaign is played by another player. Direct the story with `instruction`, or command the world in mode `GOD`.'
    : 'You have no persona in this campaign. Its game master can assign you one.';
}

/** Rejects an answer or a roll that is expected from another player. */
export function refuseForeignAnswer(who: string, path: readonly string[]): Failure {
  return notFor(path, `This is awaited of ${who}`);
}

/** Rejects the cancellation of a turn that belongs to another player. */
export function refuseForeignCancellation(who: string, path: readonly string[]): Failure {
  return notFor(path, `This turn is that of ${who}`);
}

/** Rejects the cancellation of a command by anyone but the game master. */
export function refuseCommandCancellation(path: readonly string[]): Failure {
  const message = 'This turn is a command; only the game master may call it off.';
  return { failure: 'Refused', code: 'NOT_YOUR_PERSONA', message, path };
}

function notFor(path: readonly string[], whose: string): Failure {
  const message = `${whose}, whom you do not play; their player or the game master may do it.`;
  return { failure: 'Refused', code: 'NOT_YOUR_PERSONA', message, path };
}

export async function toTakeTurnResult(
  submission: Submission,
  wait: boolean,
  context: Context,
): Promise<TakenTurn | Failure> {
  if ('submission' in submission) {
    const turn = wait ? await context.turns.finished(submission.turn.id) : submission.turn;
    return turn.failure === null ? { taken: turn } : failed(turn, turn.failure);
  }
  switch (submission.claim) {
    case 'unknown-session':
      return createNotFound(['input', 'sessionId'], 'there is no such session.');
    case 'stopping':
      return SERVER_STOPPING;
    case 'busy':
      return busy(submission.turnId);
    case 'action-id-reused':
      return reused(submission.turn);
    case 'session-closed':
      return createInvalidInput(
        ['input', 'sessionId'],
        `this session is ${submission.status}; go on in the one that followed it, or start another.`,
      );
    case 'roll-awaited':
      return createInvalidInput(
        ['input', 'action'],
        rollAwaited(submission.turn, await findTurnPersonaName(submission.turn, context)),
      );
    case 'bad-faces':
      return createInvalidInput(['input', 'action', 'answer', 'faces'], `${submission.reason}.`);
    case 'story-ended':
      return {
        failure: 'Refused',
        code: 'STORY_ENDED',
        message: explainStoryEnded(submission.title),
        path: ['input', 'action'],
      };
    case 'choice-gone':
      return createInvalidInput(
        ['input', 'action', 'choice'],
        'this choice is not offered any more; read what the scene offers now.',
      );
    case 'prompt-not-awaited':
    case 'nothing-awaited':
      return notAwaited();
    case 'not-theirs':
      return refuseForeignAnswer(await findTurnPersonaName(submission.turn, context), [
        'input',
        'action',
        'answer',
      ]);
    case 'clarification-awaited':
      return createInvalidInput(
        ['input', 'action'],
        `${await findTurnPersonaName(submission.turn, context)} has been asked something, and the story waits for the answer. Questions outside the story and thoughts are taken meanwhile. The game master may answer for them or call their turn off.`,
      );
  }
}

function rollAwaited({ status }: TurnRecord, who: string): string {
  return status === 'awaiting-roll'
    ? `a roll of ${who} is awaited, and the story waits for it. Ask about the game with mode \`DM\` meanwhile.`
    : `dice of ${who} have fallen and nothing has come of them yet; try that turn again, or let the game master call it off.`;
}

function notAwaited(): Failure {
  return createInvalidInput(
    ['input', 'action', 'answer', 'promptId'],
    'this is not awaited any more; look again at what the story waits for.',
  );
}

function busy(turnId: string): Busy {
  const message =
    'Another turn is being played in this session. Wait until it is done, then send yours again.';
  return { failure: 'SessionBusy', code: 'SESSION_BUSY', message, path: [], turnId };
}

function reused(turn: TurnRecord): Reused {
  const message = 'This id already stands for another action. Give each action a fresh one.';
  return { failure: 'ActionIdReused', code: 'ACTION_ID_REUSED', message, path: ['input', 'actionId'], turn };
}

function failed(turn: TurnRecord, { code, message, retryable }: NonNullable<TurnRecord['failure']>): Failed {
  return {
    failure: 'TurnFailure',
    code: isTurnFailureCode(code) ? code : 'INTERNAL',
    message,
    path: [],
    retryable,
    turn,
  };
}
