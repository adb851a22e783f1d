import { encodeCursor } from '#engine/live/cursor.ts';
import { builder } from '../../builder.ts';
import { Session } from '../play/session.ts';
import { Scene } from '../scene/scene.ts';
import { defineSessionEvent, defineStreamNotice, LiveEventInterface } from './live-event.ts';

const TELLING = 'Id that distinguishes concurrent regenerations.';

const RetellingStarted = defineSessionEvent('RetellingStarted', 'retelling-started').implement({
  description:
    'A scene is being regenerated. The previous narration is valid until `NarrationChosen`; `RetellingDelta` streams the new one.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    tellingId: t.string({ description: TELLING, resolve: ({ body }) => body.tellingId }),
    scene: t.field({
      type: Scene,
      nullable: true,
      description: 'The scene; null when it is gone.',
      resolve: ({ body }, _args, { loaders }) => loaders.scene.load(body.sceneId),
    }),
  }),
});

const RetellingDelta = defineSessionEvent('RetellingDelta', 'retelling-delta').implement({
  description:
    'Next words of a regenerated scene, not yet part of the story. Show them in place of the previous narration, never after it. A narration that broke a rule is repaired and then differs: `NarrationChosen` has the final text.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    tellingId: t.string({ description: TELLING, resolve: ({ body }) => body.tellingId }),
    text: t.string({
      description: 'Narration. Show it as text, never as markup.',
      resolve: ({ body }) => body.text,
    }),
  }),
});

const RetellingWithdrawn = defineSessionEvent('RetellingWithdrawn', 'retelling-withdrawn').implement({
  description: 'A regeneration failed. Discard its text; the previous narration stays valid.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    tellingId: t.string({ description: TELLING, resolve: ({ body }) => body.tellingId }),
  }),
});

/** Events of a scene regeneration, as members of the union. */
const RETELLING_EVENT_TYPES = [RetellingStarted, RetellingDelta, RetellingWithdrawn] as const;

const ContextResetCause = builder.enumType('ContextResetCause', {
  description: 'Reason a story continues in another session.',
  values: {
    REWOUND: { value: 'rewound', description: 'It was taken back to an earlier scene.' },
    FORKED: { value: 'forked', description: 'A branch was made of it, and play goes on there.' },
  } as const,
});

const ContextReset = defineSessionEvent('ContextReset', 'context-reset').implement({
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

const SessionClosed = defineSessionEvent('SessionClosed', 'session-closed').implement({
  description: 'The session is over. Nothing comes after this, and the stream is complete.',
  interfaces: [LiveEventInterface],
});

const NarrationChosen = defineSessionEvent('NarrationChosen', 'narration-chosen').implement({
  description: 'A scene is told another way from now on. Read its narration again.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    version: t.int({ description: 'Narration number.', resolve: ({ body }) => body.version }),
    scene: t.field({
      type: Scene,
      nullable: true,
      description: 'The scene; null when it is gone.',
      resolve: ({ body }, _args, { loaders }) => loaders.scene.load(body.sceneId),
    }),
  }),
});

const Lagged = defineStreamNotice('Lagged', 'reader-lagged').implement({
  description:
    'You fell too far behind, and the stream ends here. Nothing is lost: subscribe again with `cursor` for all you have missed, or with `newestCursor` to leave it out and read the scenes instead.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    behind: t.int({
      description: 'Number of events the client is behind.',
      resolve: ({ body }) => body.behind,
    }),
    newestCursor: t.field({
      type: 'Cursor',
      description: 'The place of the newest event.',
      resolve: ({ sessionId, body }) => encodeCursor(sessionId, body.newestSequence),
    }),
  }),
});

const ServerGoingAway = defineStreamNotice('ServerGoingAway', 'server-going-away').implement({
  description:
    'This server stops, and the connection is closed without the stream being complete. Subscribe again with `cursor`: you will miss nothing.',
  interfaces: [LiveEventInterface],
});

/** Events of a whole session or of the stream itself, as members of the union. */
export const SESSION_EVENT_TYPES = [
  ContextReset,
  SessionClosed,
  ...RETELLING_EVENT_TYPES,
  NarrationChosen,
  Lagged,
  ServerGoingAway,
] as const;
