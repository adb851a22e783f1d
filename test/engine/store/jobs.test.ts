import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { openSqliteStore } from '#engine/store/open-store.ts';
import { later, NOON, someCampaign } from '../../support/campaigns.ts';
import { describeOnBothStores, temporaryFolder } from '../../support/stores.ts';
import { observation, play } from '../../support/turn-rows.ts';

const job = (key: string) => ({ id: randomUUID(), kind: 'profile', key, payload: { about: key } });
const summary = (sessionId: string, text: string, index = 1) => ({
  id: randomUUID(),
  kind: 'running' as const,
  subjectId: null,
  scene: { sessionId, index },
  fromSceneIndex: 0,
  text,
  createdAt: NOON,
});

describeOnBothStores('jobs', (store) => {
  afterEach(async () => {
    // Each test finds an empty queue.
    for (const one of await store().jobs.claim(1000, later(9999), later(9999)))
      await store().jobs.bury(one, 'over');
  });
  const keys = async (now: Date, until: Date, limit = 10) =>
    (await store().jobs.claim(limit, now, until)).map(({ key }) => key);
  const scene = async () => ({ sessionId: (await someCampaign(store())).sessionId, index: 0 });

  it('are given to one caller at a time, oldest first', async () => {
    const place = await scene();
    await store().jobs.add(place, [job('first')], NOON);
    await store().jobs.add(place, [job('second'), job('third')], later(1));

    expect(await keys(later(2), later(60), 1)).toEqual(['first']);
    const [one, other] = await Promise.all([keys(later(2), later(60)), keys(later(2), later(60))]);
    expect([...one, ...other].sort()).toEqual(['second', 'third']);
  });

  it('are never doubled, however often the same key is written', async () => {
    const place = await scene();
    await Promise.all(Array.from({ length: 8 }, () => store().jobs.add(place, [job('recap')], NOON)));
    expect(await store().jobs.waiting(place.sessionId)).toBe(1);

    const [taken] = await store().jobs.claim(1, NOON, later(60));
    if (taken === undefined) throw new Error('no job');
    await store().jobs.done(taken, {}, NOON);
    await store().jobs.add(place, [job('recap')], later(1));
    expect(await store().jobs.waiting(place.sessionId)).toBe(0);
  });

  it('of one session do not stand in the way of another’s', async () => {
    const [one, other] = [await scene(), await scene()];
    await store().jobs.add(one, [job('recap')], NOON);
    await store().jobs.add(other, [job('recap')], NOON);
    expect(await keys(NOON, later(60))).toEqual(['recap', 'recap']);
  });

  it('do not stop a commit whose job is known already', async () => {
    const { sessionId } = await someCampaign(store());
    await store().jobs.add({ sessionId, index: 0 }, [job('profile:1')], NOON);
    await play(store(), sessionId, 'A bell rings.');
    expect(await store().jobs.waiting(sessionId)).toBe(1);
  });

  it('come back when whoever took them died, and outdate what the dead still want to write', async () => {
    const place = await scene();
    await store().jobs.add(place, [job('running')], NOON);
    const [dead] = await store().jobs.claim(1, NOON, later(30));
    expect(await keys(later(29), later(90))).toEqual([]);
    const [alive] = await store().jobs.claim(1, later(30), later(90));
    if (dead === undefined || alive === undefined) throw new Error('no job');

    expect([dead.attempts, alive.attempts]).toEqual([1, 2]);
    const rows = { summaries: [summary(place.sessionId, 'of the dead')] };
    expect(await store().jobs.done(dead, rows, later(31))).toBe(false);
    expect(await store().jobs.retry(dead, later(31), 'late')).toBe(false);
    expect(await store().jobs.bury(dead, 'late')).toBe(false);
    expect(
      await store().jobs.done(alive, { summaries: [summary(place.sessionId, 'alive')] }, later(32)),
    ).toBe(true);
    expect(
      await store().jobs.done(alive, { summaries: [summary(place.sessionId, 'twice')] }, later(33)),
    ).toBe(false);
    const lineage = [{ sessionId: place.sessionId, upTo: 1 }];
    expect(await store().summaries.last(lineage, 'running', 9)).toMatchObject([{ text: 'alive' }]);
  });

  it('are put off until their time, and given up for good', async () => {
    const place = await scene();
    await store().jobs.add(place, [job('running')], NOON);
    const [first] = await store().jobs.claim(1, NOON, later(30));
    if (first === undefined) throw new Error('no job');
    expect(await store().jobs.retry(first, later(10), 'no answer')).toBe(true);
    expect(await keys(later(9), later(60))).toEqual([]);

    const [second] = await store().jobs.claim(1, later(10), later(60));
    if (second === undefined) throw new Error('no job');
    expect(second).toMatchObject({ attempts: 2, lastError: 'no answer', payload: { about: 'running' } });
    expect(await store().jobs.bury(second, 'never')).toBe(true);
    expect(await keys(later(999), later(9999))).toEqual([]);
    expect(await store().jobs.waiting(place.sessionId)).toBe(0);
  });

  it('leave their rows together with being done, or neither', async () => {
    const { sessionId } = await someCampaign(store());
    await store().jobs.add({ sessionId, index: 0 }, [job('consolidate')], NOON);
    const [taken] = await store().jobs.claim(1, NOON, later(60));
    if (taken === undefined) throw new Error('no job');
    const place = { sessionId, index: 0 };
    const twice = observation(place);
    const rows = { summaries: [summary(sessionId, 'so far', 0)], memories: [twice, twice] };
    await expect(store().jobs.done(taken, rows, NOON)).rejects.toThrow();

    const lineage = [{ sessionId, upTo: 0 }];
    expect(await store().summaries.latest(lineage, 'running')).toBeNull();
    expect(await store().memories.along(lineage)).toEqual([]);
    expect(await store().jobs.waiting(sessionId)).toBe(1);
    const history = [{ id: 'x', scene: place }];
    expect(
      await store().jobs.done(taken, { ...rows, memories: [twice], history, jobs: [job('next')] }, NOON),
    ).toBe(true);
    expect(await store().summaries.latest(lineage, 'running')).toMatchObject({ text: 'so far' });
    expect(await store().history.ofSessions([sessionId], 0)).toHaveLength(1);
    expect(await keys(NOON, later(60))).toEqual(['next']);
  });

  it('leave memories in one scene side by side, also when they end together and while one is edited', async () => {
    const { sessionId } = await someCampaign(store());
    const place = { sessionId, index: 0 };
    const rowsOf = (who: string) =>
      [0, 1, 2].map((ordinal) => observation(place, { ordinal, content: `${who} ${ordinal}` }));
    await store().jobs.add(place, [job('of Ada'), job('of Viktor')], NOON);
    const taken = await store().jobs.claim(2, NOON, later(60));
    const edited = { ...observation(place), content: 'by hand' };
    const done = await Promise.all([
      ...taken.map((one) => store().jobs.done(one, { memories: rowsOf(one.key) }, NOON)),
      store().memories.amend({ sessionId, rowsFor: (_, ordinal) => [{ ...edited, ordinal }], at: NOON }),
    ]);

    expect(done).toMatchObject([true, true, { amend: 'amended' }]);
    const rows = await store().memories.along([{ sessionId, upTo: 0 }]);
    expect(rows.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const own = rows.filter(({ content }) => String(content).startsWith('of Ada'));
    expect(own.map(({ content }) => content)).toEqual(['of Ada 0', 'of Ada 1', 'of Ada 2']);
  });

  it('read the latest summary of a kind and subject along a line', async () => {
    const { sessionId } = await someCampaign(store());
    const rows = [
      summary(sessionId, 'one', 1),
      summary(sessionId, 'two', 2),
      { ...summary(sessionId, 'Ada', 1), kind: 'profile' as const, subjectId: 'pc_ada_001' },
      { ...summary(sessionId, 'Viktor', 2), kind: 'profile' as const, subjectId: 'npc_viktor_001' },
    ];
    await store().jobs.add({ sessionId, index: 0 }, [job('a')], NOON);
    const [taken] = await store().jobs.claim(1, NOON, later(60));
    if (taken === undefined) throw new Error('no job');
    await store().jobs.done(taken, { summaries: rows }, NOON);
    const upTo = (index: number) => [{ sessionId, upTo: index }];

    expect(await store().summaries.latest(upTo(2), 'running')).toMatchObject({
      text: 'two',
      subjectId: null,
    });
    expect(await store().summaries.latest(upTo(1), 'running')).toMatchObject({ text: 'one' });
    expect(await store().summaries.latest(upTo(2), 'profile', 'pc_ada_001')).toMatchObject({ text: 'Ada' });
    expect(await store().summaries.latest(upTo(2), 'chapter')).toBeNull();
    expect((await store().summaries.last(upTo(2), 'profile', 9)).map(({ text }) => text)).toEqual([
      'Ada',
      'Viktor',
    ]);
    expect((await store().summaries.ofSessions([sessionId], 'running')).get(sessionId)?.text).toBe('two');
  });

  it('keep history in the order of its commits, for every reader', async () => {
    const { sessionId } = await someCampaign(store());
    for (const words of ['one', 'two', 'three']) await play(store(), sessionId, words);
    const texts = (rows: readonly { entry: unknown }[]) => rows.map(({ entry }) => Object(entry).text);
    const own = await store().history.ofSessions([sessionId], 0);
    const [first = { position: 0 }, second = { position: 0 }] = own;

    expect(texts(own)).toEqual(['one', 'two', 'three']);
    expect(texts(await store().history.ofSessions([sessionId], first.position))).toEqual(['two', 'three']);
    expect(texts(await store().history.between(second.position, second.position, 9))).toEqual(['two']);
    expect(texts(await store().history.between(second.position, null, 1))).toEqual(['two']);
  });
});

it('finds the jobs and the history of a commit again when the process was killed', async () => {
  const folder = temporaryFolder();
  const script = fileURLToPath(new URL('../../support/commit-and-die.ts', import.meta.url));
  const { stdout: sessionId, signal } = spawnSync(process.execPath, [script, folder.path], {
    encoding: 'utf8',
  });
  expect(signal).toBe('SIGKILL');
  const store = await openSqliteStore(folder.path);

  expect(await store.jobs.claim(9, later(29), later(60))).toEqual([]);
  expect(await store.jobs.claim(9, later(31), later(60))).toMatchObject([{ key: 'profile:1', attempts: 2 }]);
  expect(await store.history.ofSessions([sessionId], 0)).toMatchObject([{ entry: { text: 'one' } }]);
  await store.close();
  folder.remove();
});
