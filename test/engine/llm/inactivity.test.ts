import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ModelEntry } from '#engine/llm/catalogue.ts';
import { withInactivityLimit } from '#engine/llm/inactivity.ts';
import { openModels } from '#engine/llm/models.ts';
import type { Provider, ReplyPart } from '#engine/llm/provider.ts';
import { createAnthropicProvider } from '#engine/llm/providers/anthropic.ts';
import { createOpenAIProvider } from '#engine/llm/providers/openai.ts';
import { Secret } from '#engine/util/secret.ts';
import { API_KEY, aRequest, failureOf, localEntry, partsOf, textOf } from '../../support/wire/a-request.ts';
import { startAnthropicServer } from '../../support/wire/anthropic-server.ts';
import type { LocalServer } from '../../support/wire/local-server.ts';
import { startOpenAIServer } from '../../support/wire/openai-server.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const LIMITS = { firstTokenMs: 5000, betweenTokensMs: 700, wholeCallMs: 15_000 };
const USAGE = { inputTokens: 1, outputTokens: 1, cacheWriteTokens: 0, cacheReadTokens: 0 };

let server: LocalServer;
beforeEach(async () => {
  server = await startAnthropicServer();
});
afterEach(() => server.close());

const limited = (limits = LIMITS) => {
  const entry = localEntry('claude-sonnet', server.url);
  return withInactivityLimit(
    createAnthropicProvider({ entry, apiKey: API_KEY, clock: () => new Date() }),
    limits,
  );
};

it('lets a reply through that keeps coming', async () => {
  server.answer({ kind: 'reply', pieces: ['one ', 'two ', 'three'], pieceDelayMs: 60 });
  expect(textOf(await partsOf(limited(), aRequest()))).toBe('one two three');
});

it('cuts a stream that falls silent and closes its connection', async () => {
  server.answer({ kind: 'reply', pieces: ['one ', 'two '], stallAfter: 2 });
  expect(await failureOf(limited(), aRequest())).toMatchObject({ fault: 'stalled', retryable: true });
  await vi.waitFor(() => expect(server.hangUps()).toBe(1));
});

it('cuts a call that is never answered', async () => {
  server.answer({ kind: 'hang' });
  const error = await failureOf(limited({ ...LIMITS, firstTokenMs: 200 }), aRequest());
  expect(error).toMatchObject({ fault: 'stalled' });
});

it('cuts a reply that drips for ever, however lively it is', async () => {
  const pieces = Array.from({ length: 200 }, () => 'drip ');
  server.answer({ kind: 'reply', pieces, pieceDelayMs: 30 });
  const error = await failureOf(limited({ ...LIMITS, wholeCallMs: 600 }), aRequest());
  expect(error).toMatchObject({ fault: 'timeout', retryable: true });
});

it('ends with the reason of the one who cancelled', async () => {
  server.answer({ kind: 'hang' });
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('cancelled')), 30);
  const error = await failureOf(limited(), aRequest({ signal: controller.signal }));
  expect(error).toMatchObject({ message: 'cancelled' });
});

it('does not take a slow reader for a silent model', async () => {
  server.answer({ kind: 'reply', pieces: ['one ', 'two'] });
  const parts: ReplyPart[] = [];
  for await (const part of limited().stream(aRequest())) {
    parts.push(part);
    await new Promise((resolve) => setTimeout(resolve, 900));
  }
  expect(textOf(parts)).toBe('one two');
});

it('counts signs of life that make no part of the reply', async () => {
  const thinking: Provider = {
    id: 'thinking/model',
    async *stream({ onActivity }) {
      for (let thought = 0; thought < 6; thought += 1) {
        await new Promise((resolve) => setTimeout(resolve, 150));
        onActivity?.();
      }
      yield { type: 'reply-end', reason: 'finished', usage: USAGE };
    },
  };
  const limits = { ...LIMITS, firstTokenMs: 700 };
  expect(await partsOf(withInactivityLimit(thinking, limits), aRequest())).toHaveLength(1);
});

const PING = 'event: ping\ndata: {"type":"ping"}\n\n';
const THOUGHT = `event: content_block_delta\ndata: ${JSON.stringify({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'thinking_delta', thinking: 'Hm.' },
})}\n\n`;
const REASONING = `data: ${JSON.stringify({
  id: 'chatcmpl-local',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { reasoning_content: 'Hm.' }, finish_reason: null }],
})}\n\n`;
const COMMENT = ': still working\n\n';

it.each([
  ['pings', 'anthropic', PING],
  ['thinking deltas', 'anthropic', THOUGHT],
  ['reasoning deltas', 'openai', REASONING],
  ['comments', 'openai', COMMENT],
] as const)('does not cut a model that thinks and sends %s', async (_what, format, line) => {
  const other = format === 'openai' ? await startOpenAIServer() : server;
  const clock = () => new Date();
  const provider =
    format === 'openai'
      ? createOpenAIProvider({ entry: localEntry('gpt-sol', `${other.url}/v1`), apiKey: API_KEY, clock })
      : createAnthropicProvider({ entry: localEntry('claude-sonnet', other.url), apiKey: API_KEY, clock });
  const lines = Array.from({ length: 8 }, () => line);
  other.answer({ kind: 'reply', pieces: ['one'], signsOfLife: { lines, everyMs: 150 } });
  const limits = { firstTokenMs: 700, betweenTokensMs: 300, wholeCallMs: 15_000 };
  expect(textOf(await partsOf(withInactivityLimit(provider, limits), aRequest()))).toBe('one');
  if (other !== server) await other.close();
});

it('gives a model the time of the first token until its first text, also after a ping', async () => {
  server.answer({ kind: 'reply', pieces: ['one'], pieceDelayMs: 900 });
  const limits = { ...LIMITS, betweenTokensMs: 300 };
  expect(textOf(await partsOf(limited(limits), aRequest()))).toBe('one');
});

it('names the limit that ended the call and the setting it comes from', async () => {
  server.answer({ kind: 'hang' });
  const error = await failureOf(limited({ ...LIMITS, firstTokenMs: 200 }), aRequest());
  expect(error).toMatchObject({
    message: 'anthropic/claude-sonnet-5-5 sent nothing for 0.2 s (MODEL_FIRST_TOKEN_SECONDS).',
  });
});

it('lets the entry of a model replace the limits of the server', async () => {
  const open = (timeouts: ModelEntry['timeouts']) => {
    const entry = { ...localEntry('claude-sonnet', server.url), ...(timeouts && { timeouts }) };
    return openModels({
      catalogue: new Map([['claude-sonnet', entry]]),
      credential: () => new Secret(API_KEY),
      offline: scriptedProvider(),
      clock: () => new Date(),
      inactivity: { ...LIMITS, firstTokenMs: 200 },
    }).open('claude-sonnet').provider;
  };
  server.answer({ kind: 'reply', pieces: ['one'], firstDelayMs: 600 });
  expect(textOf(await partsOf(open({ firstTokenSeconds: 5 }), aRequest()))).toBe('one');
  server.answer({ kind: 'reply', pieces: ['one'], firstDelayMs: 600 });
  expect(await failureOf(open(undefined), aRequest())).toMatchObject({ fault: 'stalled' });
});

it('cuts a provider that does not listen to its signal', async () => {
  const deaf: Provider = {
    id: 'deaf/model',
    async *stream() {
      await new Promise(() => {});
    },
  };
  const limits = { ...LIMITS, firstTokenMs: 100 };
  expect(await failureOf(withInactivityLimit(deaf, limits), aRequest())).toMatchObject({ fault: 'stalled' });
});
