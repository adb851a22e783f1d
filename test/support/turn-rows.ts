import { randomUUID } from 'node:crypto';
import type { Lineage, ScenePosition } from '#engine/domain/lineage.ts';
import { CharacterId } from '#engine/state/ids.ts';
import type { Lease } from '#engine/store/leases.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnCommit } from '#engine/store/turn-endings.ts';
import { cancellation, commitOf, NOON, win } from './campaigns.ts';

export const ADA = CharacterId.parse('pc_ada_001');
export const VIKTOR = CharacterId.parse('npc_viktor_001');

export const WHOLE = { limit: 100, from: 'start', after: null, before: null } as const;

/** Something Viktor observed in a scene. */
export function observation(
  scene: ScenePosition,
  more: { ordinal?: number; content?: string; importance?: number; characterId?: string; id?: string } = {},
) {
  return {
    row: 'observation',
    id: more.id ?? randomUUID(),
    scene,
    ordinal: more.ordinal ?? 0,
    characterId: more.characterId ?? VIKTOR,
    content: more.content ?? `seen in scene ${scene.index}`,
    importance: more.importance ?? 3,
    observedAt: { day: scene.index, microsecond: 0 },
    provenance: { kind: 'witnessed' },
    confidence: 1,
    about: [],
    tags: [],
  };
}

/** The same thing came up again. */
export function reinforcement(scene: ScenePosition, observationId: string, ordinal: number, importance = 1) {
  return {
    row: 'reinforcement',
    id: randomUUID(),
    scene,
    ordinal,
    characterId: VIKTOR,
    observationId,
    content: 'again',
    importance,
    reinforcedAt: { day: scene.index, microsecond: 0 },
    provenance: { kind: 'witnessed' },
    confidence: 1,
  };
}

/** A commit that leaves one row of every kind behind, each saying which scene it is of and in whose words. */
export function fullCommit(lease: Lease, words = 'A bell rings.'): TurnCommit {
  const index = lease.session.sceneIndex + 1;
  const scene = { sessionId: lease.session.id, index };
  const relation = { low: VIKTOR, high: ADA, trust: 4, tension: index % 10, closeness: 3 };
  return {
    ...commitOf(lease, { words }),
    sceneLore: { known: words },
    rows: {
      memories: [observation(scene, { content: words })],
      chronicle: [{ id: `evt_${String(index).padStart(4, '0')}`, scene, ...{ summary: words } }],
      rolls: [{ position: { ordinal: 0 }, ...{ purpose: words } }],
      actions: [{ characterId: VIKTOR, action: words, intents: ['calm'], thought: `secretly: ${words}` }],
      relations: [{ after: relation }],
    },
    history: [{ id: `${scene.sessionId}:${index}`, scene, ...{ text: words } }],
    jobs: [{ id: randomUUID(), kind: 'profile', key: `profile:${index}`, payload: { words } }],
  };
}

/** Plays one turn in these words; gives the scene it made. */
export async function play(store: Store, sessionId: string, words: string): Promise<string> {
  const lease = await win(store, sessionId);
  const commit = fullCommit(lease, words);
  if ((await store.endings.commit(lease, commit)) === null)
    throw new Error('the turn found its session moved on');
  return commit.scene.id;
}

/** Everything a branch can see, by kind, in its own words. */
export async function seenAlong(store: Store, lineage: Lineage) {
  const recalled = await store.memories.recallable(lineage, [VIKTOR], { newest: 50, heaviest: 50 });
  return {
    memories: (await store.memories.along(lineage)).map(({ content }) => content),
    recalled: recalled.map(({ content }) => content),
    chronicle: (await store.chronicle.along(lineage)).map(({ summary }) => summary),
    lastEvents: (await store.chronicle.last(lineage, 50)).map(({ summary }) => summary),
    eventCount: await store.chronicle.count(lineage),
    rolls: (await store.rolls.along(lineage, WHOLE)).items.map(({ roll }) => roll.purpose),
    actions: (await store.actions.along(lineage, WHOLE)).items.map(({ action }) => action),
    relations: (await store.relations.along(lineage, WHOLE)).items.length,
    scenes: (await store.scenes.along(lineage, WHOLE)).items.map(({ index }) => index),
  };
}

/** The same for a branch in which exactly these words were played, from scene 1 on. */
export function exactly(words: readonly string[]) {
  return {
    memories: words,
    recalled: words,
    chronicle: words,
    lastEvents: words,
    eventCount: words.length,
    rolls: words,
    actions: words,
    relations: words.length,
    scenes: [0, ...words.map((_, position) => position + 1)],
  };
}

/** Grows a session from a scene. */
export async function fork(
  store: Store,
  fromSceneId: string,
  others: Parameters<Store['sessions']['fork']>[0]['others'] = { others: 'stay' },
  continuing: string | null = null,
): Promise<string> {
  const forked = await tryFork(store, fromSceneId, others, continuing);
  if (forked.fork !== 'made') throw new Error(forked.fork);
  return forked.session.id;
}

export function tryFork(
  store: Store,
  fromSceneId: string,
  others: Parameters<Store['sessions']['fork']>[0]['others'],
  continuing: string | null = null,
) {
  return store.sessions.fork({
    fromSceneId,
    continuing,
    sessionId: randomUUID(),
    freshSeed: { seed: randomUUID(), seedCommitment: 'fresh' },
    models: null,
    others,
    tell: () => ({
      turnId: null,
      audience: 'player',
      type: 'session-continued',
      payload: {},
      createdAt: NOON,
    }),
    cancellation,
    at: NOON,
  });
}
