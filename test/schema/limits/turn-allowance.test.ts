import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Store } from '#engine/store/store.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { type AllowanceLimits, createTurnAllowance } from '#schema/turn-allowance.ts';
import { later, NOON, someCampaign } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const started = (turnId: string) => turnId;

function allowanceAt(store: Store, allowance: Partial<AllowanceLimits>) {
  const now = { at: NOON };
  const clock = () => now.at;
  const tools = { turns: store.viewerTurns, clock, newId: createTimeOrderedIds(clock) };
  return { now, ...createTurnAllowance({ turnsPerMinute: null, dollarsPerDay: null, ...allowance }, tools) };
}

async function paid(store: Store, turnId: string, costUsd: number, createdAt: Date): Promise<void> {
  const { sessionId } = await someCampaign(store);
  const names = { step: 'narrate', purpose: 'ask', modelKey: 'claude-haiku', provider: 'anthropic/x' };
  const tokens = { inputTokens: 1, outputTokens: 1, cacheWriteTokens: 0, cacheReadTokens: 0 };
  const times = { firstDeltaMs: 1, durationMs: 2, ending: 'finished', createdAt };
  const call = { id: randomUUID(), sessionId, turnId, attempt: 1, costUsd, ...names, ...tokens, ...times };
  await store.calls.add([call]);
}

describeOnBothStores('an allowance', (store) => {
  it('lets a viewer begin so many turns within a minute, and says when the next may begin', async () => {
    const viewer = randomUUID();
    const { spend, now } = allowanceAt(store(), { turnsPerMinute: 2 });
    await spend(viewer, async () => randomUUID(), started);
    now.at = later(20);
    await spend(viewer, async () => randomUUID(), started);
    const third = spend(viewer, async () => randomUUID(), started);

    await expect(third).rejects.toMatchObject({
      extensions: { code: 'TURN_RATE_LIMIT', limit: 2, asked: 3, retryAfterSeconds: 40 },
    });
    await expect(spend(randomUUID(), async () => 'another viewer’s', started)).resolves.toBeTruthy();
    now.at = later(61);
    await expect(spend(viewer, async () => 'a minute later', started)).resolves.toBeTruthy();
  });

  it('counts turns that are asked for at the same time', async () => {
    const viewer = randomUUID();
    const { spend } = allowanceAt(store(), { turnsPerMinute: 3 });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => spend(viewer, async () => randomUUID(), started)),
    );

    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(3);
  });

  it('does not count what began no turn', async () => {
    const viewer = randomUUID();
    const { spend } = allowanceAt(store(), { turnsPerMinute: 1 });
    for (let time = 0; time < 3; time += 1)
      await spend(
        viewer,
        async () => 'was there before',
        () => null,
      );

    await expect(spend(viewer, async () => randomUUID(), started)).resolves.toBeTruthy();
  });

  it('remembers across servers', async () => {
    const viewer = randomUUID();
    await allowanceAt(store(), { turnsPerMinute: 1 }).spend(viewer, async () => randomUUID(), started);

    await expect(
      allowanceAt(store(), { turnsPerMinute: 1 }).spend(viewer, async () => randomUUID(), started),
    ).rejects.toMatchObject({ extensions: { code: 'TURN_RATE_LIMIT' } });
  });

  it('refuses turns once the money of the day is spent, until the next day', async () => {
    const viewer = randomUUID();
    const { spend, now } = allowanceAt(store(), { dollarsPerDay: 0.5 });
    const turnId = await spend(viewer, async () => randomUUID(), started);
    await paid(store(), turnId, 0.4, NOON);
    await spend(
      viewer,
      async () => 'there is some left',
      () => null,
    );
    await paid(store(), turnId, 0.1, NOON);

    await expect(spend(viewer, async () => randomUUID(), started)).rejects.toMatchObject({
      extensions: { code: 'MONEY_LIMIT', limit: 0.5, asked: 0.5, retryAfterSeconds: 12 * 3600 },
    });
    now.at = later(12 * 3600);
    await expect(spend(viewer, async () => randomUUID(), started)).resolves.toBeTruthy();
  });

  it('lets what runs on after the request pay from the account of whoever asked', async () => {
    const viewer = randomUUID();
    const { spend, payer } = allowanceAt(store(), { dollarsPerDay: 0.5 });
    let paying: ReturnType<typeof payer> | null = null;
    const begun = await spend(
      viewer,
      async () => {
        paying = new Promise((resolve) => setTimeout(() => resolve(payer()), 10));
        return randomUUID();
      },
      started,
    );
    const account = await (paying as ReturnType<typeof payer> | null);

    expect(begun).toBeTruthy();
    expect(() => account?.reserve(0.6, 'a model')).toThrow('budget of $0.5');
    expect(await payer()).toBeNull();
  });
});
