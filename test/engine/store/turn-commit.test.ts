import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { TurnCommit } from '#engine/store/turn-endings.ts';
import { commitOf, NOON, someCampaign, win } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';
import { exactly, fullCommit, observation, seenAlong, WHOLE } from '../../support/turn-rows.ts';

/** What no column takes, where a text or a number belongs. */
const NOTHING = null as unknown as string & number;
const UNWRITABLE = () => 'a function is not JSON';

type Spoil = (commit: TurnCommit) => TurnCommit;
const rows = (commit: TurnCommit, change: Partial<TurnCommit['rows']>): TurnCommit => ({
  ...commit,
  rows: { ...commit.rows, ...change },
});

const FAULTS: readonly (readonly [string, Spoil])[] = [
  ['the scene', (commit) => ({ ...commit, scene: { ...commit.scene, narration: NOTHING } })],
  ['the lore of the scene', (commit) => ({ ...commit, sceneLore: UNWRITABLE })],
  [
    'a memory',
    (commit) =>
      rows(commit, { memories: commit.rows.memories.flatMap((row) => [row, { ...row, ordinal: 1 }]) }),
  ],
  ['an event', (commit) => rows(commit, { chronicle: commit.rows.chronicle.flatMap((row) => [row, row]) })],
  ['a roll', (commit) => rows(commit, { rolls: commit.rows.rolls.flatMap((row) => [row, row]) })],
  [
    'an action',
    (commit) => rows(commit, { actions: commit.rows.actions.map((row) => ({ ...row, action: NOTHING })) }),
  ],
  [
    'a relation',
    (commit) =>
      rows(commit, {
        relations: commit.rows.relations.map(({ after }) => ({ after: { ...after, trust: NOTHING } })),
      }),
  ],
  [
    'history to be indexed',
    (commit) => ({ ...commit, history: commit.history.map((entry) => ({ ...entry, text: UNWRITABLE })) }),
  ],
  ['a job', (commit) => ({ ...commit, jobs: commit.jobs.map((job) => ({ ...job, kind: NOTHING })) })],
  ['the recording', (commit) => ({ ...commit, recording: { ...commit.recording, id: NOTHING } })],
  [
    'a live event',
    (commit) => ({ ...commit, events: commit.events.map((event) => ({ ...event, type: NOTHING })) }),
  ],
  [
    'a row of another scene',
    (commit) => rows(commit, { memories: [observation({ sessionId: randomUUID(), index: 1 })] }),
  ],
];

describeOnBothStores('the commit of a turn', (store) => {
  const seen = async (sessionId: string) => seenAlong(store(), await store().sessions.lineageOf(sessionId));

  it('leaves a row of every kind with the scene it names', async () => {
    const { sessionId } = await someCampaign(store());
    const lease = await win(store(), sessionId);
    const commit = fullCommit(lease, 'A bell rings.');
    await store().endings.commit(lease, commit);
    const lineage = await store().sessions.lineageOf(sessionId);

    expect(await seen(sessionId)).toEqual(exactly(['A bell rings.']));
    expect((await store().scenes.sceneLore([commit.scene.id])).get(commit.scene.id)).toEqual({
      known: 'A bell rings.',
    });
    expect(await store().jobs.waiting(sessionId)).toBe(1);
    expect(await store().history.ofSessions([sessionId], 0)).toHaveLength(1);
    const { items } = await store().relations.along(lineage, WHOLE);
    expect(items).toMatchObject([{ scene: { sessionId, index: 1 }, ordinal: 0, relation: { trust: 4 } }]);
  });

  it.each(FAULTS)(
    'leaves nothing at all when %s cannot be written, and can be tried again',
    async (_what, spoil) => {
      const { sessionId, sceneId } = await someCampaign(store());
      const lease = await win(store(), sessionId);
      const commit = fullCommit(lease);
      await expect(store().endings.commit(lease, spoil(commit))).rejects.toThrow();

      expect(await store().sessions.find(sessionId)).toMatchObject({
        currentSceneId: sceneId,
        sceneIndex: 0,
        runningTurnId: lease.turn.id,
      });
      expect(await seen(sessionId)).toEqual(exactly([]));
      expect(await store().scenes.find(commit.scene.id)).toBeNull();
      expect(await store().jobs.waiting(sessionId)).toBe(0);
      expect(await store().history.ofSessions([sessionId], 0)).toEqual([]);
      expect(await store().turns.recording(lease.turn.id, 1)).toBeNull();
      expect(await store().events.after(sessionId, 0, 10)).toEqual([]);
      expect(await store().endings.commit(lease, commit)).toHaveLength(1);
    },
  );

  it('writes nothing when the world moved on under the turn', async () => {
    const { sessionId } = await someCampaign(store());
    const lease = await win(store(), sessionId);
    const stale = { ...lease, turn: { ...lease.turn, baseSceneId: randomUUID() } };

    expect(await store().endings.commit(stale, fullCommit(stale))).toBeNull();
    expect(await seen(sessionId)).toEqual(exactly([]));
  });

  it.each([
    ['answered', { answer: { text: 'You may.' } }, 'answer'],
    ['cancelled', {}, 'cancel'],
    [
      'awaiting-roll',
      { suspension: { kind: 'roll', purpose: 'x', expression: '1d6', rows: null, kept: {} } },
      'suspend',
    ],
  ] as const)('keeps only the recording of a turn that is %s', async (status, more, door) => {
    const { sessionId, sceneId } = await someCampaign(store());
    const lease = await win(store(), sessionId);
    const recording = { id: randomUUID(), content: Buffer.from(JSON.stringify({ kept: status })) };
    const ending = { recording, events: [], at: NOON, ...more };
    // Each door takes what its own row of the table has.
    await store().endings[door](lease, ending as never);

    expect(await store().turns.find(lease.turn.id)).toMatchObject({ status, sceneId: null });
    expect(await store().turns.recording(lease.turn.id, 1)).toEqual({ kept: status });
    expect(await seen(sessionId)).toEqual(exactly([]));
    expect(await store().sessions.find(sessionId)).toMatchObject({
      currentSceneId: sceneId,
      runningTurnId: null,
    });
    expect(await store().endings.commit(lease, commitOf(lease))).toBeNull();
  });

  it('writes an edge that changed twice in a turn once, as it ended', async () => {
    const { sessionId } = await someCampaign(store());
    const lease = await win(store(), sessionId);
    const commit = fullCommit(lease);
    const [edge] = commit.rows.relations;
    if (edge === undefined) throw new Error('no edge');
    const relations = [edge, { after: { ...edge.after, trust: 9 } }];
    await store().endings.commit(lease, rows(commit, { relations }));

    const { items } = await store().relations.along(await store().sessions.lineageOf(sessionId), WHOLE);
    expect(items.map(({ relation }) => relation.trust)).toEqual([9]);
  });

  it('tells what was done without what was thought', async () => {
    const { sessionId } = await someCampaign(store());
    const lease = await win(store(), sessionId);
    await store().endings.commit(lease, fullCommit(lease, 'He nods.'));
    const { items } = await store().actions.along(await store().sessions.lineageOf(sessionId), WHOLE);

    expect(JSON.stringify(items)).not.toContain('secretly');
    const ids = items.map(({ id }) => id);
    expect([...(await store().actions.thoughts(ids)).values()]).toEqual(['secretly: He nods.']);
  });
});
