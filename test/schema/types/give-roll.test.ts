import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { play } from '../../../examples/play.ts';
import { askingQuay } from '../../support/asking-packs.ts';
import { openEngine } from '../../support/engine.ts';
import { ask, watchBySse } from '../../support/graphql-clients.ts';
import { begin } from '../../support/play.ts';

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
  readonly turn?: { readonly status: string; readonly awaitedRoll: { readonly rollId: string } | null };
};
async function take(sessionId: string, actionId: string, action: object): Promise<Taken> {
  const query = `mutation ($input: TakeTurnInput!) { takeTurn(input: $input) {
    __typename
    ... on TakeTurnPayload { turn { status awaitedRoll { rollId } } }
    ... on Failure { path message }
  } }`;
  const input = { sessionId, actionId, action };
  return (await ask<{ takeTurn: Taken }>(engine.url, query, { input })).takeTurn;
}

const RISK = { text: 'I sneak past the clerk.' };
const WATCH =
  'subscription ($sessionId: ID!, $after: Cursor) { turnEvents(sessionId: $sessionId, after: $after) { __typename ... on LiveEvent { cursor } ... on RollAwaited { text: rollId } } }';

it('names the roll alike to whoever watches and to whoever asks for the turn', async () => {
  const sessionId = await begin(engine.url);
  const { turn } = await take(sessionId, 'a', RISK);
  const watch = watchBySse(engine.url, sessionId, null, WATCH);
  const awaited = await watch.until(({ __typename }) => __typename === 'RollAwaited');
  watch.stop();
  expect(turn).toMatchObject({ status: 'AWAITING_ROLL', awaitedRoll: { rollId: awaited.text } });
});

it('refuses a roll that is not awaited, names the field, and says which one is', async () => {
  const sessionId = await begin(engine.url);
  await take(sessionId, 'a', RISK);
  expect(await take(sessionId, 'a', { roll: { rollId: 'another:1', faces: [6, 6] } })).toMatchObject({
    __typename: 'InvalidInput',
    path: ['input', 'action', 'roll', 'rollId'],
    message: expect.stringMatching(/not awaited; the one for .+ is\.$/),
  });
  expect(await take(sessionId, randomUUID(), { roll: { rollId: 'another:1' } })).toMatchObject({
    __typename: 'InvalidInput',
    path: ['input', 'actionId'],
  });
  // As clients do that know nothing of it.
  expect(await take(sessionId, 'a', { roll: { faces: [6, 6] } })).toMatchObject({
    turn: { status: 'COMMITTED', awaitedRoll: null },
  });
});

it('is done so by the example client, which leaves the dice to the engine', async () => {
  let written = '';
  await play(`${engine.url}/graphql`, RISK.text, (text) => {
    written += text;
  });
  expect(written).toMatch(/\[.*2d6/);
  expect(written).toMatch(/- .+ \((SAFE|LOW|MEDIUM|HIGH)\)/);
});
