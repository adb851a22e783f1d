import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseTurnEvent } from '#engine/live/turn-event.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { globalId } from '../support/authoring.ts';
import { LANTERN_QUAY, openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { createPlainProvider } from '../support/plain-provider.ts';
import { takeTurn } from '../support/play.ts';

let failure: Error | null = null;

/** A model that fails while the test says so. */
const provider = createPlainProvider({
  before: () => {
    if (failure !== null) throw failure;
  },
});
const rateLimited = () =>
  new ProviderError('asks for fewer calls', {
    retryable: true,
    fault: 'rate-limited',
    retryAfterMs: 89_500,
  });

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ provider, sleep: async () => {} });
});
beforeEach(() => {
  failure = rateLimited();
});
afterAll(() => engine.close());

const START = `mutation ($input: StartCampaignInput!) { startCampaign(input: $input) {
  __typename
  ... on Failure { code message path }
  ... on OpeningFailed {
    reason retryable retryAfterSeconds
    campaign { id name }
    session { id currentScene { index narration } }
    openingTurn { id status attempt isRetryable action { kind text } failure { code message retryable retryAfterSeconds } }
  }
  ... on StartCampaignPayload { session { id } openingTurn { id status } }
} }`;
const RETRY = `mutation ($input: RetryTurnInput!) { retryTurn(input: $input) {
  __typename
  ... on Failure { code message path }
  ... on TurnFailure { retryable retryAfterSeconds turn { id attempt } }
  ... on TurnPayload { turn { id status attempt scene { index narration } } }
} }`;

type Begun = { readonly session: { readonly id: string }; readonly openingTurn: { readonly id: string } };

async function start(input: object = {}) {
  const entryPointId = globalId('EntryPoint', LANTERN_QUAY);
  const data = await ask<{ startCampaign: Begun }>(engine.url, START, { input: { entryPointId, ...input } });
  return data.startCampaign;
}

async function retryTurn(turnId: string) {
  const data = await ask<{ retryTurn: object }>(engine.url, RETRY, { input: { turnId } });
  return data.retryTurn;
}

it('returns a failed opening as a foreseen failure with the campaign that was created', async () => {
  const begun = await start();

  expect(begun).toEqual({
    __typename: 'OpeningFailed',
    code: 'OPENING_FAILED',
    message: expect.stringMatching(
      /^The campaign was created, but its opening could not be told\. .*Try again in 90 s\.$/,
    ),
    path: [],
    reason: 'MODEL_FAILED',
    retryable: true,
    retryAfterSeconds: 90,
    campaign: { id: expect.any(String), name: 'The Second Ledger' },
    session: { id: expect.any(String), currentScene: { index: 0, narration: '' } },
    openingTurn: {
      id: expect.any(String),
      status: 'FAILED',
      attempt: 1,
      isRetryable: true,
      action: { kind: 'OPENING', text: '' },
      failure: {
        code: 'MODEL_FAILED',
        message: expect.stringContaining('rate-limited'),
        retryable: true,
        retryAfterSeconds: 90,
      },
    },
  });
});

it('says of an error of the server that it was one, and nothing else of it', async () => {
  failure = new TypeError('secret detail');
  const begun = await start();
  expect(begun).toMatchObject({ reason: 'INTERNAL', retryable: true, retryAfterSeconds: null });
  expect(JSON.stringify(begun)).not.toContain('secret detail');
});

it('tells the opening again as another attempt of the same turn, and never twice', async () => {
  const { openingTurn } = await start();
  expect(await retryTurn(openingTurn.id)).toMatchObject({
    __typename: 'TurnFailure',
    code: 'MODEL_FAILED',
    retryable: true,
    retryAfterSeconds: 90,
    turn: { id: openingTurn.id, attempt: 2 },
  });

  failure = null;
  const told = await retryTurn(openingTurn.id);
  expect(told).toMatchObject({
    __typename: 'TurnPayload',
    turn: { id: openingTurn.id, status: 'COMMITTED', attempt: 3, scene: { index: 1 } },
  });
  expect(JSON.stringify(told)).toMatch(/"narration":"[^"]{40}/);
  expect(await retryTurn(openingTurn.id)).toEqual(told);
});

it('does not open a story that was begun by a turn', async () => {
  const { session, openingTurn } = await start();
  failure = null;
  await takeTurn(engine.url, session.id, { text: 'I look around.' });
  expect(await retryTurn(openingTurn.id)).toMatchObject({
    __typename: 'InvalidInput',
    path: ['input', 'turnId'],
    message: expect.stringMatching(/The story has gone on since; take a turn instead/),
  });
});

it('answers at once without waiting, and tells of the failure in the event', async () => {
  const begun = await start({ wait: false });
  expect(begun).toMatchObject({ __typename: 'StartCampaignPayload' });
  const [, turnId = ''] = Buffer.from(begun.openingTurn.id, 'base64').toString().split(':');
  await engine.turns.finished(turnId);
  const { sessionId = '' } = (await engine.store.turns.find(turnId)) ?? {};
  const events = await engine.events.after(sessionId, 0, 100);
  expect(events.map(parseTurnEvent).at(-1)?.body).toMatchObject({
    type: 'turn-failed',
    code: 'MODEL_FAILED',
    retryAfterSeconds: 90,
  });
});

it('knows no turn that does not exist', async () => {
  expect(await retryTurn(globalId('Turn', 'nowhere'))).toMatchObject({ __typename: 'NotFound' });
});
