import { GraphQLError } from 'graphql';
import { assertNever } from '#engine/kit/assert-never.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import { decodeCursor, encodeCursor } from '#engine/live/cursor.ts';
import { follow } from '#engine/live/follow.ts';
import type { TurnEvent, TurnEventType } from '#engine/live/turn-event.ts';
import { builder } from '../builder.ts';
import { Scene } from './scene.ts';
import { Session } from './session.ts';

/** What all events share; each type below narrows the body to its own kind. */
type AnyEvent = Omit<TurnEvent, 'body'> & { readonly body: Pick<TurnEvent['body'], 'attempt' | 'type'> };

const LiveEvent = builder.interfaceRef<AnyEvent>('LiveEvent');

LiveEvent.implement({
  description: 'What every live event carries.',
  resolveType: (event) => typeNameOf(event.body.type),
  fields: (t) => ({
    cursor: t.field({
      type: 'Cursor',
      description:
        'The place of this event. Pass the last one you received back as `after` to go on exactly there.',
      resolve: ({ sessionId, sequence }) => encodeCursor(sessionId, sequence),
    }),
    sequence: t.exposeInt('sequence', { description: 'Its number in the session: 1, 2, 3 without a gap.' }),
    turnId: t.field({
      type: 'ID',
      description: 'The turn it belongs to.',
      resolve: ({ turnId }) => Buffer.from(`Turn:${turnId}`).toString('base64'),
    }),
    attempt: t.int({ description: 'Which attempt at the turn.', resolve: ({ body }) => body.attempt }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
  }),
});

/** The event types by the kind of body they show. */
function eventType<Type extends TurnEventType>(name: string, _type: Type) {
  return builder.objectRef<TurnEvent<Type>>(name);
}

const TurnStarted = eventType('TurnStarted', 'turn-started').implement({
  description: 'A turn, or another attempt at it, has begun.',
  interfaces: [LiveEvent],
  fields: (t) => ({
    actionId: t.string({
      description: 'The name its client gave the action.',
      resolve: ({ body }) => body.actionId,
    }),
  }),
});

const StepStarted = eventType('StepStarted', 'step-started').implement({
  description: 'A step of the turn has begun.',
  interfaces: [LiveEvent],
  fields: (t) => ({ step: t.string({ description: 'Its name.', resolve: ({ body }) => body.step }) }),
});

const StepFinished = eventType('StepFinished', 'step-finished').implement({
  description: 'A step of the turn is done.',
  interfaces: [LiveEvent],
  fields: (t) => ({
    step: t.string({ description: 'Its name.', resolve: ({ body }) => body.step }),
    milliseconds: t.float({ description: 'How long it took.', resolve: ({ body }) => body.milliseconds }),
  }),
});

const DiceRolled = eventType('DiceRolled', 'dice-rolled').implement({
  description: 'The engine has rolled. Nothing a model says can change it.',
  interfaces: [LiveEvent],
  fields: (t) => ({
    expression: t.string({
      description: 'What was rolled: `2d6+1`.',
      resolve: ({ body }) => body.expression,
    }),
    faces: t.intList({ description: 'Every die, in order.', resolve: ({ body }) => body.faces }),
    modifier: t.int({ description: 'What was added.', resolve: ({ body }) => body.modifier }),
    total: t.int({ description: 'The sum.', resolve: ({ body }) => body.total }),
    purpose: t.string({ description: 'What the roll decides.', resolve: ({ body }) => body.purpose }),
    result: t.string({
      description: 'What the total means by the rules.',
      resolve: ({ body }) => body.result,
    }),
    line: t.string({ description: 'The whole roll as one line.', resolve: ({ body }) => body.line }),
  }),
});

const NarrationDelta = eventType('NarrationDelta', 'narration-delta').implement({
  description: 'The next piece of the narration. The pieces of an attempt, joined, are the narration.',
  interfaces: [LiveEvent],
  fields: (t) => ({
    text: t.string({
      description: 'The piece, to be shown as text and never as markup.',
      resolve: ({ body }) => body.text,
    }),
  }),
});

const TurnCommitted = eventType('TurnCommitted', 'turn-committed').implement({
  description: 'The turn is saved; its scene is there to be read.',
  interfaces: [LiveEvent],
  fields: (t) => ({
    sceneIndex: t.int({ description: 'The number of its scene.', resolve: ({ body }) => body.sceneIndex }),
    scene: t.field({
      type: Scene,
      description: 'The scene it made.',
      resolve: async ({ body }, _args, { loaders }) => {
        const scene = await loaders.scene.load(body.sceneId);
        if (scene === null) throw new Error(`scene ${body.sceneId} was announced and is not there`);
        return scene;
      },
    }),
  }),
});

const TurnFailed = eventType('TurnFailed', 'turn-failed').implement({
  description: 'The attempt came to nothing. Take back whatever was shown of its narration.',
  interfaces: [LiveEvent],
  fields: (t) => ({
    code: t.string({ description: 'Stable and meant for programs.', resolve: ({ body }) => body.code }),
    message: t.string({
      description: 'A sentence that can be shown to a person.',
      resolve: ({ body }) => body.message,
    }),
    retryable: t.boolean({
      description: 'Whether sending the same action again may work.',
      resolve: ({ body }) => body.retryable,
    }),
  }),
});

function typeNameOf(type: TurnEventType): string {
  switch (type) {
    case 'turn-started':
      return 'TurnStarted';
    case 'step-started':
      return 'StepStarted';
    case 'step-finished':
      return 'StepFinished';
    case 'dice-rolled':
      return 'DiceRolled';
    case 'narration-delta':
      return 'NarrationDelta';
    case 'turn-committed':
      return 'TurnCommitted';
    case 'turn-failed':
      return 'TurnFailed';
    default:
      return assertNever(type);
  }
}

const TurnEventUnion = builder.unionType('TurnEvent', {
  description: 'One live event of a turn. `... on LiveEvent { cursor }` is there on all of them.',
  types: [TurnStarted, StepStarted, StepFinished, DiceRolled, NarrationDelta, TurnCommitted, TurnFailed],
  resolveType: ({ body }) => typeNameOf(body.type),
});

builder.subscriptionField('turnEvents', (t) =>
  t.field({
    type: TurnEventUnion,
    description:
      'Every event of a session after the cursor, then the live ones, each exactly once and in order. Without a cursor it begins with the first event of the session.',
    args: {
      sessionId: t.arg.globalID({ required: true, for: Session, description: 'The session to watch.' }),
      after: t.arg({ type: 'Cursor', description: 'The cursor of the last event you have.' }),
    },
    subscribe: async (_root, { sessionId, after }, { store, log }) => {
      const session = await store.sessions.find(sessionId.id);
      if (session === null) throw refused('NOT_FOUND', 'sessionId: there is no such session.');
      const sequence = after == null ? 0 : decodeCursor(after, session.id);
      if (isRejection(sequence)) throw refused('BAD_USER_INPUT', sequence.reason);
      return follow(log, { sessionId: session.id, after: sequence, audience: 'player' });
    },
    resolve: (event, _args, { renewLoaders }) => {
      renewLoaders();
      return event;
    },
  }),
);

function refused(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}
