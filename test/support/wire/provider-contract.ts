import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Provider, ProviderError, type ReplyPart } from '#engine/llm/provider.ts';
import { API_KEY, aRequest, failureOf, PROMPT_WORDS, partsOf, textOf } from './a-request.ts';
import { type Behaviour, failing, saying } from './behaviour.ts';
import type { LocalServer } from './local-server.ts';
import { replyContract } from './reply-contract.ts';

/** A provider over real HTTP, and the server behind it. */
export type Harness = { readonly provider: Provider; readonly server: LocalServer };

const reply = (changes: Partial<Extract<Behaviour, { kind: 'reply' }>>): Behaviour => ({
  kind: 'reply',
  pieces: ['one ', 'two ', 'three'],
  ...changes,
});

const FAULTS: readonly (readonly [string, Behaviour, string, boolean])[] = [
  ['a malformed request', failing(400), 'bad-request', false],
  ['a refused key', failing(401), 'unauthorized', false],
  ['a forbidden model', failing(403), 'unauthorized', false],
  ['an unknown model', failing(404), 'not-found', false],
  ['a timeout', failing(408), 'timeout', true],
  ['a conflict', failing(409), 'conflict', true],
  ['a prompt that is too large', failing(413), 'too-large', false],
  ['a rate limit', failing(429), 'rate-limited', true],
  ['a server that fails', failing(500), 'server-error', true],
  ['a gateway that fails', failing(503), 'server-error', true],
  ['an overload', failing(529), 'overloaded', true],
  ['a connection that is dropped', { kind: 'drop' }, 'connection-lost', true],
  ['a reply that is cut off', reply({ cutAfter: 2 }), 'connection-lost', true],
  ['a reply that ends too early', reply({ endAfter: 2 }), 'connection-lost', true],
  [
    'an error inside the reply',
    reply({ errorAfter: { pieces: 1, type: 'server_error' } }),
    'server-error',
    true,
  ],
  ['a reply that is not in the protocol', reply({ garbageAfter: 1 }), 'malformed-reply', true],
];

/** What every provider promises, whatever stands behind it. */
export function providerContract(
  name: string,
  start: () => Promise<Harness>,
  /** Ways of ending a reply that the protocol does not have. */
  { without = [] }: { readonly without?: readonly string[] } = {},
): void {
  describe(name, () => {
    let harness: Harness;
    beforeEach(async () => {
      harness = await start();
    });
    afterEach(() => harness.server.close());

    replyContract(() => ({ provider: harness.provider, request: aRequest() }));

    it('passes the text on as it was sent', async () => {
      harness.server.answer(saying('The sea ', 'is ', 'grey 🌊.'));
      expect(textOf(await partsOf(harness.provider, aRequest()))).toBe('The sea is grey 🌊.');
    });

    const ends = [
      ['finished', 'finished'],
      ['length', 'length'],
      ['refused', 'refused'],
    ] as const;
    it.each(ends.filter(([stop]) => !without.includes(stop)))(
      'says of a reply that %s why it ended',
      async (stop, reason) => {
        harness.server.answer(reply({ stop }));
        const end = (await partsOf(harness.provider, aRequest())).at(-1);
        expect(end).toMatchObject({ type: 'reply-end', reason });
      },
    );

    it('reports what the model said it used', async () => {
      const end = (await partsOf(harness.provider, aRequest())).at(-1);
      if (end?.type !== 'reply-end') throw new Error('the reply has no end');
      const { usage } = end;
      expect(usage.inputTokens + usage.cacheWriteTokens + usage.cacheReadTokens).toBeGreaterThan(5);
      expect(usage.outputTokens).toBeGreaterThan(0);
    });

    it('stops the request at once when it is aborted, with the reason it was aborted for', async () => {
      harness.server.answer(reply({ pieceDelayMs: 10_000 }));
      const controller = new AbortController();
      const reason = new Error('the player left');
      const failure = failureOf(harness.provider, aRequest({ signal: controller.signal }));
      await vi.waitFor(() => expect(harness.server.calls).toHaveLength(1));
      controller.abort(reason);
      expect(await failure).toBe(reason);
      await vi.waitFor(() => expect(harness.server.hangUps()).toBe(1));
    });

    it('ends in the middle of a reply when it is aborted there', async () => {
      harness.server.answer(reply({ stallAfter: 2 }));
      const controller = new AbortController();
      const parts: ReplyPart[] = [];
      const read = async () => {
        for await (const part of harness.provider.stream(aRequest({ signal: controller.signal }))) {
          parts.push(part);
          if (parts.length === 2) controller.abort(new Error('enough'));
        }
      };
      await expect(read()).rejects.toThrow('enough');
      expect(textOf(parts)).toBe('one two ');
      await vi.waitFor(() => expect(harness.server.hangUps()).toBe(1));
    });

    it('does not even ask when it was aborted before', async () => {
      await failureOf(harness.provider, aRequest({ signal: AbortSignal.abort(new Error('too late')) }));
      expect(harness.server.calls).toHaveLength(0);
    });

    it('closes the connection when the reader stops reading', async () => {
      harness.server.answer(reply({ stallAfter: 1 }));
      for await (const _part of harness.provider.stream(aRequest())) break;
      await vi.waitFor(() => expect(harness.server.hangUps()).toBe(1));
    });

    it.each(FAULTS)('tells %s for what it is', async (_what, behaviour, fault, retryable) => {
      harness.server.answer(behaviour);
      const error = await failureOf(harness.provider, aRequest());
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ fault, retryable });
      expect(harness.server.calls).toHaveLength(1);
    });

    it.each([
      [{ 'retry-after': '7' }, 7000],
      [{ 'retry-after-ms': '120' }, 120],
      [{ 'retry-after': 'Mon, 16 Nov 2026 12:00:30 GMT' }, 30_000],
      [{}, null],
    ] as const)('passes on how long it was asked to wait: %j', async (headers, retryAfterMs) => {
      harness.server.answer(failing(429, { ...headers }));
      expect(await failureOf(harness.provider, aRequest())).toMatchObject({ retryAfterMs });
    });

    it('keeps key and prompt out of its errors', async () => {
      harness.server.answer(failing(500), reply({ garbageAfter: 1 }));
      for (const _call of [1, 2]) {
        const shown = inspect(await failureOf(harness.provider, aRequest()), { depth: 8 });
        expect(shown).not.toContain(API_KEY);
        expect(shown).not.toContain(PROMPT_WORDS);
      }
    });

    it('writes nothing to the console, whatever goes wrong', async () => {
      const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
      const spies = methods.map((method) => vi.spyOn(console, method));
      harness.server.answer(reply({ garbageAfter: 1 }), failing(401));
      for (const _call of [1, 2]) await failureOf(harness.provider, aRequest());
      for (const spy of spies) expect(spy).not.toHaveBeenCalled();
      vi.restoreAllMocks();
    });
  });
}
