import type { YogaInitialContext } from 'graphql-yoga';
import { decodeCursor, encodeCursor, resolveStartSequence } from '#engine/live/cursor.ts';
import { EventReader } from '#engine/live/event-reader.ts';
import { parseLoggedEvent } from '#engine/live/live-event.ts';
import type { Audience, EventViewer } from '#engine/store/event-rows.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { builder } from '../../builder.ts';
import { defineConnectionNames, loadConnectionPage, toPageRequest } from '../../connection.ts';
import type { Context } from '../../context.ts';
import { createCursorError, createGmOnlyError, createUnknownSessionError } from '../../errors.ts';
import { LiveSource } from '../../transport/live-source.ts';
import { Session } from '../play/session.ts';
import { Scene } from '../scene/scene.ts';
import { VIEW_AS } from '../view-as.ts';
import {
  defineSessionEvent,
  defineStreamNotice,
  getEventTypeName,
  LiveEventInterface,
} from './live-event.ts';
import { createStreamAccess, type StreamAccess } from './stream-access.ts';
import { TURN_EVENT_TYPES } from './turn-event-types.ts';

/** Watcher of a session: the events it may see, its view, and whether access is still allowed. */
type SessionWatcher = EventViewer & StreamAccess;

type Watched = Pick<SessionRecord, 'campaignId'>;

/** Creates the watcher of a session's events. Throws a refusal when the viewer may not watch. */
async function createSessionWatcher(
  { access }: Pick<Context, 'access'>,
  { campaignId }: Watched,
  include: readonly 'steps'[] | null | undefined,
  audience: Audience,
): Promise<SessionWatcher> {
  const standing = await access.standingIn(campaignId);
  if (standing === null) throw createUnknownSessionError();
  if (audience === 'gm' && standing.role !== 'gm') throw createGmOnlyError();
  const includesSteps = include?.includes('steps') ?? false;
  return {
    audience,
    includesSteps,
    // A game master may read every private event, and so reads them beside those for all players.
    personaId: standing.role === 'gm' ? 'everyone' : standing.personaId,
    ...createStreamAccess(access, campaignId, standing, [audience, includesSteps]),
  };
}

/** Reads the id of the last event, which a browser's EventSource sends when it reconnects. */
function readLastEventId(context: object): string | null {
  // Over HTTP the context extends Yoga's own; over WebSocket there is no fetch request.
  const { request } = context as Partial<YogaInitialContext>;
  return request?.headers.get('last-event-id') || null;
}

const TELLING = 'Id that distinguishes concurrent regenerations.';

const RetellingStarted = defineSessionEvent('RetellingStarted', 'retelling-started').implement({
  description:
    'A scene is being regenerated. The previous narration is valid until `NarrationChosen`; `RetellingDelta` streams the new one.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    tellingId: t.id({ description: TELLING, resolve: ({ body }) => body.tellingId }),
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
    tellingId: t.id({ description: TELLING, resolve: ({ body }) => body.tellingId }),
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
    tellingId: t.id({ description: TELLING, resolve: ({ body }) => body.tellingId }),
  }),
});

/** Events of a scene regeneration, as members of the union. */
const RETELLING_EVENT_TYPES = [RetellingStarted, RetellingDelta, RetellingWithdrawn] as const;

const SessionContinuedCause = builder.enumType('SessionContinuedCause', {
  description: 'Reason a story continues in another session.',
  values: {
    REWOUND: { value: 'rewound', description: 'It was taken back to an earlier scene.' },
    FORKED: { value: 'forked', description: 'A branch was made of it, and play goes on there.' },
  } as const,
});

const SessionContinued = defineSessionEvent('SessionContinued', 'session-continued').implement({
  description:
    'The story goes on in another session, from a scene of this one. Forget what came after that scene and watch the other session.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    continuedAs: t.field({
      type: SessionContinuedCause,
      description: 'Why.',
      resolve: ({ body }) => body.cause,
    }),
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
const SESSION_EVENT_TYPES = [
  SessionContinued,
  SessionClosed,
  ...RETELLING_EVENT_TYPES,
  NarrationChosen,
  Lagged,
  ServerGoingAway,
] as const;

