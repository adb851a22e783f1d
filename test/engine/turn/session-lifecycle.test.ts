import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSessionBrancher, createSessionLifecycle } from '#engine/turn/session-lifecycle.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { claim, later, NOON, someCampaign, win } from '../../support/campaigns.ts';
import { granted, sessionTools } from '../../support/session-tools.ts';
import { describeOnBothStores } from '../../support/stores.ts';
import { play } from '../../support/turn-rows.ts';

describeOnBothStores('sittings', (store) => {
  const begin = async () => {
    const tools = sessionTools(store());
    const { sessionId, campaignId } = await someCampaign(store());
    const scenes = [await play(store(), sessionId, '1'), await play(store(), sessionId, '2')] as const;
    return { ...createSessionLifecycle(tools), tools, sessionId, campaignId, scenes };
  };
  /** Does the jobs a sitting left, as whoever settles things would. */
  const settle = async (sessionId: string) => {
    for (const job of await store().jobs.claim(100, later(9000), later(9999))) {
      const kind = (['session', 'recap'] as const).find((one) => one === job.kind);
      if (job.scene.sessionId !== sessionId || kind === undefined) continue;
      const text = `${kind} of ${toCanonicalJson(job.payload)}`;
      const row = { id: randomUUID(), kind, subjectId: null, fromSceneIndex: 0, text, createdAt: NOON };
      await store().jobs.done(job, { summaries: [{ ...row, scene: job.scene }] }, NOON);
    }
  };

  it('end with a summary and a recap to be written, the seed revealed, and readers told', async () => {
    const { endSession, tools, sessionId } = await begin();
    const waiting = await store().jobs.waiting(sessionId);
    const { session, seed } = granted(await endSession(sessionId));

    expect(session).toMatchObject({ status: 'ended', endedAt: expect.any(Date) });
    expect(seed).toBe(await store().sessions.seedOf(sessionId));
    expect(await store().jobs.waiting(sessionId)).toBe(waiting + 2);
    expect(tools.announced).toMatchObject([{ sessionId, type: 'session-closed', turnId: null }]);
    expect(await claim(store(), sessionId)).toEqual({ claim: 'session-closed', status: 'ended' });
  });

  it('tell of a turn that was committed while they were being ended', async () => {
    const { endSession, startSession, tools, sessionId, campaignId } = await begin();
    granted(await endSession(sessionId));
    const { session } = granted(await startSession(campaignId));
    // A sitting in which nothing has happened yet; its first turn comes between the asking and the end.
    const { end } = store().sessions;
    const late: typeof end = async (asked) => {
      await play(store(), session.id, 'late');
      return end(asked);
    };
    const sessions = { ...store().sessions, end: late };
    const ended = granted(
      await createSessionLifecycle({ ...tools, store: { ...store(), sessions } }).endSession(session.id),
    );

    expect(ended.session).toMatchObject({ status: 'ended', sceneIndex: 3 });
    const own = (await store().jobs.claim(100, later(9000), later(9001))).filter(
      ({ scene, kind }) => scene.sessionId === session.id && ['session', 'recap'].includes(kind),
    );
    expect(own.map(({ kind }) => kind).toSorted()).toEqual(['recap', 'session']);
    for (const { payload } of own) expect(payload).toEqual({ fromSceneIndex: 3, toSceneIndex: 3 });
  });

  it('end once: the second time nothing is written or told again', async () => {
    const { endSession, tools, sessionId } = await begin();
    const first = granted(await endSession(sessionId));
    const waiting = await store().jobs.waiting(sessionId);
    const second = granted(await endSession(sessionId));

    expect(second).toEqual(first);
    expect(await store().jobs.waiting(sessionId)).toBe(waiting);
    expect(tools.announced).toHaveLength(1);
  });

  it('keep the seed to themselves while a branch still rolls with it', async () => {
    const { endSession, revealedSeed, tools, sessionId, scenes } = await begin();
    const branch = granted(
      await createSessionBrancher(tools).forkSession({ sceneId: scenes[0], keepParentActive: true }),
    );
    expect(granted(await endSession(sessionId)).seed).toBeNull();
    expect(await revealedSeed(sessionId)).toBeNull();

    expect(granted(await endSession(branch.id)).seed).not.toBeNull();
    expect(await revealedSeed(sessionId)).toBe(await store().sessions.seedOf(sessionId));
    expect(await revealedSeed(randomUUID())).toBeNull();
  });

  it('do not end in the middle of a turn', async () => {
    const { endSession, sessionId } = await begin();
    await win(store(), sessionId, { forSeconds: 3600 });

    expect(await endSession(sessionId)).toMatchObject({ rejected: 'turn-running' });
    expect(await store().sessions.find(sessionId)).toMatchObject({ status: 'active', endedAt: null });
    expect(await endSession(randomUUID())).toMatchObject({ rejected: 'unknown-session' });
  });

  it('are taken up where they were left, with the recap of the last', async () => {
    const { startSession, endSession, recapOf, sessionId, campaignId, scenes } = await begin();
    expect(await startSession(campaignId)).toMatchObject({ rejected: 'session-active' });
    granted(await endSession(sessionId));
    await settle(sessionId);
    const { session, recap } = granted(await startSession(campaignId));

    expect(session).toMatchObject({ currentSceneId: scenes[1], sceneIndex: 2, status: 'active' });
    expect(recap?.text).toBe('recap of {"fromSceneIndex":0,"toSceneIndex":2}');
    expect(await recapOf(session.id)).toEqual(recap);
    expect(await recapOf(randomUUID())).toBeNull();
    expect(await store().sessions.seedOf(session.id)).not.toBe(await store().sessions.seedOf(sessionId));
  });

  it('are taken up where the story was last played, though a branch that was put aside is ended later', async () => {
    const { startSession, endSession, tools, sessionId, campaignId, scenes } = await begin();
    const branch = granted(await createSessionBrancher(tools).rewindSession(sessionId, scenes[0]));
    const played = await play(store(), branch.id, 'other 2');
    granted(await endSession(branch.id));
    granted(await endSession(sessionId));

    const { session } = granted(await startSession(campaignId));
    expect(session).toMatchObject({ parentSceneId: played, currentSceneId: played });
  });

  it('are taken up where the story was last played, though the clock was set back in between', async () => {
    const { startSession, endSession, tools, sessionId, campaignId } = await begin();
    granted(await endSession(sessionId));
    let hours = 0;
    const setBack = createSessionLifecycle({ ...tools, clock: () => later(-3600 * ++hours) });
    const second = granted(await setBack.startSession(campaignId)).session;
    const played = await play(store(), second.id, 'of the second');
    granted(await setBack.endSession(second.id));

    const third = granted(await setBack.startSession(campaignId)).session;
    expect(third).toMatchObject({ parentSceneId: played });
    granted(await setBack.endSession(third.id));
    const fourth = granted(await startSession(campaignId)).session;
    expect(fourth.lineage.map((step) => step.sessionId)).toEqual([sessionId, second.id, third.id, fourth.id]);
  });

  it('may begin at a named scene, and are then the only one', async () => {
    const { startSession, sessionId, campaignId, scenes } = await begin();
    const { session } = granted(await startSession(campaignId, scenes[0]));

    expect(session).toMatchObject({ currentSceneId: scenes[0], sceneIndex: 1 });
    const active = (await store().sessions.ofCampaigns([campaignId])).filter(
      ({ status }) => status === 'active',
    );
    expect(active.map(({ id }) => id)).toEqual([session.id]);
    expect(await store().sessions.find(sessionId)).toMatchObject({ status: 'inactive' });
  });

  it('begin nowhere but in their own campaign', async () => {
    const [one, other] = [await begin(), await begin()];

    expect(await one.startSession(one.campaignId, other.scenes[0])).toMatchObject({
      rejected: 'unknown-scene',
    });
    expect(await one.startSession(one.campaignId, randomUUID())).toMatchObject({ rejected: 'unknown-scene' });
    expect(await one.startSession(randomUUID())).toMatchObject({ rejected: 'unknown-campaign' });
  });

  it('are told as a history, each with the scenes it made and its summary', async () => {
    const { startSession, endSession, history, sessionId, campaignId } = await begin();
    granted(await endSession(sessionId));
    await settle(sessionId);
    const { session } = granted(await startSession(campaignId));
    granted(await endSession(session.id));
    const idle = granted(await startSession(campaignId)).session;
    await play(store(), idle.id, '3');
    const told = await history(campaignId);
    const of = (id: string) => told.find((sitting) => sitting.session.id === id);

    expect(of(sessionId)).toMatchObject({
      scenes: { from: 0, to: 2 },
      summary: 'session of {"fromSceneIndex":0,"toSceneIndex":2}',
    });
    expect(of(session.id)).toMatchObject({ scenes: null, summary: null });
    expect(await store().jobs.waiting(session.id)).toBe(0);
    expect(of(idle.id)).toMatchObject({ scenes: { from: 3, to: 3 }, summary: null });
  });
});
