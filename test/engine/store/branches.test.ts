import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { cancellation, claim, commitOf, later, NOON, someCampaign, win } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';
import { exactly, fork, play, seenAlong, tryFork, WHOLE } from '../../support/turn-rows.ts';

const ending = (sessionId: string, at = NOON) => ({
  sessionId,
  jobsFor: () => [{ id: randomUUID(), kind: 'session', key: 'session', payload: {} }],
  event: { turnId: null, audience: 'player', type: 'session-closed', payload: {}, createdAt: NOON } as const,
  cancellation,
  at,
});

describeOnBothStores('branches', (store) => {
  const seen = async (sessionId: string) => seenAlong(store(), await store().sessions.lineageOf(sessionId));

  it('shows a branch what came before it and nothing its parent did since', async () => {
    const { sessionId: trunk } = await someCampaign(store());
    const first = await play(store(), trunk, 'first');
    await play(store(), trunk, 'trunk goes on');
    const branch = await fork(store(), first);
    await play(store(), branch, 'branch goes its way');

    expect(await seen(branch)).toEqual(exactly(['first', 'branch goes its way']));
    expect(await seen(trunk)).toEqual(exactly(['first', 'trunk goes on']));
  });

  it('keeps branches of branches apart, and those that grew from one scene', async () => {
    const { sessionId: trunk, sceneId: start } = await someCampaign(store());
    const one = await play(store(), trunk, '1');
    const left = await fork(store(), one);
    const two = await play(store(), left, 'left 2');
    await play(store(), left, 'left 3');
    const deep = await fork(store(), two);
    await play(store(), deep, 'deep 3');
    const twin = await fork(store(), two);
    const again = await fork(store(), start);
    await play(store(), again, 'again 1');
    await play(store(), trunk, 'trunk 2');

    expect(await seen(left)).toEqual(exactly(['1', 'left 2', 'left 3']));
    expect(await seen(deep)).toEqual(exactly(['1', 'left 2', 'deep 3']));
    expect(await seen(twin)).toEqual(exactly(['1', 'left 2']));
    expect(await seen(again)).toEqual(exactly(['again 1']));
    expect(await seen(trunk)).toEqual(exactly(['1', 'trunk 2']));
  });

  it('goes back to a scene of an ancestor and leaves the rewound line behind', async () => {
    const { sessionId: trunk } = await someCampaign(store());
    const one = await play(store(), trunk, '1');
    await play(store(), trunk, '2');
    const branch = await fork(store(), one);
    await play(store(), branch, 'branch 2');
    const rewound = await fork(store(), one, { others: 'put-aside', sessionId: branch });
    await play(store(), rewound, 'rewound 2');

    expect(await seen(rewound)).toEqual(exactly(['1', 'rewound 2']));
    expect(await store().sessions.find(branch)).toMatchObject({ status: 'inactive' });
    expect(await store().sessions.find(trunk)).toMatchObject({ status: 'active' });
    expect(await claim(store(), branch)).toEqual({ claim: 'session-closed', status: 'inactive' });
  });

  it('counts scenes on from the scene a branch grew from, and names it', async () => {
    const { sessionId: trunk } = await someCampaign(store());
    const one = await play(store(), trunk, '1');
    const branch = await fork(store(), one);

    expect(await store().sessions.find(branch)).toMatchObject({
      parentSceneId: one,
      currentSceneId: one,
      sceneIndex: 1,
      status: 'active',
      lineage: [
        { sessionId: trunk, upTo: 1 },
        { sessionId: branch, upTo: 1 },
      ],
    });
    const next = await play(store(), branch, '2');
    expect(await store().scenes.find(next)).toMatchObject({ index: 2, sessionId: branch });
  });

  it('pages along a line of many sessions from both ends, without a gap', async () => {
    const { sessionId } = await someCampaign(store());
    let current = sessionId;
    for (let index = 1; index <= 105; index += 1) {
      current = await fork(store(), await play(store(), current, `${index}`));
    }
    const lineage = await store().sessions.lineageOf(current);
    const page = async (request: Partial<Parameters<ReturnType<typeof store>['scenes']['along']>[1]>) => {
      const { items, hasMore } = await store().scenes.along(lineage, { ...WHOLE, ...request });
      return [items.map(({ index }) => index), hasMore];
    };

    expect(lineage).toHaveLength(106);
    expect(await page({ limit: 3 })).toEqual([[0, 1, 2], true]);
    expect(await page({ limit: 3, from: 'end' })).toEqual([[103, 104, 105], true]);
    expect(await page({ limit: 3, from: 'end', before: 10 })).toEqual([[7, 8, 9], true]);
    expect(await page({ limit: 200, after: 102 })).toEqual([[103, 104, 105], false]);
    const both = [lineage, lineage.slice(0, 2)];
    const ends = await store().scenes.alongEach(both, { ...WHOLE, from: 'end', limit: 2 });
    expect(ends.map((end) => end.items.map(({ index }) => index))).toEqual([
      [104, 105],
      [1, 2],
    ]);
    const rolls = await store().rolls.alongEach(both, {
      ...WHOLE,
      limit: 1,
      after: ends[1]?.items[0]?.index ?? 0,
    });
    expect(rolls.map((page) => [page.items.map(({ roll }) => roll.purpose), page.hasMore])).toEqual([
      [['1'], true],
      [['1'], true],
    ]);
    const { items, hasMore } = await store().rolls.along(lineage, { ...WHOLE, from: 'end', limit: 2 });
    expect([items.map(({ roll }) => roll.purpose), hasMore]).toEqual([['104', '105'], true]);
    expect((await store().chronicle.last(lineage, 3)).map(({ summary }) => summary)).toEqual([
      '103',
      '104',
      '105',
    ]);
    expect(await store().chronicle.count(lineage)).toBe(105);
  }, 60_000);

  it('rolls on with the seed of its line until nobody else does, then with a fresh one', async () => {
    const { sessionId: trunk } = await someCampaign(store());
    const one = await play(store(), trunk, '1');
    const branch = await fork(store(), one, { others: 'put-aside', sessionId: trunk });
    expect(await store().sessions.seedOf(branch)).toBe(await store().sessions.seedOf(trunk));
    expect(await store().sessions.openSessionsSharingSeed(trunk)).toEqual([branch]);
    expect(await store().sessions.isSeedRevealed(trunk)).toBe(false);

    await store().sessions.end(ending(branch));
    expect(await store().sessions.isSeedRevealed(branch)).toBe(true);
    const next = await fork(store(), one);
    expect(await store().sessions.seedOf(next)).not.toBe(await store().sessions.seedOf(trunk));
    expect(await store().sessions.isSeedRevealed(trunk)).toBe(true);
  });

  it('never lets a seed be taken over at the moment it is revealed', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { sessionId, sceneId } = await someCampaign(store());
      const [forked] = await Promise.all([fork(store(), sceneId), store().sessions.end(ending(sessionId))]);
      const isShared = (await store().sessions.seedOf(forked)) === (await store().sessions.seedOf(sessionId));
      expect(await store().sessions.isSeedRevealed(sessionId)).toBe(!isShared);
    }
  });

  it.each([
    ['one session', (id: string) => ({ others: 'put-aside', sessionId: id }) as const],
    ['all of them', () => ({ others: 'put-all-aside' }) as const],
  ])('puts %s aside only between turns', async (_which, others) => {
    const { sessionId, sceneId } = await someCampaign(store());
    const lease = await win(store(), sessionId);

    expect(await tryFork(store(), sceneId, others(sessionId))).toEqual({
      fork: 'turn-running',
      sessionId,
      turnId: lease.turn.id,
    });
    expect(await store().sessions.find(sessionId)).toMatchObject({ status: 'active' });
    expect(await tryFork(store(), sceneId, { others: 'stay' })).toMatchObject({ fork: 'made' });
  });

  it('begins one session where there may be one, however many ask', async () => {
    const { sessionId, sceneId, campaignId } = await someCampaign(store());
    expect(await tryFork(store(), sceneId, { others: 'none' })).toEqual({
      fork: 'session-active',
      sessionId,
    });
    await store().sessions.end(ending(sessionId));

    const asked = await Promise.all(
      Array.from({ length: 6 }, () => tryFork(store(), sceneId, { others: 'none' })),
    );
    expect(asked.filter(({ fork: made }) => made === 'made')).toHaveLength(1);
    const sessions = await store().sessions.ofCampaigns([campaignId]);
    expect(sessions.filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  it('ends a sitting once, with its jobs and its last event, and only between turns', async () => {
    const { sessionId } = await someCampaign(store());
    const lease = await win(store(), sessionId, { forSeconds: 5 });
    expect(await store().sessions.end(ending(sessionId))).toEqual({
      end: 'turn-running',
      turnId: lease.turn.id,
    });
    expect(await store().jobs.waiting(sessionId)).toBe(0);

    const end = ending(sessionId, later(6));
    expect(await store().sessions.end(end)).toMatchObject({
      end: 'ended',
      session: { status: 'ended', endedAt: later(6) },
      events: [{ type: 'session-closed', sequence: 1 }],
    });
    expect(await store().sessions.end(ending(sessionId))).toMatchObject({ end: 'already-ended' });
    expect(await store().jobs.waiting(sessionId)).toBe(1);
    const recap = { id: randomUUID(), kind: 'recap', key: 'recap', payload: {} };
    await store().sessions.end({ ...end, jobsFor: () => [...end.jobsFor(), recap] });
    expect(await store().jobs.waiting(sessionId)).toBe(2);
    expect(await store().endings.commit(lease, commitOf(lease))).toBeNull();
  });

  it('says which scene and which session there is not', async () => {
    expect(await tryFork(store(), randomUUID(), { others: 'stay' })).toEqual({ fork: 'unknown-scene' });
    expect(await store().sessions.end(ending(randomUUID()))).toEqual({ end: 'unknown-session' });
  });

  it('takes along what a session added before it had a scene of its own, when that session is gone on with', async () => {
    const { sessionId } = await someCampaign(store());
    const one = await play(store(), sessionId, '1');
    const branch = await fork(store(), one, { others: 'put-all-aside' });
    await store().sessions.end(ending(branch));
    const [next, other] = [await fork(store(), one, { others: 'none' }, branch), await fork(store(), one)];

    const steps = async (id: string) => (await store().sessions.lineageOf(id)).map((step) => step.sessionId);
    expect(await steps(next)).toEqual([sessionId, branch, next]);
    expect(await steps(other)).toEqual([sessionId, other]);
  });
});
