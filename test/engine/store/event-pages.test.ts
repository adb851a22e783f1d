import { expect, it } from 'vitest';
import { toSessionEventRow } from '#engine/live/session-event.ts';
import { NOON, someCampaign } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

describeOnBothStores('the pages of a log', (store) => {
  const row = (audience: 'player' | 'gm') => ({
    ...toSessionEventRow({ type: 'session-closed' }, NOON),
    audience,
  });

  it('numbers what is told outside of turns after everything else, and tells nothing to a session that is not there', async () => {
    const { sessionId } = await someCampaign(store());
    await store().events.tell(sessionId, [row('player')]);
    const told = await store().events.tell(sessionId, [row('player'), row('gm')]);

    expect(told).toMatchObject([
      { sessionId, sequence: 2, turnId: null, audience: 'player' },
      { sessionId, sequence: 3, turnId: null, audience: 'gm' },
    ]);
    expect(await store().events.after(sessionId, 1, 10)).toEqual(told);
    expect(await store().events.tell('00000000-0000-7000-8000-000000000000', [row('gm')])).toBeNull();
  });

  it('fills the pages of players with what players may see', async () => {
    const { sessionId } = await someCampaign(store());
    await store().events.tell(
      sessionId,
      Array.from({ length: 9 }, (_, at) => row(at % 3 === 0 ? 'player' : 'gm')),
    );
    const pageOf = async (audience: 'player' | 'gm', from: 'start' | 'end', after: number | null) => {
      const page = await store().events.page(sessionId, audience, { limit: 2, from, after, before: null });
      return { ...page, items: page.items.map(({ sequence }) => sequence) };
    };

    expect(await pageOf('player', 'start', null)).toEqual({ items: [1, 4], hasMore: true });
    expect(await pageOf('player', 'start', 4)).toEqual({ items: [7], hasMore: false });
    expect(await pageOf('player', 'end', null)).toEqual({ items: [4, 7], hasMore: true });
    expect(await pageOf('gm', 'end', null)).toEqual({ items: [8, 9], hasMore: true });
  });
});
