import { expect, it } from 'vitest';
import type { ModelRequest, Provider, ReplyPart } from '#engine/llm/provider.ts';
import { partsOf } from './a-request.ts';

/** A provider and something to ask it. */
export type Asking = { readonly provider: Provider; readonly request: ModelRequest };

/** What every provider promises about a reply, also one that speaks no wire format. */
export function replyContract(asking: () => Asking): void {
  it('gives any number of deltas and then exactly one end', async () => {
    const { provider, request } = asking();
    const types = (await partsOf(provider, request)).map(({ type }) => type);
    expect(types.length).toBeGreaterThan(1);
    expect(types.at(-1)).toBe('reply-end');
    expect(new Set(types.slice(0, -1))).toEqual(new Set(['text-delta']));
  });

  it('never passes on an empty delta', async () => {
    const { provider, request } = asking();
    for (const part of await partsOf(provider, request)) {
      if (part.type === 'text-delta') expect(part.text).not.toBe('');
    }
  });

  it('says at its end why it ended and what it used', async () => {
    const { provider, request } = asking();
    const end = (await partsOf(provider, request)).at(-1);
    expect(end).toEqual({
      type: 'reply-end',
      reason: 'finished',
      usage: expect.objectContaining({
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
        cacheWriteTokens: expect.any(Number),
        cacheReadTokens: expect.any(Number),
      }),
    });
  });

  it('ends with the reason of the one who aborted it before it began', async () => {
    const { provider, request } = asking();
    const reason = new Error('too late');
    await expect(partsOf(provider, { ...request, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('ends with the reason of the one who aborted it in the middle, and says no more', async () => {
    const { provider, request } = asking();
    const controller = new AbortController();
    const reason = new Error('enough');
    const heard: ReplyPart[] = [];
    const listen = async () => {
      for await (const part of provider.stream({ ...request, signal: controller.signal })) {
        heard.push(part);
        controller.abort(reason);
      }
    };
    await expect(listen()).rejects.toBe(reason);
    expect(heard.every(({ type }) => type === 'text-delta')).toBe(true);
  });

  it('can be left in the middle', async () => {
    const { provider, request } = asking();
    for await (const _part of provider.stream(request)) break;
    expect((await partsOf(provider, request)).at(-1)?.type).toBe('reply-end');
  });
}
