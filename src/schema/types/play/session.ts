import { encodeCursor } from '#engine/live/cursor.ts';
import type { Models } from '#engine/llm/models.ts';
import { OFFLINE_NOTICE } from '#engine/offline/storyteller.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import { builder } from '../../builder.ts';
import {
  defineConnectionNames,
  parseNumberKey,
  parseTextKey,
  toConnection,
  toPageRequest,
} from '../../connection.ts';
import {
  createInvalidInput,
  createNotFound,
  type Failure,
  Forbidden,
  InvalidInput,
  NotFound,
  Refused,
} from '../failure.ts';
import { Scene } from '../scene/scene.ts';
import { VIEW_AS, VIEW_PERSONA } from '../view-as.ts';
import { Calibration } from './calibration.ts';
import { Turn } from './turn.ts';

/** Returns the notice that clients show beside the prose while the offline storyteller narrates; null with a language model. */
export function describeModelNotice(
  { largeModel }: Pick<SessionRecord, 'largeModel'>,
  models: Pick<Models, 'list'>,
): string | null {
  const model = models.list().find(({ key }) => key === largeModel);
  return model?.entry.provider === 'offline' ? OFFLINE_NOTICE : null;
}

export const Session = builder.objectRef<SessionRecord>('Session');

builder.node(Session, {
  description:
    'Unbroken line of scenes of a campaign, with two models and one dice seed. A fork or rewind starts another session.',
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { loaders }) => loaders.session.load(id),
  fields: (t) => ({
    smallModel: t.exposeString('smallModel', { nullable: true, description: 'The key of its small model.' }),
    largeModel: t.exposeString('largeModel', { nullable: true, description: 'The key of its large model.' }),
    seedCommitment: t.exposeString('seedCommitment', {
      description:
        'SHA-256 of the dice seed, published before the first roll: the seed cannot be changed later.',
    }),
    notice: t.string({
      nullable: true,
      description:
        'Shown to players once, beside the prose and never inside it: that no language model is in use. Null with a language model.',
      resolve: (session, _args, { models }) => describeModelNotice(session, models),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Start time.' }),
    currentScene: t.field({
      type: Scene,
      description: 'The scene the story stands at.',
      resolve: async ({ id, currentSceneId }, _args, { loaders }) => {
        const scene = await loaders.scene.load(currentSceneId);
        if (scene === null) throw new Error(`session ${id} points to no scene`);
        return scene;
      },
    }),
    scenes: t.connection(
      {
        type: Scene,
        description: 'Its scenes in the order they happened.',
        args: {
          wholeLine: t.arg.boolean({
            required: true,
            defaultValue: false,
            description:
              'Whether the scenes it grew from come first: the whole story, from scene 0. Otherwise only those played in it.',
          }),
        },
        resolve: async ({ lineage, ...session }, { wholeLine, ...args }, { loaders }) => {
          const page = toPageRequest(args, parseNumberKey);
          const line = wholeLine ? lineage : lineage.filter(({ sessionId }) => sessionId === session.id);
          const found = await loaders.scenePage.load({ lineage: line, page });
          return toConnection(found, page, ({ index }) => index);
        },
      },
      ...defineConnectionNames('Scene', 'scenes'),
    ),
    turns: t.connection(
      {
        type: Turn,
        description: 'Its turns in the order they were asked for, failed ones included.',
        resolve: async ({ id: sessionId }, args, { loaders }) => {
          const page = toPageRequest(args, parseTextKey);
          return toConnection(await loaders.turnPage.load({ sessionId, page }), page, (turn) => turn.id);
        },
      },
      ...defineConnectionNames('Turn', 'turns'),
    ),
    calibration: t.field({
      type: Calibration,
      description: 'Agreement of the table now: tone, limits of content, difficulty, pace.',
      resolve: async ({ currentSceneId }, _args, { loaders }) =>
        (await loaders.snapshot.load(currentSceneId)).calibration,
    }),
    runningTurn: t.field({
      type: Turn,
      nullable: true,
      description: 'The turn that is being played just now; null when the session is free.',
      resolve: ({ runningTurnId }, _args, { loaders }) =>
        runningTurnId === null ? null : loaders.turn.load(runningTurnId),
    }),
    lastEventCursor: t.field({
      type: 'Cursor',
      description:
        'The place of its newest event. Subscribe with `after` set to it to get only what comes from now on.',
      resolve: async ({ id }, _args, { loaders }) => encodeCursor(id, await loaders.lastSequence.load(id)),
    }),
  }),
});

builder.queryField('session', (t) =>
  t.field({
    type: Session,
    nullable: true,
    description: 'A session by its id; null when there is none.',
    args: {
      id: t.arg.globalID({ required: true, for: Session, description: 'The id of the session.' }),
      as: t.arg(VIEW_AS),
      persona: t.arg(VIEW_PERSONA),
    },
    resolve: (_root, { id }, { loaders }) => loaders.session.load(id.id),
  }),
);

/** Payload with a session. */
type SessionPayload = { readonly session: SessionRecord };

const SessionPayloadType = builder.objectRef<SessionPayload>('SessionPayload').implement({
  description: 'The session was started, branched off, changed or ended.',
  fields: (t) => ({
    session: t.expose('session', {
      type: Session,
      description: 'The session as it is now: the one to play in, or the one that has ended.',
    }),
  }),
});

/** Outcome of a change to a session. */
export const SessionResult = builder.unionType('SessionResult', {
  description: 'The session, or why nothing changed.',
  types: [SessionPayloadType, Refused, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('session' in result ? 'SessionPayload' : result.failure),
});

/** Converts a rejection of the engine into a failure that uses the argument names of the API. */
export function toSessionFailure({ rejected: code, reason, path = [] }: Rejection): Failure {
  const where = ['input', ...path.map(String)];
  if (code.startsWith('unknown-')) return createNotFound(where, reason);
  if (code === 'turn-running' || code === 'session-active') {
    return {
      failure: 'Refused',
      code: code === 'turn-running' ? 'TURN_RUNNING' : 'SESSION_ACTIVE',
      message: reason,
      path: where,
    };
  }
  return createInvalidInput(where, reason);
}

export function toSessionResult<Value extends object>(value: Value | Rejection): Value | Failure {
  return isRejection(value) ? toSessionFailure(value) : value;
}
