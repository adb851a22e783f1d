import { z } from 'zod';
import { PlayerPromptShape, PROMPT_FIELDS } from './session-state.ts';

const EVENT_FIELDS = /* GraphQL */ `
  __typename
  ... on LiveEvent { cursor turnId }
  ... on NarrationDelta { text }
  ... on NarrationRepaired { repaired: text }
  ... on DiceRolled { roll { line } }
  ... on PlayerPrompted { prompt { ${PROMPT_FIELDS} } }
  ... on TurnAnswered { answer: text }
  ... on TurnFailed { message retryable }
  ... on Lagged { newestCursor }
`;

export const SESSION_EVENTS_SUBSCRIPTION = /* GraphQL */ `
  subscription Follow($sessionId: ID!, $after: Cursor) {
    turnEvents(sessionId: $sessionId, after: $after) { ${EVENT_FIELDS} }
  }
`;

const base = { cursor: z.string(), turnId: z.string().nullable() };
const event = <Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) =>
  z.object({ __typename: z.literal(name), ...base, ...fields });

/** Events of a session that the player sees. Every other event only moves the cursor. */
const Told = z.discriminatedUnion('__typename', [
  event('NarrationDelta', { text: z.string() }),
  event('NarrationRepaired', { repaired: z.string() }),
  event('NarrationWithdrawn', {}),
  event('DiceRolled', { roll: z.object({ line: z.string() }) }),
  event('PlayerPrompted', { prompt: PlayerPromptShape }),
  event('TurnAnswered', { answer: z.string() }),
  event('TurnFailed', { message: z.string(), retryable: z.boolean() }),
  event('TurnCancelled', {}),
  event('TurnCommitted', {}),
  event('Lagged', { newestCursor: z.string() }),
  event('ServerGoingAway', {}),
]);
const Passing = z.object({ ...base, __typename: z.string() }).transform(({ cursor, turnId }) => {
  return { __typename: 'Passing' as const, cursor, turnId };
});

const SubscriptionEvent = z.union([Told, Passing]);
export type SubscriptionEvent = z.infer<typeof SubscriptionEvent>;

export const FollowedEvent = z.object({ turnEvents: SubscriptionEvent });
