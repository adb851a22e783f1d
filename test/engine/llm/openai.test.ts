import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { ModelEntry } from '#engine/llm/catalogue.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import { createOpenAIProvider } from '#engine/llm/providers/openai.ts';
import { toOutputSchema } from '#engine/llm/structured.ts';
import { API_KEY, aRequest, failureOf, localEntry, partsOf } from '../../support/wire/a-request.ts';
import type { LocalServer } from '../../support/wire/local-server.ts';
import { startOpenAIServer } from '../../support/wire/openai-server.ts';

let server: LocalServer;
beforeEach(async () => {
  server = await startOpenAIServer({ cachedTokens: 7 });
});
afterEach(() => server.close());

const provider = (key: string, changes: Partial<ModelEntry> = {}) => {
  const entry = localEntry(key, `${server.url}/v1`, changes);
  return createOpenAIProvider({ entry, apiKey: API_KEY, clock: () => new Date(0) });
};
const ask = (key: string, request: ModelRequest) => partsOf(provider(key), request);
const sent = () => server.calls.at(-1)?.body;

const contract = z.object({ mood: z.enum(['calm', 'storm']) });
const output = toOutputSchema({ name: 'weather report', contract });

it('sends the system blocks as one and the messages as they are', async () => {
  const system = [
    { text: 'rules', cacheable: true },
    { text: 'lore', cacheable: false },
  ];
  await ask('gpt-5.2', aRequest({ system }));
  expect(sent()?.messages).toEqual([
    { role: 'system', content: 'rules\n\nlore' },
    { role: 'user', content: 'I look out to sea.' },
  ]);
});

it.each([
  ['gpt-5.2', { max_completion_tokens: 400, reasoning_effort: 'none' }],
  ['deepseek-v32', { max_tokens: 400 }],
])('limits the reply of %s in the field its server reads', async (key, expected) => {
  await ask(key, aRequest());
  expect(sent()).toMatchObject(expected);
});

it.each([
  ['holds a model to a schema where that is offered', 'gpt-5.2', { type: 'json_schema' }],
  ['asks for JSON where only that is offered', 'deepseek-v32', { type: 'json_object' }],
])('%s', async (_what, key, format) => {
  await ask(key, aRequest({ output }));
  expect(sent()?.response_format).toMatchObject(format);
});

it('names the schema in letters the API accepts and is strict about it', async () => {
  await ask('gpt-5.2', aRequest({ output }));
  expect(sent()?.response_format).toMatchObject({ json_schema: { name: 'weather_report', strict: true } });
});

it('leaves the form to the prompt where nothing is offered', async () => {
  await partsOf(provider('deepseek-v32', { structuredOutput: 'none' }), aRequest({ output }));
  expect(sent()).not.toHaveProperty('response_format');
});

it('tells cached input apart from the rest', async () => {
  const end = (await ask('gpt-5.2', aRequest())).at(-1);
  expect(end).toMatchObject({ usage: { cacheReadTokens: 7, cacheWriteTokens: 0 } });
  if (end?.type !== 'reply-end') throw new Error('the reply has no end');
  expect(end.usage.inputTokens).toBeGreaterThan(0);
});

it.each([[undefined], [null], ['many'], [-5]])('takes %j for no count of tokens', async (said) => {
  const odd = await startOpenAIServer({ usage: { completion_tokens: said, prompt_tokens: said } });
  const entry = localEntry('deepseek-v32', `${odd.url}/v1`);
  const parts = await partsOf(
    createOpenAIProvider({ entry, apiKey: API_KEY, clock: () => new Date(0) }),
    aRequest(),
  );
  await odd.close();
  expect(parts.at(-1)).toMatchObject({ usage: { inputTokens: 0, outputTokens: 0 } });
});

it('does not ask again when the account is empty', async () => {
  server.answer({ kind: 'error', status: 429, code: 'insufficient_quota' });
  const error = await failureOf(provider('gpt-5.2'), aRequest());
  expect(error).toMatchObject({ fault: 'unauthorized', retryable: false });
});

it('reaches a server that wants no key', async () => {
  const entry = localEntry('deepseek-v32', `${server.url}/v1`);
  const parts = await partsOf(
    createOpenAIProvider({ entry, apiKey: null, clock: () => new Date(0) }),
    aRequest(),
  );
  expect(parts.at(-1)).toMatchObject({ reason: 'finished' });
});
