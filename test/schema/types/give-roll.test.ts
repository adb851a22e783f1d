import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { play } from '../../../examples/play.ts';
import { askingQuay } from '../../support/asking-packs.ts';
import { openEngine } from '../../support/engine.ts';
import { ask, watchBySse } from '../../support/graphql-clients.ts';
import { begin } from '../../support/play.ts';
import { readPromptId } from '../../support/prompts.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  const resolution = 'resolution: { kind: banded, stats: [nerve, wits] }';
  engine = await openEngine({ writePacks: askingQuay('full', resolution) });
});
afterAll(() => engine.close());

type Taken = {
  readonly __typename: string;
  readonly path?: readonly string[];
  readonly message?: string;
  readonly turn?: { readonly status: string };
};
async function take(sessionId: string, actionId: string, action: object): Promise<Taken> {
  const query = `mutation ($input: TakeTurnInput!) { takeTurn(input: $input) {
    __typename
    ... on TurnPayload { turn { status } }
    ... on Failure { path message }
  } }`;
  const input = { sessionId, actionId, action };
  return (await ask<{ takeTurn: Taken }>(engine.url, query, { input })).takeTurn;
}

const RISK = { text: 'I sneak past the clerk.' };
const WATCH = `subscription ($sessionId: ID!, $after: Cursor) { turnEvents(sessionId: $sessionId, after: $after) {
  __typename ... on LiveEvent { cursor }
  ... on PlayerPrompted { turn { status } prompt { ... on RollPrompt { id label dice modifier rows { from to } persona { name } } } }
} }`;

it('tells of the roll alike to those who watch and to those who come later', async () => {
  const sessionId = await begin(engine.url);
  expect(await take(sessionId, 'a', RISK)).toMatchObject({ turn: { status: 'AWAITING_ROLL' } });
  const watch = watchBySse(engine.url, sessionId, null, WATCH);
  const event = Object(await watch.until(({ __typename }) => __typename === 'PlayerPrompted'));
  watch.stop();
  expect(event.turn).toEqual({ status: 'AWAITING_ROLL' });
  const query =
    'query ($id: ID!) { session(id: $id) { awaiting { ... on RollPrompt { id label dice modifier rows { from to } persona { name } } } } }';
  const { session } = await ask<{ session: { awaiting: unknown } }>(engine.url, query, { id: sessionId });
  expect(session.awaiting).toEqual(event.prompt);
  const { rows, modifier } = event.prompt;
  expect([rows[0].from, rows.at(-1).to]).toEqual([2 + modifier, 12 + modifier]);
});

it('refuses a roll that is not awaited and names the field; takes the awaited one once', async () => {
  const sessionId = await begin(engine.url);
  await take(sessionId, 'a', RISK);
  expect(await take(sessionId, 'b', { answer: { promptId: 'another:1', faces: [6, 6] } })).toMatchObject({
    __typename: 'InvalidInput',
    path: ['input', 'action', 'answer', 'promptId'],
  });
  const other = await begin(engine.url);
  await take(other, 'a', RISK);
  const foreign = { answer: { promptId: await readPromptId(engine.url, other) } };
  expect(await take(sessionId, randomUUID(), foreign)).toMatchObject({
    __typename: 'InvalidInput',
    path: ['input', 'action', 'answer', 'promptId'],
    message: expect.stringMatching(/not awaited/),
  });
  const answer = { promptId: await readPromptId(engine.url, sessionId), faces: [6, 6] };
  expect(await take(sessionId, 'r', { answer })).toMatchObject({ turn: { status: 'COMMITTED' } });
  expect(await take(sessionId, 's', { answer })).toMatchObject({ turn: { status: 'COMMITTED' } });
});

it('is done so by the example client, which leaves the dice to the engine', async () => {
  let written = '';
  await play(`${engine.url}/graphql`, RISK.text, (text) => {
    written += text;
  });
  expect(written).toMatch(/\[.*2d6/);
  expect(written).toMatch(/- .+ \((SAFE|LOW|MEDIUM|HIGH)\)/);
});
