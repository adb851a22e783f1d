import { createHash, randomUUID } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { ARRIVAL, later, NOON, someCampaign } from '../../../support/campaigns.ts';
import { granted } from '../../../support/session-tools.ts';
import { describeOnBothStores } from '../../../support/stores.ts';

const newId = createTimeOrderedIds(() => NOON);

describeOnBothStores('a job that was in hand when its campaign was exported', (store) => {
  /** The file of a campaign one of whose jobs is being done. */
  const exportedInHand = async () => {
    const { campaignId, sessionId } = await someCampaign(store());
    const job = { id: randomUUID(), kind: 'recap', key: 'recap', payload: {} };
    await store().jobs.add({ sessionId, index: 0 }, [job], NOON);
    const [held] = await store().jobs.claim(1, NOON, later(120));
    const file = await store().archives.exportCampaign(campaignId, NOON, { includesSeeds: true });
    if (held === undefined || isRejection(file)) throw new Error('nothing to export');
    await store().jobs.done(held, {}, NOON);
    return file;
  };
  const arrived = async (file: Uint8Array) => {
    const { campaignId } = granted(
      await store().archives.importCampaign(file, { ...ARRIVAL, isCopy: true, newId }),
    );
    const [session] = await store().sessions.ofCampaigns([campaignId]);
    const due = await store().jobs.claim(9, later(120), later(999));
    return due.filter(({ kind, scene }) => kind === 'recap' && scene.sessionId === session?.id);
  };
  const lines = (file: Uint8Array) => zstdDecompressSync(file).toString('utf8').trimEnd().split('\n');

  it('waits in the file, and is done wherever the campaign arrives', async () => {
    const file = await exportedInHand();
    expect(lines(file).filter((line) => line.includes('"claimed"'))).toEqual([]);
    expect(await arrived(file)).toMatchObject([{ key: 'recap', attempts: 2 }]);
  });

  it('is done as well when an earlier version wrote it down as being in hand', async () => {
    const [header = '', ...rest] = lines(await exportedInHand());
    const rows = rest.slice(0, -1).map((line) => {
      const { table, row } = JSON.parse(line);
      return JSON.stringify({ table, row: table === 'job' ? { ...row, status: 'claimed' } : row });
    });
    const body = [header, ...rows].map((line) => `${line}\n`).join('');
    const sha256 = createHash('sha256').update(body).digest('hex');
    const earlier = zstdCompressSync(`${body}${JSON.stringify({ rows: rows.length, sha256 })}\n`);
    expect(await arrived(earlier)).toMatchObject([{ key: 'recap', attempts: 2 }]);
  });
});
