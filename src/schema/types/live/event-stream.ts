import { decodeCursor, encodeCursor, resolveStartSequence } from '#engine/live/cursor.ts';
import { EventReader } from '#engine/live/event-reader.ts';
import { parseLoggedEvent } from '#engine/live/live-event.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { builder } from '../../builder.ts';
import { defineConnectionNames, loadConnectionPage, toPageRequest } from '../../connection.ts';
import { createCursorError, createUnknownSessionError } from '../../errors.ts';
import { LiveSource } from '../../transport/live-source.ts';
import { createSessionWatcher, readLastEventId } from '../../transport/session-watcher.ts';
import { Session } from '../play/session.ts';
import { getEventTypeName } from './live-event.ts';
import { SESSION_EVENT_TYPES } from './session-event-types.ts';
import { TURN_EVENT_TYPES } from './turn-event-types.ts';

const TurnEvent = builder.unionType('TurnEvent', {
  description:
    'One event of a session, or a word of the stream about itself. `... on LiveEvent { cursor }` is there on all of them.',
  types: [...TURN_EVENT_TYPES, ...SESSION_EVENT_TYPES],
  resolveType: getEventTypeName,
});

const EventAudience = builder.enumType('EventAudience', {
  description: 'Audience of an event stream.',
  values: {
    PLAYER: { value: 'player', description: 'Events players may see.' },
    GM: { value: 'gm', description: 'Everything. Only the game master of the campaign may ask for it.' },
  } as const,
});

const AUDIENCE = {
  type: EventAudience,
  defaultValue: 'player',
  description: 'Audience. Default: players.',
} as const;

builder.subscriptionField('turnEvents', (t) =>
  t.field({
    type: TurnEvent,
    description:
      'Every event of a session after the cursor, then the live ones, each exactly once and in order. Without a cursor it begins with the first event of the session. Over server-sent events each event has its cursor as id, and `Last-Event-ID` is taken for `after` when it is further on.',
    args: {
      sessionId: t.arg.globalID({ required: true, for: Session, description: 'The session to watch.' }),
      after: t.arg({ type: 'Cursor', description: 'The cursor of the last event you have.' }),
      audience: t.arg(AUDIENCE),
    },
    extensions: { isLive: true },
    subscribe: async (_root, { sessionId, after, audience }, context) => {
      const session = await context.store.sessions.find(sessionId.id);
      if (session === null) throw createUnknownSessionError();
      const { view, ...watcher } = await createSessionWatcher(context, session, audience ?? 'player');
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
      args: { audience: t.arg(AUDIENCE) },
      resolve: async (session, { audience, after, before, ...args }, context) => {
        const watcher = await createSessionWatcher(context, session, audience ?? 'player');
        const request = {
          ...toPageRequest(args, () => null),
          after: placeOf(after, session.id),
          before: placeOf(before, session.id),
        };
        const page = await context.loaders.eventPage.load({
          sessionId: session.id,
          audience: watcher.audience,
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
