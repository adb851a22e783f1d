import { encodeCursor } from '#engine/live/cursor.ts';
import { builder } from '../builder.ts';
import { LiveEventInterface, noticeType, sessionEventType } from './live-event.ts';
import { RETELLING_EVENT_TYPES } from './retelling-event.ts';
import { Scene } from './scene.ts';
import { Session } from './session.ts';

const ContextResetCause = builder.enumType('ContextResetCause', {
  description: 'Why a story goes on in another session.',
  values: {
    REWOUND: { value: 'rewound', description: 'It was taken back to an earlier scene.' },
    FORKED: { value: 'forked', description: 'A branch was made of it, and play goes on there.' },
  } as const,
});

const ContextReset = sessionEventType('ContextReset', 'context-reset').implement({
  description:
    'The story goes on in another session, from a scene of this one. Forget what came after that scene and watch the other session.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    cause: t.field({ type: ContextResetCause, description: 'Why.', resolve: ({ body }) => body.cause }),
    continuedBy: t.field({
      type: Session,
      nullable: true,
      description: 'The session to watch from now on; null when it is gone again.',
      resolve: ({ body }, _args, { loaders }) => loaders.session.load(body.continuedBySessionId),
    }),
    fromScene: t.field({
      type: Scene,
      nullable: true,
      description: 'The last scene both have; null when it is gone.',
      resolve: ({ body }, _args, { loaders }) => loaders.scene.load(body.fromSceneId),
    }),
  }),
});

const SessionClosed = sessionEventType('SessionClosed', 'session-closed').implement({
  description: 'The session is over. Nothing comes after this, and the stream is complete.',
  interfaces: [LiveEventInterface],
});

const NarrationChosen = sessionEventType('NarrationChosen', 'narration-chosen').implement({
  description: 'A scene is told another way from now on. Read its narration again.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    version: t.int({ description: 'Which telling it is.', resolve: ({ body }) => body.version }),
    scene: t.field({
      type: Scene,
      nullable: true,
      description: 'The scene; null when it is gone.',
      resolve: ({ body }, _args, { loaders }) => loaders.scene.load(body.sceneId),
    }),
  }),
});

const Lagged = noticeType('Lagged', 'reader-lagged').implement({
  description:
    'You fell too far behind, and the stream ends here. Nothing is lost: subscribe again with `cursor` for all you have missed, or with `newestCursor` to leave it out and read the scenes instead.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    behind: t.int({
      description: 'How far the newest event is ahead of you.',
      resolve: ({ body }) => body.behind,
    }),
    newestCursor: t.field({
      type: 'Cursor',
      description: 'The place of the newest event.',
      resolve: ({ sessionId, body }) => encodeCursor(sessionId, body.newestSequence),
    }),
  }),
});

const ServerGoingAway = noticeType('ServerGoingAway', 'server-going-away').implement({
  description:
    'This server stops, and the connection is closed without the stream being complete. Subscribe again with `cursor`: you will miss nothing.',
  interfaces: [LiveEventInterface],
});

/** What concerns a session as a whole or the stream itself, as members of the union. */
export const SESSION_EVENT_TYPES = [
  ContextReset,
  SessionClosed,
  ...RETELLING_EVENT_TYPES,
  NarrationChosen,
  Lagged,
  ServerGoingAway,
] as const;
