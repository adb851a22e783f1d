import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { MAX_JOB_ATTEMPTS } from '#engine/store/jobs.ts';
import { later, NOON, someCampaign } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const job = (key: string) => ({ id: randomUUID(), kind: 'profile', key, payload: {} });

describeOnBothStores('jobs in hand', (store) => {
  afterEach(async () => {
    // Each test finds an empty queue.
    for (const one of await store().jobs.claim(1000, later(9_999_999), later(9_999_999)))
      await store().jobs.done(one, {}, NOON);
  });
  const withJobs = async (...keys: readonly string[]) => {
    const { sessionId } = await someCampaign(store());
    for (const [at, key] of keys.entries())
      await store().jobs.add({ sessionId, index: 0 }, [job(key)], later(at));
    return sessionId;
  };
  const take = async (second: number, until = second + 60) => {
    const [taken] = await store().jobs.claim(1, later(second), later(until));
    return taken;
  };
  const taken = async (second: number, until = second + 60) => {
    const one = await take(second, until);
    if (one === undefined) throw new Error('no job');
    return one;
  };

  it('are given back as though nobody had taken them on, whoever lost them before', async () => {
    await withJobs('recap');
    const slow = await taken(0, 30);
    const second = await taken(30);
    expect(await store().jobs.giveBack(slow, later(31), 'late')).toBe(false);
    expect(await store().jobs.giveBack(second, later(40), 'the provider is down')).toBe(true);
    expect(await take(39)).toBeUndefined();

    const third = await taken(40);
    expect(third).toMatchObject({ attempts: 2, lastError: 'the provider is down', createdAt: NOON });
    expect(await store().jobs.done(slow, {}, later(41))).toBe(false);
    expect(await store().jobs.done(third, {}, later(41))).toBe(true);
  });

  it('that were given up are tried once more, in all or of one session', async () => {
    const [one, other] = [await withJobs('recap'), await withJobs('recap')];
    for (const _time of [1, 2]) await store().jobs.bury(await taken(0), 'no');
    await store().jobs.revive(later(10), one);
    expect([await store().jobs.waiting(one), await store().jobs.waiting(other)]).toEqual([1, 0]);
    expect(await take(9)).toBeUndefined();
    expect(await taken(10)).toMatchObject({ attempts: 2, scene: { sessionId: one } });

    await store().jobs.revive(later(11));
    expect(await taken(11)).toMatchObject({ attempts: 2, scene: { sessionId: other } });
    expect(await take(12)).toBeUndefined();
  });

  it('that were written by a clock that went wrong are not waited for until its time has come', async () => {
    const { sessionId } = await someCampaign(store());
    const place = { sessionId, index: 0 };
    await store().jobs.add(place, [job('taken by a server that died'), job('waiting')], later(9_000));
    await taken(9_000, 9_060);
    await store().jobs.add(place, [job('of a server whose clock is a little fast')], later(60));
    expect(await take(10)).toBeUndefined();

    await store().jobs.revive(later(10));
    const due = await store().jobs.claim(9, later(10), later(70));
    expect(due.map(({ createdAt }) => createdAt)).toEqual([later(10), later(10)]);
    expect(await store().jobs.claim(9, later(60), later(120))).toHaveLength(1);
  });

  it('stay with whoever keeps asking for more time, and with nobody who lost them', async () => {
    await withJobs('recap');
    const slow = await taken(0, 30);
    expect(await store().jobs.renew(slow, later(60))).toBe(true);
    expect(await take(59)).toBeUndefined();
    const other = await taken(60, 90);
    expect(await store().jobs.renew(slow, later(999))).toBe(false);
    expect(await store().jobs.done(other, {}, later(80))).toBe(true);
    expect(await store().jobs.renew(other, later(999))).toBe(false);
  });

  it('that their server dies of come after those that wait, and are given up in the end, also at a start', async () => {
    const sessionId = await withJobs('lethal', 'next', 'last');
    const seen: string[] = [];
    let second = 10;
    for (;;) {
      const one = await take(second);
      if (one === undefined) break;
      seen.push(one.key);
      // Whoever has the first dies with it each time.
      if (one.key !== 'lethal') await store().jobs.done(one, {}, later(second));
      second += 30;
      if (seen.length > 20) break;
      if ((await store().jobs.waiting(sessionId)) === 1) second += 60;
    }
    expect(seen.slice(0, 3)).toEqual(['lethal', 'next', 'last']);
    expect(seen).toHaveLength(2 + MAX_JOB_ATTEMPTS);
    expect(await store().jobs.waiting(sessionId)).toBe(0);

    await store().jobs.revive(later(second));
    await store().jobs.revive(later(second), sessionId);
    expect(await take(second)).toBeUndefined();
  });

  it('that a server died of do not stand before those that became due earlier', async () => {
    await withJobs('lethal', 'next');
    expect(await taken(10, 20)).toMatchObject({ key: 'lethal' });
    expect(await taken(20, 999)).toMatchObject({ key: 'next' });
    expect(await taken(20, 999)).toMatchObject({ key: 'lethal', attempts: 2 });
  });

  it('are not counted as tried when the server is stopped, however often', async () => {
    await withJobs('recap');
    for (let stop = 0; stop < 3 * MAX_JOB_ATTEMPTS; stop += 1)
      await store().jobs.giveBack(await taken(stop), later(stop), 'the server is stopping');
    expect(await taken(99)).toMatchObject({ attempts: 1 });
  });

  it('are counted for whoever runs the server: how many wait, since when, and how many were given up', async () => {
    const before = await store().jobs.tally();
    expect(before).toMatchObject({ waiting: 0, oldest: null });
    await withJobs('first', 'second', 'third');
    await store().jobs.bury(await taken(5), 'no');
    await taken(5);
    expect(await store().jobs.tally()).toEqual({
      waiting: 2,
      dead: before.dead + 1,
      lethal: before.lethal,
      oldest: later(1),
    });
  });
});
