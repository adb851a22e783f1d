import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, StreamRefused, type TurnEvent, watch } from '../../examples/client.ts';
import { TakeTurnDocument } from '../../examples/generated/graphql.ts';
import { play } from '../../examples/play.ts';
import { openEngine } from '../support/engine.ts';
import { begin } from '../support/play.ts';
import { startSeveringProxy } from '../support/severing-proxy.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

it('is shorter than a hundred lines', () => {
  const lines = ['examples/client.ts', 'examples/play.ts'].flatMap((file) =>
    readFileSync(file, 'utf8').trimEnd().split('\n'),
  );

  expect(lines.length).toBeLessThan(100);
});

it('begins a story, plays a turn and shows it as it is told', async () => {
  let written = '';
  await play(`${engine.url}/graphql`, 'I force the drawer open before anybody sees me.', (text) => {
    written += text;
  });

  expect(written).toContain('The Second Ledger');
  expect(written).toContain('> I force the drawer open');
  expect(written.split('> I force')[1]?.length).toBeGreaterThan(100);
  expect(written).toMatch(/- .+ \((SAFE|LOW|MEDIUM|HIGH)\)/);
});

it('gets every event exactly once over connections that drop again and again', async () => {
  const sessionId = await begin(engine.url);
  for (let turn = 0; turn < 2; turn += 1) {
    await ask(`${engine.url}/graphql`, TakeTurnDocument, {
      sessionId,
      actionId: `turn-${turn}`,
      text: 'I wait.',
    });
  }
  const whole = await readUntilCommitted(`${engine.url}/graphql`, sessionId, 3);
  const proxy = await startSeveringProxy(engine.url, { bytes: 1_000 });
  const pieced = await readUntilCommitted(`${proxy.url}/graphql`, sessionId, 3);
  await proxy.close();

  expect(proxy.severed()).toBeGreaterThan(2);
  expect(pieced).toEqual(whole);
});

async function readUntilCommitted(url: string, sessionId: string, turns: number): Promise<TurnEvent[]> {
  const events: TurnEvent[] = [];
  for await (const event of watch(url, sessionId)) {
    events.push(event);
    if (events.filter(({ __typename }) => __typename === 'TurnCommitted').length === turns) break;
  }
  return events;
}

it('gives up when the server says no', async () => {
  const nobody = Buffer.from('Session:01900000-0000-7000-8000-0000000000ff').toString('base64');

  await expect(watch(`${engine.url}/graphql`, nobody).next()).rejects.toThrow(StreamRefused);
});
