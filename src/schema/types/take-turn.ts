import { isRejection } from '#engine/kit/rejection.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { TurnInput, TurnRecord } from '#engine/store/turns.ts';
import type { Submission, TurnRequest } from '#engine/turn/turn-runner.ts';
import { whoActs } from '../access/who-acts.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { plainText } from '../plain-text.ts';
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
import { Session } from './session.ts';
import { Turn } from './turn.ts';
import { TurnActionInput, turnInputFor } from './turn-action.ts';
import { TurnModeEnum } from './turn-mode.ts';

const ActionId = plainText(
  128,
  'give each action a fresh name, a UUID for instance',
  'a UUID is a good choice',
);

const TakeTurnInput = builder.inputType('TakeTurnInput', {
  description: 'What a player does.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session to play in.' }),
    actionId: t.string({
      required: true,
      description:
        'Your own name for this action, a fresh UUID for instance. Sent again, it gives the same turn: never a second one.',
    }),
    action: t.field({ type: TurnActionInput, required: true, description: 'What is done.' }),
    mode: t.field({
      type: TurnModeEnum,
      description:
        'How words are meant. Left out, it is read from them: `GOD MODE:` commands, "I think about …" thinks, all else is story.',
    }),
    personaId: t.string({
      description:
        'Who acts, by the id inside the campaign; the persona you play if you say nothing. A game master may act for those nobody plays.',
    }),
    wait: t.boolean({
      defaultValue: true,
      description:
        'Whether to answer when the turn is finished, or as soon as it has begun. It goes on either way.',
    }),
  }),
});

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

const TakeTurnResult = builder.unionType('TakeTurnResult', {
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

builder.mutationField('takeTurn', (t) =>
  t.field({
    type: TakeTurnResult,
    description: 'Plays one turn. It runs on the server whether or not you stay to watch.',
    args: { input: t.arg({ type: TakeTurnInput, required: true, description: 'What the player does.' }) },
    resolve: async (_root, { input }, context) => {
      const request = await requestOf(input, context);
      if ('failure' in request) return request;
      return answerTo(await context.turns.submit(request), input.wait ?? true, context);
    },
  }),
);

async function requestOf(
  input: typeof TakeTurnInput.$inferInput,
  context: Context,
): Promise<TurnRequest | Failure> {
  const actionId = ActionId.safeParse(input.actionId);
  if (!actionId.success) {
    return invalidInput(['input', 'actionId'], `${actionId.error.issues[0]?.message}.`);
  }
  const session = await context.loaders.session.load(input.sessionId.id);
  if (session === null) return notFound(['input', 'sessionId'], 'there is no such session.');
  const personaId = await whoActs(input.personaId ?? null, session, context);
  if (personaId === null) return notYours(input.personaId ?? null);
  const isMaster = (await context.access.standingIn(session.campaignId))?.role === 'gm';
  const acting = { personaId, isMaster, session };
  const asked = await turnInputFor(input.action, input.mode ?? null, acting, context);
  if (isRejection(asked)) return invalidInput(['input', ...(asked.path ?? []).map(String)], asked.reason);
  const awaited = await rollAwaited(asked, session, context);
  return awaited ?? { sessionId: session.id, actionId: actionId.data, input: asked };
}

/** While an offered table waits for its roll, the story waits too; questions outside it do not. */
async function rollAwaited(
  input: TurnInput,
  { currentSceneId }: SessionRecord,
  { loaders }: Context,
): Promise<Failure | null> {
  const isStory = input.kind === 'story' && (input.mode === 'STORY' || input.mode === 'THINK');
  if (!isStory && input.kind !== 'continuation') return null;
  const { pendingRoll } = await loaders.snapshot.load(currentSceneId);
  if (pendingRoll === null) return null;
  return invalidInput(
    ['input', 'action'],
    `a roll is awaited: ${pendingRoll.purpose}. Send \`roll\`, with your own number or without.`,
  );
}

function notYours(named: string | null): Failure {
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
      return invalidInput(['input'], 'a roll is awaited; send it under the action id that asked for it.');
    case 'roll-not-awaited':
      return notAwaited(submission.turn);
    case 'nothing-awaited':
      return invalidInput(['input', 'actionId'], 'nothing was asked about this action.');
  }
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
