import { encodeCursor } from '#engine/live/cursor.ts';
import type { LiveEvent, StreamNotice, StreamNoticeType } from '#engine/live/live-event.ts';
import type { SessionEvent, SessionEventType } from '#engine/live/session-event.ts';
import type { TurnEvent, TurnEventType } from '#engine/live/turn-event.ts';
import { builder } from '../../builder.ts';
import { encodeGlobalId } from '../../views/global-id.ts';
import { Turn } from '../play/turn.ts';

type EventKind = TurnEventType | SessionEventType | StreamNoticeType;

/** API type for each kind of event. */
const TYPE_NAMES: Readonly<Record<EventKind, string>> = {
  'turn-started': 'TurnStarted',
  'step-started': 'StepStarted',
  'step-finished': 'StepFinished',
  'dice-rolled': 'DiceRolled',
  'narration-delta': 'NarrationDelta',
  'character-acted': 'CharacterActed',
  'narration-repaired': 'NarrationRepaired',
  'narration-withdrawn': 'NarrationWithdrawn',
  'player-prompted': 'PlayerPrompted',
  'choices-offered': 'ChoicesOffered',
  'context-reset': 'ContextReset',
  'deadline-warned': 'DeadlineWarned',
  'command-reported': 'CommandReported',
  'persona-notified': 'PersonaNotified',
  'turn-answered': 'TurnAnswered',
  'turn-committed': 'TurnCommitted',
  'story-ended': 'StoryEnded',
  'turn-cancelled': 'TurnCancelled',
  'turn-failed': 'TurnFailed',
  'session-continued': 'SessionContinued',
  'session-closed': 'SessionClosed',
  'retelling-started': 'RetellingStarted',
  'retelling-delta': 'RetellingDelta',
  'retelling-withdrawn': 'RetellingWithdrawn',
  'narration-chosen': 'NarrationChosen',
  'reader-lagged': 'Lagged',
  'server-going-away': 'ServerGoingAway',
};

export function getEventTypeName({ body }: { readonly body: { readonly type: EventKind } }): string {
  return TYPE_NAMES[body.type];
}

/** Fields all events share; each type narrows the body to its own kind. */
type AnyEvent = Omit<LiveEvent, 'body'> & { readonly body: Pick<LiveEvent['body'], 'type'> };
type AnyTurnEvent = Omit<TurnEvent, 'body'> & { readonly body: Pick<TurnEvent['body'], 'attempt' | 'type'> };

export const LiveEventInterface = builder.interfaceRef<AnyEvent>('LiveEvent');

LiveEventInterface.implement({
  description: 'Fields of every live event.',
  resolveType: getEventTypeName,
  fields: (t) => ({
    cursor: t.field({
      type: 'Cursor',
      description:
        'The place of this event. Pass the last one you received back as `after` to go on exactly there.',
      resolve: ({ sessionId, sequence }) => encodeCursor(sessionId, sequence),
    }),
    sequence: t.exposeInt('sequence', {
      description:
        'Its number in the session. Numbers only grow; those you do not get belong to events that are not for you. `Lagged` and `ServerGoingAway` repeat the number of the event before them.',
    }),
    turnId: t.field({
      type: 'ID',
      nullable: true,
      description: 'The turn it belongs to; null for what concerns the whole session.',
      resolve: ({ turnId }, _args, context) =>
        turnId === null ? null : encodeGlobalId('Turn', turnId, context),
    }),
    turn: t.field({
      type: Turn,
      nullable: true,
      description: 'The turn it belongs to; null for what concerns the whole session.',
      resolve: ({ turnId }, _args, { loaders }) => (turnId === null ? null : loaders.turn.load(turnId)),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the event.' }),
  }),
});

const EventOfTurn = builder.interfaceRef<AnyTurnEvent>('EventOfTurn');

EventOfTurn.implement({
  description: 'Fields of every turn event.',
  interfaces: [LiveEventInterface],
  fields: (t) => ({
    attempt: t.int({ description: 'Attempt number within the turn.', resolve: ({ body }) => body.attempt }),
  }),
});

/** Creates the type for one kind of turn event: `.implement({ description, interfaces: OF_TURN, fields })`. */
export function defineTurnEvent<Kind extends TurnEventType>(name: string, _kind: Kind) {
  return builder.objectRef<TurnEvent<Kind>>(name);
}

export const TURN_EVENT_INTERFACES = [LiveEventInterface, EventOfTurn];

export function defineSessionEvent<Kind extends SessionEventType>(name: string, _kind: Kind) {
  return builder.objectRef<SessionEvent<Kind>>(name);
}

export function defineStreamNotice<Kind extends StreamNoticeType>(name: string, _kind: Kind) {
  return builder.objectRef<StreamNotice<Kind>>(name);
}
