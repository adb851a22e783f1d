import { expect, it } from 'vitest';
import { byHttp } from '../support/either-transport.ts';
import { WATCH, watchBySse } from '../support/graphql-clients.ts';
import { begin, takeTurn } from '../support/play.ts';
import { startTwoServers } from '../support/two-servers.ts';

const LIMITS = {
  LIMIT_REQUESTS_PER_MINUTE: '60',
  LIMIT_SUBSCRIPTIONS_PER_VIEWER: '4',
  LIMIT_TURNS_PER_MINUTE: '3',
};
/** Long enough for one exchange between the servers, and for far fewer requests than the limit. */
const AFTER_AN_EXCHANGE = { timeout: 20_000, interval: 1_000 };

it('counts streams, turns and requests of a viewer over two servers', { timeout: 180_000 }, async ({
  onTestFinished,
}) => {
  const cluster = await startTwoServers(onTestFinished, { settings: LIMITS });
  const [first, second] = [cluster.urlOf(0), cluster.urlOf(1)];
  const refusalOf = async (url: string, query: string, variables = {}) =>
    (await byHttp(url, query, variables)).errors?.[0]?.extensions;

  const sessionId = await begin(first);
  const streams = [1, 2, 3, 4].map(() => watchBySse(first, sessionId));
  await Promise.all(streams.map(({ until }) => until(() => true)));
  // Gives the first event, or the refusal.
  const subscribe = async () => {
    const response = await fetch(`${second}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: WATCH, variables: { sessionId } }),
    });
    const reader = response.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    return new TextDecoder().decode(value);
  };
  await expect.poll(subscribe, AFTER_AN_EXCHANGE).toContain('SUBSCRIPTION_LIMIT');
  for (const { stop } of streams) stop();
  await expect.poll(subscribe, AFTER_AN_EXCHANGE).toContain('TurnStarted');

  // The opening was the first of three.
  expect(await takeTurn(first, sessionId)).toMatchObject({ turn: { status: 'COMMITTED' } });
  expect(await takeTurn(second, sessionId)).toMatchObject({ turn: { status: 'COMMITTED' } });
  await expect(takeTurn(second, sessionId)).rejects.toThrow('TURN_RATE_LIMIT');

  const rate = { code: 'REQUEST_RATE_LIMIT', limit: 60 };
  let last: unknown;
  for (let sent = 0; sent < 60 && last === undefined; sent += 1)
    last = await refusalOf(first, '{ viewer { id } }');
  expect(last).toMatchObject(rate);
  // More requests than come back in the meantime, and far fewer than the second server would allow by its own count.
  let sent = 0;
  const sendFour = async () => {
    let refusal: unknown;
    for (let one = 0; one < 4 && refusal === undefined; one += 1, sent += 1)
      refusal = await refusalOf(second, '{ viewer { id } }');
    return refusal;
  };
  await expect.poll(sendFour, AFTER_AN_EXCHANGE).toMatchObject(rate);
  expect(sent).toBeLessThan(40);
});
