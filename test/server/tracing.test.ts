import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#config';
import { combineObservers } from '#engine/turn/turn-observer.ts';
import { startTelemetry } from '../../src/server/telemetry/telemetry.ts';
import { openEngine } from '../support/engine.ts';
import { begin, takeTurn } from '../support/play.ts';

type Span = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code?: number; readonly message?: string };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
};

let collector: ReturnType<typeof createServer>;
let endpoint: string;
let received: { readonly path: string | undefined; readonly key: unknown; readonly body: string }[];
beforeEach(async () => {
  received = [];
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ path: request.url, key: request.headers['api-key'], body });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterEach(() => {
  collector.closeAllConnections();
  collector.close();
});

const observation = () =>
  startTelemetry(
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key' }),
    'no folder',
    { cachedBytes: () => 0 },
  );

const spans = (): Span[] =>
  received.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );

it('sends a span for a turn, its steps and its model calls, and not a word of them', async () => {
  const { observer, close } = await observation();
  const engine = await openEngine({ observer });
  const sessionId = await begin(engine.url);
  await takeTurn(engine.url, sessionId, { text: 'I whisper the word xylophone.' });
  await engine.close();
  await close();

  expect(received.every(({ path, key }) => path === '/v1/traces' && key === 'a key')).toBe(true);
  expect(received[0]?.body).toContain('{"key":"service.name","value":{"stringValue":"scenewright"}}');
  const turns = spans().filter(({ name }) => name === 'turn');
  expect(turns).toHaveLength(2);
  const turn = turns[1];
  const inside = spans().filter(({ traceId, name }) => traceId === turn?.traceId && name !== 'turn');
  const steps = inside.filter(({ name }) => name.startsWith('step '));
  expect(steps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['step intake', 'step narrate', 'step commit']),
  );
  expect(steps.every(({ parentSpanId }) => parentSpanId === turn?.spanId)).toBe(true);
  const narrate = steps.find(({ name }) => name === 'step narrate');
  const calls = inside.filter(({ parentSpanId }) => parentSpanId === narrate?.spanId);
  expect(calls.map(({ name }) => name)).toEqual(['model offline']);
  expect(calls[0]?.attributes.map(({ key }) => key)).toContain('gen_ai.usage.output_tokens');
  expect(JSON.stringify(received)).not.toContain('xylophone');
});

it('marks what failed: the turn, the step it failed in and the call', async () => {
  const { observer, close } = await observation();
  const watch = combineObservers(observer)({ turnId: 't', sessionId: 's', attempt: 1 });
  watch.stepStarted('route');
  watch.stepFinished('route', 5);
  watch.stepStarted('narrate');
  watch.called({
    step: 'narrate',
    purpose: 'ask',
    modelKey: 'claude-haiku',
    provider: 'anthropic/x',
    startedAt: new Date('2026-11-16T12:00:00.000Z'),
    firstDeltaMs: null,
    durationMs: 250,
    usage: null,
    cost: 'unknown',
    ending: 'failed',
    fault: 'overloaded',
  });
  watch.ended('MODEL_FAILED');
  await close();
  const failed = spans().filter(({ status }) => status?.code === 2);

  expect(failed.map(({ name, status }) => `${name}: ${status?.message}`)).toEqual([
    'model claude-haiku: overloaded',
    'step narrate: MODEL_FAILED',
    'turn: MODEL_FAILED',
  ]);
  const call = failed[0];
  expect(Number(BigInt(call?.endTimeUnixNano ?? 0) - BigInt(call?.startTimeUnixNano ?? 0))).toBe(250_000_000);
});

it('plays on when the collector does not answer', async () => {
  collector.close();
  const { observer, close } = await observation();
  const engine = await openEngine({ observer });

  expect(await begin(engine.url)).toBeTruthy();
  await engine.close();
  await close().catch(() => {});
});

it.each([
  ['committed', undefined],
  ['answered', undefined],
  ['suspended', undefined],
  ['cancelled', undefined],
  ['MODEL_FAILED', 2],
])('marks a turn that ended as %s by the status %s', async (outcome, code) => {
  const { observer, close } = await observation();
  observer({ turnId: 'turn', sessionId: 'session', attempt: 1 }).ended(outcome);
  await close();
  expect(spans().map(({ name, status }) => ({ name, code: status?.code || undefined }))).toEqual([
    { name: 'turn', code },
  ]);
});
