import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anthropicProvider } from '#engine/llm/anthropic.ts';
import { withInactivityLimit } from '#engine/llm/inactivity.ts';
import type { Provider, ReplyPart } from '#engine/llm/provider.ts';
import { API_KEY, aRequest, failureOf, localEntry, partsOf, textOf } from '../../support/wire/a-request.ts';
import { startAnthropicServer } from '../../support/wire/anthropic-server.ts';
import type { LocalServer } from '../../support/wire/local-server.ts';

const LIMITS = { firstMs: 5000, idleMs: 700, totalMs: 15_000 };
const USAGE = { inputTokens: 1, outputTokens: 1, cacheWriteTokens: 0, cacheReadTokens: 0 };

let server: LocalServer;
beforeEach(async () => {
  server = await startAnthropicServer();
});
afterEach(() => server.close());

const limited = (limits = LIMITS) => {
  const entry = localEntry('claude-sonnet', server.url);
  return withInactivityLimit(anthropicProvider({ entry, apiKey: API_KEY, clock: () => new Date() }), limits);
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
  const error = await failureOf(limited({ ...LIMITS, firstMs: 200 }), aRequest());
  expect(error).toMatchObject({ fault: 'stalled' });
});

it('cuts a reply that drips for ever, however lively it is', async () => {
  const pieces = Array.from({ length: 200 }, () => 'drip ');
  server.answer({ kind: 'reply', pieces, pieceDelayMs: 30 });
  const error = await failureOf(limited({ ...LIMITS, totalMs: 600 }), aRequest());
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
  const limits = { ...LIMITS, firstMs: 700 };
  expect(await partsOf(withInactivityLimit(thinking, limits), aRequest())).toHaveLength(1);
});

it('cuts a provider that does not listen to its signal', async () => {
  const deaf: Provider = {
    id: 'deaf/model',
    async *stream() {
      await new Promise(() => {});
    },
  };
  const limits = { ...LIMITS, firstMs: 100 };
  expect(await failureOf(withInactivityLimit(deaf, limits), aRequest())).toMatchObject({ fault: 'stalled' });
});
