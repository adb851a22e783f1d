import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ModelEntry } from '#engine/llm/catalogue.ts';
import { createOllamaProvider } from '#engine/llm/providers/ollama.ts';
import { aRequest, localEntry, partsOf } from '../../support/wire/a-request.ts';
import type { LocalServer } from '../../support/wire/local-server.ts';
import { startOllamaServer } from '../../support/wire/ollama-server.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startOllamaServer();
});
afterAll(() => server.close());

const output = {
  name: 'weather',
  schema: {
    type: 'object',
    properties: { wind: { type: 'string' } },
    required: ['wind'],
    additionalProperties: false,
  },
} as const;

const openProvider = (changes: Partial<ModelEntry> = {}) =>
  createOllamaProvider({
    entry: localEntry('deepseek-v32', server.url, {
      provider: 'ollama',
      model: 'qwen3:8b',
      contextWindow: 40_960,
      structuredOutput: 'json_schema',
      ...changes,
    }),
    clock: () => new Date(0),
  });

const sent = () => server.calls.at(-1)?.body;

it('sends the schema, turns thinking off and keeps the model loaded', async () => {
  await partsOf(openProvider(), aRequest({ output, temperature: 0.7 }));

  expect(sent()).toMatchObject({
    model: 'qwen3:8b',
    think: false,
    keep_alive: '30m',
    format: { type: 'object', required: ['wind'] },
    options: { num_predict: 400, temperature: 0.7 },
    messages: [{ role: 'system' }, { role: 'user', content: 'I look out to sea.' }],
  });
});

it('asks for a context that holds the prompt and the reply, and never for less than before', async () => {
  const provider = openProvider();
  const askWith = async (words: number) => {
    await partsOf(provider, aRequest({ messages: [{ role: 'user', text: 'lamp '.repeat(words) }] }));
    return Object(sent()?.options).num_ctx;
  };

  expect(await askWith(10)).toBe(8_192);
  expect(await askWith(12_000)).toBe(16_384);
  expect(await askWith(10)).toBe(16_384);
});

it('never asks for more context than the model has', async () => {
  const provider = openProvider({ contextWindow: 4_096 });
  await partsOf(provider, aRequest());
  expect(sent()).toMatchObject({ options: { num_ctx: 4_096 } });
});
