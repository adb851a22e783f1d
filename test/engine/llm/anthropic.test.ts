import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { ModelEntry } from '#engine/llm/catalogue.ts';
import type { ModelRequest, Usage } from '#engine/llm/provider.ts';
import { createAnthropicProvider } from '#engine/llm/providers/anthropic.ts';
import { toOutputSchema } from '#engine/llm/structured.ts';
import { API_KEY, aRequest, localEntry, partsOf } from '../../support/wire/a-request.ts';
import { startAnthropicServer } from '../../support/wire/anthropic-server.ts';
import type { LocalServer } from '../../support/wire/local-server.ts';

let server: LocalServer;
let now = 0;
beforeEach(async () => {
  now = 1_000_000;
  server = await startAnthropicServer({ cacheMinimum: 100, now: () => now });
});
afterEach(() => server.close());

const ask = (key: string, request: ModelRequest, changes: Partial<ModelEntry> = {}) => {
  const entry = localEntry(key, server.url, changes);
  return partsOf(createAnthropicProvider({ entry, apiKey: API_KEY, clock: () => new Date(now) }), request);
};

const sent = () => server.calls.at(-1)?.body;

const usageOf = async (request: ModelRequest): Promise<Usage> => {
  const end = (await ask('claude-sonnet', request)).at(-1);
  if (end?.type !== 'reply-end') throw new Error('the reply has no end');
  return end.usage;
};

it('sends the stable beginning of a message as a block of its own, marked where the message is', async () => {
  const text = 'lore of the cove\n\nI go there.';
  const stableLength = 'lore of the cove'.length;
  await ask(
    'claude-sonnet',
    aRequest({
      messages: [
        { role: 'user', text, stableLength },
        { role: 'assistant', text: 'good day' },
        { role: 'user', text, stableLength, cacheable: true },
      ],
    }),
  );
  const rest = { type: 'text', text: '\n\nI go there.' };
  expect(sent()?.messages).toMatchObject([
    { content: [{ text: 'lore of the cove' }, rest] },
    { content: [{ text: 'good day' }] },
    { content: [{ text: 'lore of the cove', cache_control: { type: 'ephemeral' } }, rest] },
  ]);
  expect(JSON.stringify(Object(sent()).messages).split('cache_control')).toHaveLength(2);
});

it('marks the prefixes that stay the same, with the time they are to be kept', async () => {
  await ask(
    'claude-sonnet',
    aRequest({
      system: [
        { text: 'rules', cacheable: true, ttl: '1h' },
        { text: 'people', cacheable: false },
        { text: 'lore', cacheable: true },
      ],
      messages: [
        { role: 'user', text: 'hello' },
        { role: 'assistant', text: 'good day', cacheable: true },
        { role: 'user', text: 'and now' },
      ],
    }),
  );
  expect(sent()).toMatchObject({
    system: [
      { text: 'rules', cache_control: { type: 'ephemeral', ttl: '1h' } },
      { text: 'people' },
      { text: 'lore', cache_control: { type: 'ephemeral' } },
    ],
    messages: [
      { content: [{ text: 'hello' }] },
      { content: [{ text: 'good day', cache_control: { type: 'ephemeral' } }] },
      { content: [{ text: 'and now' }] },
    ],
  });
});

it('never marks more than four prefixes, and then keeps the longest', async () => {
  const system = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ text, cacheable: true }));
  await ask('claude-sonnet', aRequest({ system }));
  const blocks = (sent()?.system ?? []) as { text: string; cache_control?: unknown }[];
  const marked = blocks.filter((block) => block.cache_control !== undefined);
  expect(marked.map(({ text }) => text)).toEqual(['b', 'c', 'd', 'e']);
});

it('leaves out system blocks with nothing in them, which the API refuses', async () => {
  await ask('claude-sonnet', aRequest({ system: [{ text: '', cacheable: true }] }));
  expect(sent()).not.toHaveProperty('system');
});

it.each([
  ['claude-haiku', { thinking: { type: 'disabled' } }],
  ['claude-sonnet', { thinking: { type: 'between_tools' } }],
  ['claude-haiku-4-5', { thinking: { type: 'disabled' } }],
])('keeps %s from thinking first, in the word it understands', async (key, expected) => {
  await ask(key, aRequest());
  expect(sent()).toMatchObject(expected);
  expect(sent()).toMatchObject({ max_tokens: 400 });
});

it('leaves a model that cannot stop thinking room for it', async () => {
  await ask('claude-opus', aRequest());
  expect(sent()).not.toHaveProperty('thinking');
  expect(sent()).toMatchObject({ max_tokens: 4496, output_config: { effort: 'low' } });
});

it('sends a temperature only to models that take one', async () => {
  await ask('claude-sonnet', aRequest({ temperature: 0.7 }));
  expect(sent()).not.toHaveProperty('temperature');
  await ask('claude-sonnet-4-5', aRequest({ temperature: 0.7 }));
  expect(sent()).toMatchObject({ temperature: 0.7 });
});

it('holds the model to a schema that is closed, without what the API does not know', async () => {
  const contract = z.object({
    mood: z.enum(['calm', 'storm']),
    ships: z.array(z.string().max(9)).default([]),
  });
  await ask('claude-haiku', aRequest({ output: toOutputSchema({ name: 'weather', contract }) }));
  expect(sent()?.output_config).toEqual({
    format: {
      type: 'json_schema',
      schema: {
        type: 'object',
        properties: {
          mood: { type: 'string', enum: ['calm', 'storm'] },
          ships: { type: 'array', items: { type: 'string' } },
        },
        // Fields with a default may be left out.
        required: ['mood'],
        additionalProperties: false,
      },
    },
  });
});

it('does not close what the contract leaves open', async () => {
  const contract = z.object({ operations: z.array(z.looseObject({ op: z.string() })) });
  await ask('claude-haiku', aRequest({ output: toOutputSchema({ name: 'narrate', contract }) }));
  expect(sent()).not.toHaveProperty('output_config');
});

it('reports what was written to the cache, what was read from it, and what was neither', async () => {
  const rules = {
    text: 'Nobody is above the law of the sea. '.repeat(30),
    cacheable: true,
    ttl: '1h' as const,
  };
  const lore = { text: 'The lamp burns whale oil. '.repeat(20), cacheable: true };
  const request = aRequest({ system: [rules, lore] });

  const first = await usageOf(request);
  expect(first.cacheReadTokens).toBe(0);
  expect(first.cacheWriteHourTokens).toBeGreaterThan(100);
  expect(first.cacheWriteTokens).toBeGreaterThan(first.cacheWriteHourTokens ?? 0);

  const second = await usageOf(request);
  expect(second).toMatchObject({ cacheReadTokens: first.cacheWriteTokens, cacheWriteTokens: 0 });
  expect(second.inputTokens).toBe(first.inputTokens);
});

it('reads the part of the cache that is still alive', async () => {
  const rules = {
    text: 'Nobody is above the law of the sea. '.repeat(30),
    cacheable: true,
    ttl: '1h' as const,
  };
  const lore = { text: 'The lamp burns whale oil. '.repeat(20), cacheable: true };
  const request = aRequest({ system: [rules, lore] });
  const first = await usageOf(request);
  now += 10 * 60_000;
  const later = await usageOf(request);
  expect(later.cacheReadTokens).toBe(first.cacheWriteHourTokens);
  expect(later.cacheWriteTokens).toBe(first.cacheWriteTokens - (first.cacheWriteHourTokens ?? 0));
});
