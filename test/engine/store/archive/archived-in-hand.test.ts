import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { toSessionEventRow } from '#engine/live/session-event.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { ARRIVAL, abandonment, later, NOON, someCampaign, win } from '../../../support/campaigns.ts';
import { granted } from '../../../support/session-tools.ts';
import { describeOnBothStores } from '../../../support/stores.ts';

const WHOLE = { limit: 100, from: 'start', after: null, before: null } as const;
const newId = createTimeOrderedIds(() => NOON);

describeOnBothStores('what was in hand when a campaign was exported', (store) => {
  const copied = async (campaignId: string, now: Date) => {
    const file = granted(await store().archives.exportCampaign(campaignId, now, { includesSeeds: true }));
    const copy = granted(
      await store().archives.importCampaign(file, { ...ARRIVAL, isCopy: true, newId, now }),
    );
    const [session] = await store().sessions.ofCampaigns([copy.campaignId]);
    return session?.id ?? '';
  };

  it('fails a turn whose server is gone wherever the file is opened, and tells its readers', async () => {
    const { campaignId, sessionId } = await someCampaign(store());
    await win(store(), sessionId, { forSeconds: 60 });
    const copyId = await copied(campaignId, later(61));

    const told = await store().leases.sweep(later(62), later(62), abandonment);

    const { items } = await store().turns.ofSession(copyId, WHOLE);
    expect(items.map(({ status, failure }) => [status, failure?.code])).toEqual([['failed', 'SERVER_LOST']]);
    expect(told.filter((row) => row.sessionId === copyId).map(({ type }) => type)).toEqual(['turn-failed']);
    expect(await store().sessions.find(copyId)).toMatchObject({ runningTurnId: null });
  });

  it('withdraws a retelling that was under way when its time is over', async () => {
    const { campaignId, sessionId, sceneId } = await someCampaign(store());
    const tellingId = randomUUID();
    const begun = toSessionEventRow({ type: 'retelling-started', sceneId, tellingId }, NOON);
    await store().retellings.open({ id: tellingId, sessionId, sceneId, startedAt: NOON }, begun);
    const copyId = await copied(campaignId, NOON);

    const told = await store().retellings.sweep(later(600), ({ id, sceneId: told }) =>
      toSessionEventRow({ type: 'retelling-withdrawn', sceneId: told, tellingId: id }, NOON),
    );

    expect(told.filter((row) => row.sessionId === copyId)).toHaveLength(1);
  });
});
