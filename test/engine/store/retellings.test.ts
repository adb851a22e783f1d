import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { NewEventRow } from '#engine/store/event-rows.ts';
import type { RetellingRecord } from '#engine/store/narrations.ts';
import { later, NOON, someCampaign } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const event = (type: string, tellingId: string): NewEventRow => ({
  turnId: null,
  audience: 'player',
  type,
  payload: { tellingId },
  createdAt: NOON,
});
const started = ({ id }: RetellingRecord) => event('retelling-started', id);
const withdrawn = ({ id }: RetellingRecord) => event('retelling-withdrawn', id);

describeOnBothStores('scenes that are told again', (store) => {
  const begin = async (startedAt = NOON) => {
    const { sessionId, sceneId } = await someCampaign(store());
    const retelling = { id: randomUUID(), sessionId, sceneId, startedAt };
    await store().retellings.open(retelling, started(retelling));
    return retelling;
  };
  const log = async ({ sessionId }: RetellingRecord) =>
    (await store().events.after(sessionId, 0, 100)).map(({ type, sequence }) => [sequence, type]);

  it('are ended once, whoever comes first', async () => {
    const retelling = await begin();
    const ends = await Promise.all(
      [1, 2, 3].map(() => store().retellings.close(retelling, [withdrawn(retelling)])),
    );
    expect(ends.filter((end) => end !== null)).toHaveLength(1);
    expect(await log(retelling)).toEqual([
      [1, 'retelling-started'],
      [2, 'retelling-withdrawn'],
    ]);
  });

  it('are withdrawn by the sweep when their time is long over, each once, and the others go on', async () => {
    const [old, young, told] = [await begin(), await begin(later(100)), await begin()];
    await store().retellings.close(told, []);
    const swept = await store().retellings.sweep(later(50), withdrawn);
    expect(swept.filter(({ sessionId }) => sessionId === old.sessionId)).toHaveLength(1);
    expect((await log(old)).at(-1)).toEqual([2, 'retelling-withdrawn']);
    expect(await log(young)).toEqual([[1, 'retelling-started']]);
    expect(await log(told)).toEqual([[1, 'retelling-started']]);
    expect(await store().retellings.sweep(later(50), withdrawn)).toEqual([]);
    expect((await store().retellings.sweep(null, withdrawn)).map(({ sessionId }) => sessionId)).toEqual([
      young.sessionId,
    ]);
  });

  it('write nothing for a session that is not there', async () => {
    const nowhere = { id: randomUUID(), sessionId: randomUUID(), sceneId: randomUUID(), startedAt: NOON };
    expect(await store().retellings.open(nowhere, started(nowhere))).toBeNull();
    expect(await store().retellings.sweep(null, withdrawn)).toEqual([]);
  });
});
