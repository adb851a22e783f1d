import { isRejection } from '#engine/kit/rejection.ts';
import { builder } from '../builder.ts';
import { Scene } from './scene.ts';
import { Session } from './session.ts';
import { SESSION_FAILURES, sessionFailure, type WithSession } from './session-change.ts';

const ForkPayload = builder.objectRef<WithSession>('ForkPayload').implement({
  description: 'Another way the story can go.',
  fields: (t) => ({
    session: t.expose('session', {
      type: Session,
      description:
        'The new session. It knows everything up to the scene it grew from, and nothing that came after.',
    }),
  }),
});

const ForkResult = builder.unionType('ForkResult', {
  description: 'The new session, or why there is none.',
  types: [ForkPayload, ...SESSION_FAILURES],
  resolveType: (result) => ('session' in result ? 'ForkPayload' : result.failure),
});

builder.mutationField('forkSession', (t) =>
  t.field({
    type: ForkResult,
    description:
      'Grows a new session from a scene: state, memories, chronicle, rolls, lore and dice branch together. Nothing that was played is undone.',
    args: {
      sceneId: t.arg.globalID({ required: true, for: Scene, description: 'The scene to grow from.' }),
      keepParentActive: t.arg.boolean({
        defaultValue: false,
        description: 'Whether the session the scene was played in can be played on as well.',
      }),
    },
    resolve: async (_root, { sceneId, keepParentActive }, { branches }) => {
      const session = await branches.forkSession({
        sceneId: sceneId.id,
        keepParentActive: keepParentActive ?? false,
      });
      return isRejection(session) ? sessionFailure(session) : { session };
    },
  }),
);

builder.mutationField('rewindSession', (t) =>
  t.field({
    type: ForkResult,
    description:
      'Goes back to an earlier scene: a new session takes the story up from there and the old one is put aside. Undo of one turn is to rewind to the scene before.',
    args: {
      sessionId: t.arg.globalID({ required: true, for: Session, description: 'The session to go back in.' }),
      toSceneId: t.arg.globalID({ required: true, for: Scene, description: 'The scene to go back to.' }),
    },
    resolve: async (_root, { sessionId, toSceneId }, { branches }) => {
      const session = await branches.rewindSession(sessionId.id, toSceneId.id);
      return isRejection(session) ? sessionFailure(session) : { session };
    },
  }),
);
