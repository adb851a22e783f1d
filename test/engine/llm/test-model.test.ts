import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkKey } from '#engine/llm/check-keys.ts';
import { createOllamaProvider } from '#engine/llm/providers/ollama.ts';
import { testModel } from '#engine/llm/test-model.ts';
import { localEntry } from '../../support/wire/a-request.ts';
import { failing, saying } from '../../support/wire/behaviour.ts';
import type { LocalServer } from '../../support/wire/local-server.ts';
import { startOllamaServer } from '../../support/wire/ollama-server.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startOllamaServer();
});
afterAll(() => server.close());

/** Tests the model with a stopwatch that shows each of these times once, then the last. */
const run = (...times: number[]) => {
  const entry = localEntry('deepseek-v32', server.url, { provider: 'ollama' });
  const provider = createOllamaProvider({ entry, clock: () => new Date(0) });
  const stopwatch = () => (times.length > 1 ? times.shift() : times[0]) ?? 0;
  return testModel({ provider, entry }, stopwatch, new AbortController().signal);
};

it('measures the first word and the speed, and reads the JSON', async () => {
  server.answer(saying('{"place": "the ferry",', ' "people": 3}'));

  const result = await run(0, 400, 1_400);

  expect(result).toMatchObject({ answered: true, firstTokenMs: 400, isJsonValid: true });
  if (!result.answered) throw new Error('it answered');
  expect(result.tokensPerSecond).toBeGreaterThan(5);
  // Ten times the prompt, then a Reading.
  expect(result.expectedFirstWordMs).toBeGreaterThan(4_000);
});

it.each([
  ['prose instead of JSON', 'There are three people at the ferry.'],
  ['another shape', '{"place": 3}'],
])('tells %s', async (_what, reply) => {
  server.answer(saying(reply));
  expect(await run(0, 1, 2)).toMatchObject({ answered: true, isJsonValid: false });
});

it('tells a model that is not there', async () => {
  server.answer(failing(404));
  expect(await run(0)).toMatchObject({
    answered: false,
    reason: expect.stringContaining('does not know this model'),
  });
});

it('tells a refused key from a provider that cannot be reached', async () => {
  const provider = createServer(({ headers }, response) => {
    const isRight = headers['x-api-key'] === 'right' || headers.authorization === 'Bearer right';
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRight ? { data: [], has_more: false } : { error: { message: 'no' } }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo; // a TCP server that listens has one
  const entries = ['claude-haiku', 'gpt-5.2'].map((key) => localEntry(key, `http://127.0.0.1:${port}`));
  const check = (key: string) => Promise.all(entries.map((entry) => checkKey(entry, key)));

  expect(await check('right')).toEqual(['accepted', 'accepted']);
  expect(await check('wrong')).toEqual(['refused', 'refused']);
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
  expect(await check('right')).toEqual(['unreachable', 'unreachable']);
});
