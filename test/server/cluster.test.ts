import { expect, it } from 'vitest';
import { createViewerUsage } from '#schema/viewer-usage.ts';
import { hashPrompts, joinCluster } from '../../src/server/services/cluster.ts';
import { describeOnBothStores } from '../support/stores.ts';

const NOON = new Date('2026-11-18T12:00:00Z');
const MINUTE = 60_000;

describeOnBothStores('servers on one database', (store) => {
  const join = async (
    id: string,
    hashes: { packsHash?: string; promptsHash?: string; version?: string },
    onMismatch: 'warn' | 'refuse' = 'warn',
    now = NOON,
  ) => {
    const warnings: string[] = [];
    const logger = { warn: (...said: unknown[]) => void warnings.push(String(said.at(-1))) };
    const membership = { id, version: '1.0.0', packsHash: 'a', promptsHash: 'b', ...hashes };
    const cluster = await joinCluster(membership, store().nodes, { onMismatch, clock: () => now, logger });
    return { ...cluster, warnings };
  };

  it('with the same packs and prompts play side by side without a word', async () => {
    const one = await join('one', {}, 'refuse');
    const other = await join('other', {}, 'refuse');
    expect([...one.warnings, ...other.warnings]).toEqual([]);
    await one.leave();
    await other.leave();
  });

  it('with other packs or prompts are warned, or refused where the settings say so', async () => {
    const one = await join('one', {});
    const other = await join('other', { packsHash: 'x', version: '1.1.0' });
    expect(other.warnings).toEqual([
      expect.stringMatching(
        /^SERVERS_MISMATCH: this server has other packs than the one on .* \(version 1\.0\.0, this one is 1\.1\.0\)/,
      ),
    ]);
    await expect(join('third', { packsHash: 'y', promptsHash: 'z' }, 'refuse')).rejects.toThrow(
      /this server has other packs and prompts/,
    );
    await one.leave();
    await other.leave();
    expect((await join('third', { packsHash: 'y' }, 'refuse')).warnings).toEqual([]);
    await store().nodes.leave('third', NOON);
  });

  it('that gave no sign of life for a while do not count', async () => {
    await join('dead', {});
    const later = new Date(NOON.getTime() + MINUTE);
    const next = await join('next', { packsHash: 'x' }, 'refuse', later);
    expect(next.warnings).toEqual([]);
    await next.leave();
    expect(await store().nodes.others('anyone', new Date(0))).toEqual([]);
  });

  it('tell each other what viewers use of their limits, until it is nothing', async () => {
    const [one, other] = [await join('one', {}), await join('other', {})];
    const openUsage = () => createViewerUsage({ requestsPerMinute: 60, subscriptionsPerViewer: 4 });
    const [here, there] = [openUsage(), openUsage()];
    one.exchangeUsage(here);
    other.exchangeUsage(there);
    there.changeStreams('ada', 1);
    await expect.poll(() => here.countStreams('ada')).toBe(1);
    there.changeStreams('ada', -1);
    await expect.poll(() => here.countStreams('ada')).toBe(0);
    await one.leave();
    await other.leave();
  });
});

it('tells prompts apart by their texts', () => {
  const prompts = (text: string) => ({ list: () => [{ id: 'narrate', parts: text }] as never });
  expect(hashPrompts(prompts('one'))).not.toBe(hashPrompts(prompts('another')));
  expect(hashPrompts(prompts('one'))).toBe(hashPrompts(prompts('one')));
});
