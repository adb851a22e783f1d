import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { commitToSeed } from '#engine/rules/verifiable-rolls.ts';
import { createSessionBrancher, createSessionLifecycle } from '#engine/turn/session-lifecycle.ts';
import { someCampaign, win } from '../../support/campaigns.ts';
import { granted, sessionTools } from '../../support/session-tools.ts';
import { describeOnBothStores } from '../../support/stores.ts';
import { exactly, play, seenAlong } from '../../support/turn-rows.ts';

describeOnBothStores('a branch of a session', (store) => {
  const begin = async () => {
    const tools = sessionTools(store());
    const { sessionId } = await someCampaign(store());
    const scenes = [await play(store(), sessionId, '1'), await play(store(), sessionId, '2')] as const;
    return { ...createSessionBrancher(tools), tools, sessionId, scenes };
  };

  it('grows from any scene, puts its parent aside and tells the parent’s readers where to go', async () => {
    const { forkSession, tools, sessionId, scenes } = await begin();
    const branch = granted(await forkSession({ sceneId: scenes[0], keepParentActive: false }));

    expect(branch).toMatchObject({ parentSceneId: scenes[0], sceneIndex: 1, status: 'active' });
    expect(await store().sessions.find(sessionId)).toMatchObject({ status: 'inactive' });
    expect(tools.announced).toMatchObject([
      {
        sessionId,
        type: 'session-continued',
        turnId: null,
        payload: { cause: 'forked', continuedBySessionId: branch.id, fromSceneId: scenes[0] },
      },
    ]);
    await play(store(), branch.id, 'other 2');
    expect(await seenAlong(store(), await store().sessions.lineageOf(branch.id))).toEqual(
      exactly(['1', 'other 2']),
    );
  });

  it('leaves its parent as it is when asked to', async () => {
    const { forkSession, tools, sessionId, scenes } = await begin();
    granted(await forkSession({ sceneId: scenes[1], keepParentActive: true }));

    expect(await store().sessions.find(sessionId)).toMatchObject({ status: 'active' });
    expect(tools.announced).toEqual([]);
  });

  it('goes back again and again, also to scenes of the sessions before it', async () => {
    const { rewindSession, sessionId, scenes } = await begin();
    const once = granted(await rewindSession(sessionId, scenes[0]));
    await play(store(), once.id, 'other 2');
    await play(store(), once.id, 'other 3');
    const twice = granted(await rewindSession(once.id, scenes[0]));
    await play(store(), twice.id, 'third 2');

    expect(await seenAlong(store(), await store().sessions.lineageOf(twice.id))).toEqual(
      exactly(['1', 'third 2']),
    );
    expect(await store().sessions.find(once.id)).toMatchObject({ status: 'inactive' });
    expect(await store().sessions.seedOf(twice.id)).toBe(await store().sessions.seedOf(sessionId));
  });

  it('rolls with a fresh seed, and publishes its hash, once that of its line is known', async () => {
    const { forkSession, tools, sessionId, scenes } = await begin();
    granted(await createSessionLifecycle(tools).endSession(sessionId));
    const branch = granted(await forkSession({ sceneId: scenes[0], keepParentActive: false }));
    const seed = await store().sessions.seedOf(branch.id);

    expect(seed).not.toBe(await store().sessions.seedOf(sessionId));
    expect(branch.seedCommitment).toBe(commitToSeed(seed));
  });

  it('rolls on with its own seed when it goes back to the scene it grew from, though that was played with another', async () => {
    const { forkSession, rewindSession, tools, sessionId, scenes } = await begin();
    granted(await createSessionLifecycle(tools).endSession(sessionId));
    const branch = granted(await forkSession({ sceneId: scenes[1], keepParentActive: false }));
    await play(store(), branch.id, '3');
    const back = granted(await rewindSession(branch.id, scenes[1]));

    expect(await store().sessions.seedOf(back.id)).toBe(await store().sessions.seedOf(branch.id));
  });

  it('waits for no turn: it is refused while one is played, and nothing changes', async () => {
    const { forkSession, rewindSession, sessionId, scenes } = await begin();
    await win(store(), sessionId, { forSeconds: 3600 });

    const forked = await forkSession({ sceneId: scenes[0], keepParentActive: false });
    expect(forked).toMatchObject({ rejected: 'turn-running' });
    expect(await rewindSession(sessionId, scenes[0])).toMatchObject({ rejected: 'turn-running' });
    expect(await store().sessions.find(sessionId)).toMatchObject({ status: 'active' });
  });

  it.each([
    ['an unknown session', 'unknown-session'],
    ['an unknown scene', 'unknown-scene'],
    ['the scene it stands at', 'already-there'],
    ['a scene it never was at', 'scene-not-in-line'],
    ['a session that is put aside', 'session-closed'],
  ])('does not go back for %s', async (what, rejected) => {
    const { forkSession, rewindSession, sessionId, scenes } = await begin();
    const branch = granted(await forkSession({ sceneId: scenes[0], keepParentActive: true }));
    const asked: Record<string, () => Promise<object>> = {
      'an unknown session': () => rewindSession(randomUUID(), scenes[0]),
      'an unknown scene': () => rewindSession(sessionId, randomUUID()),
      'the scene it stands at': () => rewindSession(sessionId, scenes[1]),
      'a scene it never was at': () => rewindSession(branch.id, scenes[1]),
      'a session that is put aside': async () => {
        granted(await rewindSession(sessionId, scenes[0]));
        return rewindSession(sessionId, scenes[0]);
      },
    };
    expect(await asked[what]?.()).toMatchObject({ rejected });
  });
});
