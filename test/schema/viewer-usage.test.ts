import { expect, it } from 'vitest';
import { createViewerUsage, type ViewerUsage } from '#schema/viewer-usage.ts';

const LIMITS = { requestsPerMinute: 60, subscriptionsPerViewer: 40 };

/** Two servers at one clock; `exchange` tells each what the other reports. */
function openTwo(limits: Parameters<typeof createViewerUsage>[0] = LIMITS) {
  let now = 0;
  const [one, other] = [createViewerUsage(limits, () => now), createViewerUsage(limits, () => now)];
  const exchange = () => {
    const [ofOne, ofOther] = [one.report(), other.report()];
    one.learn(new Map([['other', ofOther]]));
    other.learn(new Map([['one', ofOne]]));
  };
  exchange();
  return { one, other, exchange, pass: (seconds: number) => (now += seconds * 1000) };
}

/** Sends requests until one is refused; gives how many were taken. */
function sendAll({ takeRequest }: ViewerUsage): number {
  let taken = 0;
  while (takeRequest('ada') === null) taken += 1;
  return taken;
}

it('counts requests of a viewer on two servers as on one, as soon as they are exchanged', () => {
  const { one, other, exchange } = openTwo();
  for (let sent = 0; sent < 40; sent += 1) expect(one.takeRequest('ada')).toBeNull();
  exchange();
  exchange();
  expect(sendAll(other)).toBe(20);
  exchange();
  expect(one.takeRequest('ada')).toBe(1);
  expect(one.takeRequest('eve')).toBeNull();
});

it('has requests paid back that two servers took before they knew of each other', () => {
  const { one, other, exchange, pass } = openTwo();
  expect(sendAll(one) + sendAll(other)).toBe(120);
  exchange();
  expect(one.takeRequest('ada')).toBe(61);
  pass(30);
  exchange();
  expect(sendAll(one) + sendAll(other)).toBe(0);
  pass(31);
  expect(one.takeRequest('ada')).toBeNull();
});

it('lets one viewer send no more than the limit over minutes, however the servers take turns', () => {
  const { one, other, exchange, pass } = openTwo();
  let taken = 0;
  for (let second = 0; second < 600; second += 1) {
    taken += sendAll(one) + sendAll(other);
    exchange();
    pass(1);
  }
  // Ten minutes, a full bucket, and the first burst of the second server; a twentieth for what is not reported.
  expect(taken).toBeLessThanOrEqual(720 * 1.05);
  expect(taken).toBeGreaterThanOrEqual(600);
});

it('counts open streams on all servers, until they end or their server is gone', () => {
  const { one, other, exchange } = openTwo();
  for (let open = 0; open < 5; open += 1) one.changeStreams('ada', 1);
  other.changeStreams('ada', 1);
  exchange();
  expect([one.countStreams('ada'), other.countStreams('ada')]).toEqual([5, 6]);
  one.changeStreams('ada', -1);
  exchange();
  expect(other.countStreams('ada')).toBe(5);
  other.learn(new Map());
  expect(other.countStreams('ada')).toBe(1);
});

it('reports those who use a twentieth of a limit, and forgets those who were quiet for a minute', () => {
  const { one, pass } = openTwo();
  one.takeRequest('eve');
  for (let sent = 0; sent < 3; sent += 1) one.takeRequest('ada');
  one.changeStreams('joe', 1);
  one.changeStreams('ben', 1);
  one.changeStreams('ben', 1);
  expect(one.report()).toEqual({ ada: { requests: 3, streams: 0 }, ben: { requests: 0, streams: 2 } });
  pass(60);
  expect(one.report()).toEqual({ ben: { requests: 0, streams: 2 } });
});

it('does not count requests where there is no limit', () => {
  const { one, exchange } = openTwo({ ...LIMITS, requestsPerMinute: null });
  for (let sent = 0; sent < 200; sent += 1) expect(one.takeRequest('ada')).toBeNull();
  exchange();
  expect(one.report()).toEqual({});
});
