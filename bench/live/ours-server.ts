import { toTurnEventRow } from '#engine/live/turn-event.ts';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { claim } from '../../test/support/campaigns.ts';
import { openEngine } from '../../test/support/engine.ts';
import { begin } from '../../test/support/play.ts';
import { pieceOfStory, serveCommands } from './serve-commands.ts';

const limits = { ...DEFAULT_LIMITS, subscriptionsPerViewer: 100_000, operationsPerSocket: 100_000 };
const { url, store, events } = await openEngine({ protection: { limits } });
const globalId = await begin(url);
const sessionId = Buffer.from(globalId, 'base64').toString('utf8').replace('Session:', '');
const last = (await store.events.lastSequence(sessionId)) ?? 0;
const turnId = '01900000-0000-7000-8000-000000000002';
const piece = () =>
  toTurnEventRow(turnId, { type: 'narration-delta', attempt: 1, text: pieceOfStory() }, new Date());
let sequence = last;
let fence: number | null = null;

serveCommands({
  opened: {
    url: `${url}/graphql`,
    query: /* GraphQL */ `
      subscription ($sessionId: ID!, $after: Cursor) {
        turnEvents(sessionId: $sessionId, after: $after) {
          __typename
          ... on LiveEvent { cursor sequence turnId }
          ... on NarrationDelta { text }
          ... on TurnCommitted { sceneIndex }
        }
      }
    `,
    variables: {
      sessionId: globalId,
      after: Buffer.from(`v1:${sessionId}:${last}`).toString('base64url'),
    },
  },
  // The way from the log to the clients; what writing costs is measured by itself.
  tell: () => {
    sequence += 1;
    events.announce([{ ...piece(), sessionId, sequence }]);
  },
  store: async () => {
    if (fence === null) {
      const claimed = await claim(store, sessionId, { now: new Date(), forSeconds: 600 });
      if (claimed.claim !== 'won') throw new Error(claimed.claim);
      fence = claimed.lease.fence;
    }
    await store.events.append(sessionId, fence, [piece()]);
  },
});
