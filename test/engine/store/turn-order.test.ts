import { expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { abandonment, cancellation, commitOf, later, someCampaign } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const WHOLE = { limit: 100, from: 'start', after: null, before: null } as const;

describeOnBothStores('the turns of a session', (store) => {
  it('stand in the order they were asked for, by whatever clocks', async () => {
    const { sessionId } = await someCampaign(store());
    const clocks = [0, 60, -3_600, 30, -7_200, 90];
    for (const [place, seconds] of clocks.entries()) {
      const now = later(seconds);
      const turnId = createTimeOrderedIds(() => now)();
      const wish = {
        sessionId,
        actionId: `action ${place}`,
        input: createStoryInput('I listen.'),
        turnId,
        now,
      };
      const claim = await store().leases.claim(
        { ...wish, expiresAt: later(9_000) },
        abandonment,
        cancellation,
      );
      if (claim.claim !== 'won') throw new Error(claim.claim);
      await store().endings.commit(claim.lease, commitOf(claim.lease));
    }

    const { items } = await store().turns.ofSession(sessionId, WHOLE);
    expect(items.map(({ actionId }) => actionId)).toEqual(clocks.map((_, place) => `action ${place}`));
    const scenes = await store().scenes.findMany(items.flatMap(({ sceneId }) => sceneId ?? []));
    expect(scenes.map(({ index }) => index).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
