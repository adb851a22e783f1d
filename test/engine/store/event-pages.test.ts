import { expect, it } from 'vitest';
import { toSessionEventRow } from '#engine/live/session-event.ts';
import type { EventViewer } from '#engine/store/event-rows.ts';
import { NOON, someCampaign } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

describeOnBothStores('the pages of a log', (store) => {
  const row = (audience: 'player' | 'gm', personaIds: readonly string[] | null = null) => ({
    ...toSessionEventRow({ type: 'session-closed' }, NOON, personaIds),
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
      const page = await store().events.page(
        sessionId,
        { audience },
        { limit: 2, from, after, before: null },
      );
      return { ...page, items: page.items.map(({ sequence }) => sequence) };
    };

    expect(await pageOf('player', 'start', null)).toEqual({ items: [1, 4], hasMore: true });
    expect(await pageOf('player', 'start', 4)).toEqual({ items: [7], hasMore: false });
    expect(await pageOf('player', 'end', null)).toEqual({ items: [4, 7], hasMore: true });
    expect(await pageOf('gm', 'end', null)).toEqual({ items: [8, 9], hasMore: true });
  });

  it('shows what is private to a persona to that persona and the game master alone', async () => {
    const { sessionId } = await someCampaign(store());
    await store().events.tell(sessionId, [
      row('player'),
      row('player', ['pc_a_001']),
      row('gm', ['pc_a_001']),
    ]);
    const seenBy = async (viewer: EventViewer) => {
      const page = { limit: 9, from: 'start', after: null, before: null } as const;
      return (await store().events.page(sessionId, viewer, page)).items.map(({ sequence }) => sequence);
    };

    expect(await seenBy({ audience: 'player', personaId: 'pc_a_001' })).toEqual([1, 2]);
    // An underscore stands for itself alone.
    expect(await seenBy({ audience: 'player', personaId: 'pc%a_001' })).toEqual([1]);
    expect(await seenBy({ audience: 'player', personaId: 'pc_b_001' })).toEqual([1]);
    expect(await seenBy({ audience: 'player' })).toEqual([1]);
    expect(await seenBy({ audience: 'player', personaId: 'everyone' })).toEqual([1, 2]);
    expect(await seenBy({ audience: 'gm' })).toEqual([1, 2, 3]);
    const [, own] = await store().events.after(sessionId, 0, 9);
    expect(own?.personaIds).toEqual(['pc_a_001']);
  });
});