const TurnEvent = builder.unionType('TurnEvent', {
  description:
    'One event of a session, or a word of the stream about itself. `... on LiveEvent { cursor }` is there on all of them.',
  types: [...TURN_EVENT_TYPES, ...SESSION_EVENT_TYPES],
  resolveType: getEventTypeName,
});

const IncludedEvents = builder.enumType('IncludedEvents', {
  description: 'Events that are only sent when they are asked for.',
  values: {
    STEPS: { value: 'steps', description: 'Begin and end of each step of a turn, for progress displays.' },
  } as const,
});

const EVENTS_AS = {
  ...VIEW_AS,
  description:
    'Whose events. `PLAYER`: those of your persona’s player. `GM`: everything, for the game master alone. Default: those for players, for a game master with the private ones of all personas.',
} as const;

const INCLUDE_DESCRIPTION = 'Events to send beside the usual ones. Default: none.';

builder.subscriptionField('turnEvents', (t) =>
  t.field({
    type: TurnEvent,
    description:
      'Every event of a session after the cursor, then the live ones, each exactly once and in order. Without a cursor it begins with the first event of the session. Over server-sent events each event has its cursor as id, and `Last-Event-ID` is taken for `after` when it is further on.',
    args: {
      sessionId: t.arg.globalID({ required: true, for: Session, description: 'The session to watch.' }),
      after: t.arg({ type: 'Cursor', description: 'The cursor of the last event you have.' }),
      include: t.arg({ type: [IncludedEvents], description: INCLUDE_DESCRIPTION }),
      as: t.arg(EVENTS_AS),
    },
    extensions: { isLive: true },
    subscribe: async (_root, { sessionId, after, include, as }, context) => {
      const session = await context.store.sessions.find(sessionId.id);
      if (session === null) throw createUnknownSessionError();
      const { view, ...watcher } = await createSessionWatcher(context, session, include, as ?? 'player');
      const newest = await context.log.newest(session.id);
      const place = resolveStartSequence([after, readLastEventId(context)], session.id, newest);
      if (isRejection(place)) throw createCursorError(place);
      const reader = new EventReader(context.log, { sessionId: session.id, after: place, ...watcher });
      return new LiveSource(reader, view);
    },
    resolve: (event) => event,
  }),
);

builder.objectField(Session, 'events', (t) =>
  t.connection(
    {
      type: TurnEvent,
      description:
        'Its events so far, in order. The cursors are those of `turnEvents`: subscribe with `after` set to the last `endCursor` and history and live events join without a gap and without anything twice.',
      args: {
        include: t.arg({ type: [IncludedEvents], description: INCLUDE_DESCRIPTION }),
        as: t.arg(EVENTS_AS),
      },
      resolve: async (session, { include, as, after, before, ...args }, context) => {
        const watcher = await createSessionWatcher(context, session, include, as ?? 'player');
        const request = {
          ...toPageRequest(args, () => null),
          after: placeOf(after, session.id),
          before: placeOf(before, session.id),
        };
        const page = await context.loaders.eventPage.load({
          sessionId: session.id,
          audience: watcher.audience,
          personaId: watcher.personaId ?? null,
          includesSteps: watcher.includesSteps ?? false,
          page: request,
        });
        return loadConnectionPage(
          { ...page, items: page.items.map(parseLoggedEvent) },
          request,
          ({ sequence }) => encodeCursor(session.id, sequence),
        );
      },
    },
    ...defineConnectionNames('TurnEvent', 'events'),
  ),
);

function placeOf(cursor: string | null | undefined, sessionId: string): number | null {
  if (cursor == null) return null;
  const sequence = decodeCursor(cursor, sessionId);
  if (isRejection(sequence)) throw createCursorError(sequence);
  return sequence;
}
