import { describe, expect, it } from 'vitest';
import type { Json } from '#engine/kit/canonical-json.ts';
import { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { offlineStoryteller } from '#engine/llm/offline-storyteller.ts';
import { aRequest, partsOf, textOf } from '../../support/wire/a-request.ts';
import { longCampaign } from '../../support/wire/long-campaign.ts';
import { narrated } from '../../support/wire/narrated.ts';
import { replyContract } from '../../support/wire/reply-contract.ts';

const turn = longCampaign(3, []).turns.at(-1);
if (turn === undefined) throw new Error('a campaign of three turns has a last one');
const request = aRequest({ input: turn.input as Json }); // what a narrator is given is JSON by its schema

describe('The offline storyteller', () => {
  replyContract(() => ({ provider: offlineStoryteller({ wordsPerSecond: 0 }), request }));

  it('ends at once when it is aborted while it draws breath', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    setTimeout(() => controller.abort(reason), 20);
    const slow = offlineStoryteller({ wordsPerSecond: 1 });
    await expect(partsOf(slow, { ...request, signal: controller.signal })).rejects.toBe(reason);
  });

  it('says the same for the same seed', async () => {
    const provider = offlineStoryteller({ wordsPerSecond: 0 });
    const once = textOf(await partsOf(provider, request));
    expect(textOf(await partsOf(provider, request))).toBe(once);
    expect(textOf(await partsOf(provider, { ...request, seed: 'another' }))).not.toBe(once);
  });

  it('keeps to the contract of a narration', async () => {
    const { end, deltas } = await narrated(offlineStoryteller({ wordsPerSecond: 0 }), undefined, request);
    expect(deltas.join('')).toBe(end?.prose);
    expect(NarrateOutcome.safeParse(end?.outcome).success).toBe(true);
  });
});
