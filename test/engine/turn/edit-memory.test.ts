import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { deriveMemories } from '#engine/memory/memories.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import { createMemoryEditor } from '#engine/turn/edit-memory.ts';
import { createSessionBrancher, createSessionLifecycle } from '#engine/turn/session-lifecycle.ts';
import { someCampaign } from '../../support/campaigns.ts';
import { granted, sessionTools } from '../../support/session-tools.ts';
import { describeOnBothStores } from '../../support/stores.ts';
import { play } from '../../support/turn-rows.ts';

describeOnBothStores('an edit of a memory', (store) => {
  const begin = async () => {
    const tools = sessionTools(store());
    const { sessionId } = await someCampaign(store());
    const scenes = [
      await play(store(), sessionId, 'He paid.'),
      await play(store(), sessionId, 'He left.'),
    ] as const;
    const rows = await store().memories.along(await store().sessions.lineageOf(sessionId));
    const observationId = rows.find(({ content }) => content === 'He paid.')?.id ?? '';
    const edit = (
      change: Parameters<ReturnType<typeof createMemoryEditor>['edit']>[0]['change'],
      where = sessionId,
    ) => createMemoryEditor(tools).edit({ sessionId: where, observationId, change, by: 'gm' });
    return { tools, sessionId, scenes, observationId, edit };
  };
  const memory = async (sessionId: string, id: string) => {
    const rows = await store().memories.along(await store().sessions.lineageOf(sessionId));
    return deriveMemories(rows.map((row) => MemoryRow.parse(row))).find((each) => each.id === id);
  };

  it('changes what is remembered and leaves the observation as it was written', async () => {
    const { sessionId, observationId, edit } = await begin();
    const row = granted(await edit({ action: 'rewrite', content: 'He never paid.' }));

    expect(row).toMatchObject({ row: 'edit', scene: { sessionId, index: 2 }, ordinal: 1, by: 'gm' });
    expect(await memory(sessionId, observationId)).toMatchObject({ content: 'He never paid.', edited: true });
    const lineage = await store().sessions.lineageOf(sessionId);
    expect(await store().memories.find(lineage, observationId)).toMatchObject({ content: 'He paid.' });
  });

  it('adds up: weighed, retracted, brought back', async () => {
    const { sessionId, observationId, edit } = await begin();
    granted(await edit({ action: 'weigh', importance: 5 }));
    granted(await edit({ action: 'retract', reason: 'he dreamt it' }));
    expect(await memory(sessionId, observationId)).toMatchObject({ importance: 5, retracted: true });
    granted(await edit({ action: 'restore' }));

    expect(await memory(sessionId, observationId)).toMatchObject({ importance: 5, retracted: false });
    const lineage = await store().sessions.lineageOf(sessionId);
    const recalled = await store().memories.recallable(lineage, ['npc_viktor_001'], {
      newest: 1,
      heaviest: 1,
    });
    expect(recalled.filter(({ row }) => row === 'edit')).toHaveLength(3);
  });

  it('gets its own place when several are made at once', async () => {
    const { edit } = await begin();
    const edits = await Promise.all([1, 2, 3, 4].map((importance) => edit({ action: 'weigh', importance })));
    const ordinals = edits.map((one) => granted(one).ordinal);

    expect(ordinals.toSorted()).toEqual([1, 2, 3, 4]);
  });

  it('is not known to a branch that grew from an earlier scene, before or after it was made', async () => {
    const { tools, sessionId, scenes, observationId, edit } = await begin();
    const fork = () =>
      createSessionBrancher(tools).forkSession({ sceneId: scenes[0], keepParentActive: true });
    const before = granted(await fork());
    granted(await edit({ action: 'rewrite', content: 'He never paid.' }));
    const after = granted(await fork());
    granted(await edit({ action: 'weigh', importance: 1 }, before.id));

    expect(await memory(before.id, observationId)).toMatchObject({ content: 'He paid.', importance: 1 });
    expect(await memory(after.id, observationId)).toMatchObject({ content: 'He paid.', edited: false });
    expect(await memory(sessionId, observationId)).toMatchObject({
      content: 'He never paid.',
      importance: 3,
    });
  });

  it('comes along when the session is gone on with after its end', async () => {
    const { tools, sessionId, observationId, edit, scenes } = await begin();
    const { startSession, endSession } = createSessionLifecycle(tools);
    const branch = granted(await createSessionBrancher(tools).rewindSession(sessionId, scenes[0]));
    granted(await edit({ action: 'rewrite', content: 'He never paid.' }, branch.id));
    granted(await endSession(branch.id));
    const next = granted(await startSession(branch.campaignId)).session;

    expect(await memory(next.id, observationId)).toMatchObject({ content: 'He never paid.' });
  });

  it('comes along when the branch it was made in goes back to the scene it grew from, however often', async () => {
    const { tools, sessionId, scenes, observationId, edit } = await begin();
    const { forkSession, rewindSession } = createSessionBrancher(tools);
    const branch = granted(await forkSession({ sceneId: scenes[1], keepParentActive: false }));
    granted(await edit({ action: 'rewrite', content: 'He never paid.' }, branch.id));
    const third = await play(store(), branch.id, 'He came back.');
    await play(store(), branch.id, 'He sat down.');

    const back = granted(await rewindSession(branch.id, scenes[1]));
    const further = granted(await forkSession({ sceneId: third, keepParentActive: true }));
    await play(store(), further.id, 'He stayed away.');
    const backAgain = granted(await rewindSession(further.id, scenes[1]));
    for (const { id } of [back, further, backAgain]) {
      expect(await memory(id, observationId)).toMatchObject({ content: 'He never paid.' });
    }
    const before = granted(await rewindSession(backAgain.id, scenes[0]));
    expect(await memory(before.id, observationId)).toMatchObject({ content: 'He paid.' });
    expect(await memory(sessionId, observationId)).toMatchObject({ content: 'He paid.' });
  });

  it('is refused where another branch would hear of it', async () => {
    const { tools, scenes, edit } = await begin();
    granted(await createSessionBrancher(tools).forkSession({ sceneId: scenes[1], keepParentActive: true }));
    expect(await edit({ action: 'weigh', importance: 5 })).toMatchObject({ rejected: 'scene-shared' });
  });

  it('is refused for what nobody remembers, nobody plays, or makes no sense', async () => {
    const { tools, sessionId, observationId, edit } = await begin();
    const editor = createMemoryEditor(tools);
    const ask = { sessionId, observationId, change: { action: 'restore' } as const, by: 'gm' };

    expect(await editor.edit({ ...ask, observationId: randomUUID() })).toMatchObject({
      rejected: 'unknown-observation',
    });
    expect(await editor.edit({ ...ask, sessionId: randomUUID() })).toMatchObject({
      rejected: 'unknown-session',
    });
    expect(await edit({ action: 'weigh', importance: 9 })).toMatchObject({
      rejected: 'invalid-change',
      path: ['change', 'importance'],
    });
    granted(await createSessionLifecycle(tools).endSession(sessionId));
    expect(await edit({ action: 'weigh', importance: 5 })).toMatchObject({ rejected: 'session-closed' });
  });
});
