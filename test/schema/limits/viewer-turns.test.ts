import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { NO_COST_BEARER } from '#engine/turn/budget-service.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { createTurnAllowance, type TurnAllowance } from '#schema/turn-allowance.ts';
import { byHttp, byWebSocket } from '../../support/either-transport.ts';
import { openEngine } from '../../support/engine.ts';
import { begin, history } from '../../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

const TAKE = /* GraphQL */ `
  mutation ($input: TakeTurnInput!) {
    takeTurn(input: $input) { __typename ... on Failure { code } }
  }
`;

const REGENERATE = /* GraphQL */ `
  mutation ($turnId: ID!) {
    regenerateTurn(input: { turnId: $turnId }) { __typename ... on Failure { code } }
  }
`;

const OPENING = 'query ($id: ID!) { session(id: $id) { turns(first: 1) { nodes { id status } } } }';

/** An engine whose viewers may begin so many turns within a minute. */
async function openWith(turnsPerMinute: number): Promise<void> {
  let real: TurnAllowance | null = null;
  const allowance: TurnAllowance = {
    spend: (...given) => (real === null ? Promise.reject(new Error('not open yet')) : real.spend(...given)),
    ...NO_COST_BEARER,
  };
  engine = await openEngine({ protection: { allowance } });
  const tools = {
    turns: engine.store.viewerTurns,
    clock: readSystemClock,
    newId: createTimeOrderedIds(readSystemClock),
  };
  real = createTurnAllowance({ turnsPerMinute, dollarsPerDay: null }, tools);
}

it('counts a viewer’s turns over every transport, the opening among them, and an action sent again only once', async () => {
  await openWith(3);
  const sessionId = await begin(engine.url);
  const input = (actionId: string) => ({ input: { sessionId, actionId, action: { text: 'I listen.' } } });
  const [first, second] = [randomUUID(), randomUUID()];
  const taken = { data: { takeTurn: { __typename: 'TurnPayload' } } };

  expect(await byHttp(engine.url, TAKE, input(first))).toMatchObject(taken);
  expect(await byHttp(engine.url, TAKE, input(first))).toMatchObject(taken);
  expect(await byWebSocket(engine.url, TAKE, input(second))).toMatchObject(taken);
  for (const send of [byHttp, byWebSocket]) {
    expect(await send(engine.url, TAKE, input(randomUUID()))).toMatchObject({
      errors: [{ path: ['takeTurn'], extensions: { code: 'TURN_RATE_LIMIT', limit: 3, asked: 4 } }],
    });
  }
  expect((await history(engine.url, sessionId)).turns).toHaveLength(3);
});

it('counts a scene that is told again, and not one that cannot be', async () => {
  await openWith(2);
  const sessionId = await begin(engine.url);
  await engine.tidied();
  const { data } = await byHttp(engine.url, OPENING, { id: sessionId });
  const [opening] = Object(data).session.turns.nodes;
  const again = (turnId: unknown) => byHttp(engine.url, REGENERATE, { turnId });

  expect(await again('VHVybjpub25l')).toMatchObject({ data: { regenerateTurn: { code: 'NOT_FOUND' } } });
  expect(await again(opening?.id)).toMatchObject({
    data: { regenerateTurn: { __typename: 'NarrationPayload' } },
  });
  expect(await again(opening?.id)).toMatchObject({
    errors: [{ extensions: { code: 'TURN_RATE_LIMIT', limit: 2, asked: 3 } }],
  });
});

it('counts campaigns that are begun', async () => {
  await openWith(1);
  await begin(engine.url);

  await expect(begin(engine.url)).rejects.toThrow('TURN_RATE_LIMIT');
});
