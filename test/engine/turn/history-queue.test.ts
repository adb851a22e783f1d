import { afterEach, expect, it } from 'vitest';
import { createHistoryQueue } from '#engine/turn/history-index.ts';
import type { QueuedEntry } from '#retrieval/history-indexer.ts';
import { later, NOON, someCampaign } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';
import { play } from '../../support/turn-rows.ts';

const texts = (entries: readonly QueuedEntry[]) => entries.map(({ entry }) => entry.text);
const ids = (entries: readonly QueuedEntry[]) => entries.map(({ queueId }) => queueId);

describeOnBothStores('the queue of history', (store) => {
  afterEach(async () => {
    await store().history.release('all');
    await store().history.settle(ids((await store().history.claim(99, NOON, later(1))) as QueuedEntry[]));
  });
  const begin = async () => {
    const { sessionId } = await someCampaign(store());
    for (const words of ['one', 'two', 'three']) await play(store(), sessionId, words);
    return sessionId;
  };

  it('gives what was committed in order, and nothing twice once it is settled', async () => {
    const sessionId = await begin();
    const queue = createHistoryQueue(store(), () => NOON);
    const first = await queue.claim(2);
    await queue.settle(ids(first));
    const second = await queue.claim(9);
    await queue.settle(ids(second));

    expect([texts(first), texts(second), await queue.claim(9)]).toEqual([['one', 'two'], ['three'], []]);
    expect(await store().history.waiting(sessionId)).toBe(0);
  });

  it('gives the same entries again at once when indexing them failed', async () => {
    await begin();
    const queue = createHistoryQueue(store(), () => NOON);
    await queue.claim(2);
    expect(texts(await queue.claim(9))).toEqual(['one', 'two', 'three']);
  });

  it('keeps entries from others who index, until whoever has them is taken for dead', async () => {
    await begin();
    // Two servers share a store that is not theirs alone.
    const shared = { history: store().history, isExclusive: false };
    await createHistoryQueue(shared, () => NOON).claim(2);

    expect(texts(await createHistoryQueue(shared, () => later(59)).claim(1))).toEqual(['three']);
    expect(texts(await createHistoryQueue(shared, () => later(60)).claim(2))).toEqual(['one', 'two']);
  });

  it('finds at once what a process that is gone had taken, where no other can be at work', async () => {
    await begin();
    const alone = { history: store().history, isExclusive: true };
    await createHistoryQueue(alone, () => NOON).claim(9);
    expect(texts(await createHistoryQueue(alone, () => NOON).claim(9))).toEqual(['one', 'two', 'three']);
  });
});
