import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { countReplyCharacters, openModels } from '#engine/llm/models.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { Secret } from '#engine/util/secret.ts';
import { API_KEY, aRequest, failureOf, localEntry, partsOf, textOf } from '../../support/wire/a-request.ts';
import { startAnthropicServer } from '../../support/wire/anthropic-server.ts';
import type { LocalServer } from '../../support/wire/local-server.ts';
import { startOpenAIServer } from '../../support/wire/openai-server.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const MOST = countReplyCharacters(400);
/** About 20 MB in pieces of 1,000 characters. */
const flood = () =>
  ({ kind: 'reply', pieces: Array.from({ length: 20_000 }, () => 'rain '.repeat(200)) }) as const;

it('allows 8 characters a token, and 8,000 in any case', () => {
  expect(countReplyCharacters(10)).toBe(8000);
  expect(countReplyCharacters(4000)).toBe(32_000);
});

it('caps the offline storyteller too', async () => {
  const provider = openModels({
    catalogue: loadCatalogue(),
    credential: () => null,
    offline: scriptedProvider('x'.repeat(MOST + 1)),
    clock: () => new Date(),
  }).open('offline').provider;
  const parts = await partsOf(provider, aRequest());
  expect(textOf(parts)).toHaveLength(MOST);
  expect(parts.at(-1)).toMatchObject({ type: 'reply-end', reason: 'length' });
});

it('leaves a reply of exactly the allowed length as it is', async () => {
  const provider = openModels({
    catalogue: loadCatalogue(),
    credential: () => null,
    offline: scriptedProvider('x'.repeat(MOST)),
    clock: () => new Date(),
  }).open('offline').provider;
  expect((await partsOf(provider, aRequest())).at(-1)).toMatchObject({ reason: 'finished' });
});

describe.each([
  ['anthropic', 'claude-sonnet', ''],
  ['openai', 'gpt-sol', '/v1'],
] as const)('over %s', (format, key, path) => {
  let server: LocalServer;
  let provider: Provider;
  beforeEach(async () => {
    server = format === 'openai' ? await startOpenAIServer() : await startAnthropicServer();
    provider = openModels({
      catalogue: new Map([[key, localEntry(key, `${server.url}${path}`)]]),
      credential: () => new Secret(API_KEY),
      offline: scriptedProvider(),
      clock: () => new Date(),
    }).open(key).provider;
  });
  afterEach(() => server.close());

  it('ends a reply of 20 MB at the cap, keeps the text up to there and closes the connection', async () => {
    server.answer(flood());
    const parts = await partsOf(provider, aRequest());
    expect(textOf(parts)).toBe('rain '.repeat(MOST / 5));
    expect(parts.at(-1)).toMatchObject({ type: 'reply-end', reason: 'length' });
    const end = parts.at(-1);
    expect(end?.type === 'reply-end' && end.usage.outputTokens).toBeGreaterThan(400);
    await vi.waitFor(() => expect(server.hangUps()).toBe(1));
  });

  it('ends a call whose single event never ends', async () => {
    server.answer({ kind: 'reply', pieces: ['x'.repeat(20_000_000)] });
    const error = await failureOf(provider, aRequest());
    expect(error).toMatchObject({ fault: 'malformed-reply', retryable: true });
    await vi.waitFor(() => expect(server.hangUps()).toBe(1));
  });
});
