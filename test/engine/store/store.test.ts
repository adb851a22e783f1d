import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { toTurnEventRow } from '#engine/live/turn-event.ts';
import { abandonment, claim, commitOf, later, NOON, someCampaign, win } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const forward = { limit: 10, from: 'start', after: null, before: null } as const;

describeOnBothStores('the store', (store) => {
  it('keeps a campaign, its session and scene 0 together', async () => {
    const { campaignId, sessionId, sceneId } = await someCampaign(store());

    expect(await store().campaigns.find(campaignId)).toMatchObject({
      name: 'A quiet night',
      packs: [{ id: 'quay', version: '1.0.0', hash: 'abc' }],
      createdAt: NOON,
    });
    expect(await store().sessions.ofCampaigns([campaignId])).toMatchObject([
      { id: sessionId, currentSceneId: sceneId, sceneIndex: 0, runningTurnId: null },
    ]);
    expect(await store().scenes.find(sceneId)).toMatchObject({ index: 0, turnId: null });
    expect((await store().scenes.snapshots([sceneId])).get(sceneId)).toEqual({ place: 'pier' });
  });

  it('keeps the dice seed out of what it says of a session', async () => {
    const { sessionId } = await someCampaign(store());

    expect(JSON.stringify(await store().sessions.find(sessionId))).not.toContain('"seed"');
    expect(await store().sessions.seedOf(sessionId)).toBe(`seed of ${sessionId}`);
  });

  it('moves the session on by exactly one scene when a turn commits', async () => {
    const { sessionId } = await someCampaign(store());
    const lease = await win(store(), sessionId);
    const commit = commitOf(lease);
    await store().endings.commit(lease, commit);

    expect(await store().sessions.find(sessionId)).toMatchObject({
      currentSceneId: commit.scene.id,
      sceneIndex: 1,
      runningTurnId: null,
    });
    expect(await store().turns.find(lease.turn.id)).toMatchObject({
      status: 'committed',
      sceneId: commit.scene.id,
    });
    expect(await store().turns.recording(lease.turn.id, 1)).toEqual({ calls: [] });
    const { items } = await store().scenes.ofSession(sessionId, forward);
    expect(items.map(({ index }) => index)).toEqual([0, 1]);
  });

  it('gives a session to one turn at a time', async () => {
    const { sessionId } = await someCampaign(store());
    const claims = await Promise.all(Array.from({ length: 16 }, () => claim(store(), sessionId)));

    expect(claims.filter((one) => one.claim === 'won')).toHaveLength(1);
    expect(claims.filter((one) => one.claim === 'busy')).toHaveLength(15);
  });

  it('gives the same action the same turn, running or committed', async () => {
    const { sessionId } = await someCampaign(store());
    const lease = await win(store(), sessionId, { actionId: 'a' });

    expect(await claim(store(), sessionId, { actionId: 'a' })).toMatchObject({
      claim: 'existing',
      turn: { id: lease.turn.id, status: 'running' },
    });
    await store().endings.commit(lease, commitOf(lease));
    expect(await claim(store(), sessionId, { actionId: 'a' })).toMatchObject({
      claim: 'existing',
      turn: { id: lease.turn.id, status: 'committed' },
    });
  });

  it('refuses an action id that already stands for other words', async () => {
    const { sessionId } = await someCampaign(store());
    await win(store(), sessionId, { actionId: 'a', text: 'I listen.' });

    expect(await claim(store(), sessionId, { actionId: 'a', text: 'I shout.' })).toMatchObject({
      claim: 'action-id-reused',
    });
  });

  it('lets a failed action be tried again as another attempt of the same turn', async () => {
    const { sessionId, sceneId } = await someCampaign(store());
    const lease = await win(store(), sessionId, { actionId: 'a' });
    const failure = { code: 'MODEL_FAILED', message: 'no answer', retryable: true };
    const recording = { id: randomUUID(), content: Buffer.from('{"calls":["one"]}') };
    await store().endings.fail(lease, { failure, recording, events: [], at: NOON });

    expect(await store().turns.find(lease.turn.id)).toMatchObject({ status: 'failed', failure });
    expect(await store().sessions.find(sessionId)).toMatchObject({ currentSceneId: sceneId, sceneIndex: 0 });
    const second = await win(store(), sessionId, { actionId: 'a' });
    expect(second.turn).toMatchObject({ id: lease.turn.id, attempt: 2, status: 'running', failure: null });
    expect(await store().turns.recording(lease.turn.id, 1)).toEqual({ calls: ['one'] });
  });

  it('says which session does not exist', async () => {
    expect(await claim(store(), randomUUID())).toEqual({ claim: 'unknown-session' });
  });

  it('passes an expired session on, fails the turn that held it and tells its readers', async () => {
    const { sessionId } = await someCampaign(store());
    const silent = await win(store(), sessionId, { forSeconds: 5 });
    const next = await claim(store(), sessionId, { now: later(6) });

    expect(next).toMatchObject({ claim: 'won', abandoned: [{ type: 'turn-failed', sequence: 1 }] });
    expect(await store().turns.find(silent.turn.id)).toMatchObject({
      status: 'failed',
      failure: { code: 'SERVER_LOST', retryable: true },
    });
  });

  it('refuses everything an outdated holder still wants to write', async () => {
    const { sessionId, sceneId } = await someCampaign(store());
    const silent = await win(store(), sessionId, { forSeconds: 5 });
    await win(store(), sessionId, { now: later(6) });
    const event = toTurnEventRow(silent.turn.id, { type: 'narration-delta', attempt: 1, text: 'late' }, NOON);

    expect(await store().endings.commit(silent, commitOf(silent))).toBeNull();
    expect(await store().events.append(sessionId, silent.fence, [event])).toBeNull();
    expect(await store().leases.renew(silent, later(60))).toBe(false);
    expect(await store().sessions.find(sessionId)).toMatchObject({ currentSceneId: sceneId, sceneIndex: 0 });
  });

  it('refuses what a swept turn still wants to write', async () => {
    const { sessionId } = await someCampaign(store());
    const silent = await win(store(), sessionId, { forSeconds: 5 });
    await store().leases.sweep(later(6), later(6), abandonment);
    const event = toTurnEventRow(silent.turn.id, { type: 'narration-delta', attempt: 1, text: 'late' }, NOON);

    expect(await store().events.append(sessionId, silent.fence, [event])).toBeNull();
    expect((await store().events.after(sessionId, 0, 10)).map(({ type }) => type)).toEqual(['turn-failed']);
  });

  it('keeps a lease that is renewed', async () => {
    const { sessionId } = await someCampaign(store());
    const lease = await win(store(), sessionId, { forSeconds: 5 });

    expect(await store().leases.renew(lease, later(60))).toBe(true);
    expect(await claim(store(), sessionId, { now: later(6) })).toMatchObject({ claim: 'busy' });
  });

  it('sweeps only expired leases, unless told that nobody can hold one', async () => {
    const [one, other] = [await someCampaign(store()), await someCampaign(store())];
    const expired = await win(store(), one.sessionId, { forSeconds: 5 });
    const alive = await win(store(), other.sessionId, { forSeconds: 500 });
    const status = async (id: string) => (await store().turns.find(id))?.status;

    await store().leases.sweep(later(6), later(6), abandonment);
    expect([await status(expired.turn.id), await status(alive.turn.id)]).toEqual(['failed', 'running']);
    const told = await store().leases.sweep(null, later(7), abandonment);
    expect(told.some(({ turnId }) => turnId === alive.turn.id)).toBe(true);
    expect(await status(alive.turn.id)).toBe('failed');
  });

  it('numbers the events of a session without a gap, whoever writes at the same time', async () => {
    const { sessionId } = await someCampaign(store());
    const lease = await win(store(), sessionId);
    const delta = (text: string) =>
      toTurnEventRow(lease.turn.id, { type: 'narration-delta', attempt: 1, text }, NOON);
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        store().events.append(sessionId, lease.fence, [delta(`${i}a`), delta(`${i}b`)]),
      ),
    );
    const rows = await store().events.after(sessionId, 0, 100);

    expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(await store().events.lastSequence(sessionId)).toBe(40);
    expect((await store().events.after(sessionId, 38, 100)).map(({ sequence }) => sequence)).toEqual([
      39, 40,
    ]);
  });

  it('pages through lists from both ends, stable while rows are added', async () => {
    const { sessionId } = await someCampaign(store());
    for (let turn = 0; turn < 4; turn += 1) {
      const lease = await win(store(), sessionId);
      await store().endings.commit(lease, commitOf(lease));
    }
    const indices = async (request: Parameters<ReturnType<typeof store>['scenes']['ofSession']>[1]) => {
      const { items, hasMore } = await store().scenes.ofSession(sessionId, request);
      return [items.map(({ index }) => index), hasMore];
    };

    expect(await indices({ ...forward, limit: 2 })).toEqual([[0, 1], true]);
    expect(await indices({ ...forward, limit: 2, after: 1 })).toEqual([[2, 3], true]);
    expect(await indices({ ...forward, limit: 2, after: 3 })).toEqual([[4], false]);
    expect(await indices({ limit: 2, from: 'end', after: null, before: null })).toEqual([[3, 4], true]);
    expect(await indices({ limit: 3, from: 'end', after: null, before: 3 })).toEqual([[0, 1, 2], false]);
  });

  it('adds up what models cost, by step and model, and says where a price is unknown', async () => {
    const { campaignId, sessionId } = await someCampaign(store());
    const call = (step: string, costUsd: number | null, turnId = 't1') => ({
      id: randomUUID(),
      sessionId,
      turnId,
      attempt: 1,
      step,
      purpose: 'ask',
      modelKey: 'claude-haiku',
      provider: 'anthropic/x',
      inputTokens: 100,
      outputTokens: 10,
      cacheWriteTokens: 5,
      cacheReadTokens: 50,
      costUsd,
      firstDeltaMs: 200,
      durationMs: 900,
      ending: 'finished',
      createdAt: NOON,
    });
    await store().calls.add([call('narrate', 0.25), call('narrate', null)]);
    await store().calls.add([call('route', 0.5, 't2')]);

    expect(await store().calls.usage({ campaignId })).toMatchObject([
      { step: 'narrate', calls: 2, inputTokens: 200, cacheReadTokens: 100, costUsd: 0.25, unpricedCalls: 1 },
      { step: 'route', calls: 1, costUsd: 0.5, unpricedCalls: 0 },
    ]);
    expect(await store().calls.usage({ sessionId, turnId: 't2' })).toHaveLength(1);
    const spent = (of: string | null, since: Date | null) => store().calls.spent({ sessionId: of, since });
    const priced = { usd: 0.75, unknownCalls: 1 };
    const nothing = { usd: 0, unknownCalls: 0 };
    expect(await spent(sessionId, later(60))).toEqual({ session: priced, since: nothing });
    expect(await spent(null, null)).toEqual({ session: nothing, since: nothing });
    const { session, since } = await spent(sessionId, later(-60));
    expect(session).toEqual(priced);
    expect(since.usd).toBeGreaterThanOrEqual(0.75);
  });
});
