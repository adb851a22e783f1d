import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { findNamed } from '#retrieval/find-named.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import {
  buildSceneQuery,
  createLoreRetriever,
  type RetrievalScope,
  type SceneSignals,
} from '#retrieval/lore-retriever.ts';
import { temporaryFolder } from '../support/stores.ts';
import { chunk, entry } from './harbour.ts';
import { wordEmbedder } from './word-embedder.ts';

const folder = temporaryFolder();
let index: LoreIndex;

/** A bar and its owner, a rival in another street, one open thread, and what was played before. */
beforeAll(async () => {
  index = await openLanceLoreIndex({ uri: folder.path, embedder: wordEmbedder(), clock: readSystemClock });
  await index.putPack('city', [
    chunk({
      id: 'city:bar',
      title: 'The Dragon',
      text: 'Nine stools and a jukebox.',
      locationIds: ['city:bar'],
    }),
    chunk({
      id: 'city:viktor',
      title: 'Viktor Hrynko',
      text: 'He pours.',
      entityIds: ['city:viktor'],
      locationIds: ['city:bar'],
    }),
    chunk({
      id: 'city:viktor:secret',
      title: 'Viktor Hrynko > What he did',
      text: 'Viktor sold her.',
      entityIds: ['city:viktor'],
      isHidden: true,
    }),
    chunk({ id: 'city:chen', title: 'Agent Chen', text: 'She recovers property.', entityIds: ['city:chen'] }),
    chunk({
      id: 'city:jin',
      title: 'Jin',
      text: 'The fastest courier.',
      entityIds: ['city:jin'],
      threadIds: ['city:find_jin'],
    }),
    chunk({ id: 'city:law', title: 'The Fish Act', text: 'Salmon go first.', type: 'law' }),
  ]);
  await index.addHistory([
    entry({
      id: 'h1',
      kind: 'session_summary',
      text: 'They looked for Jin in vain.',
      threadIds: ['find_jin'],
    }),
    entry({
      id: 'h2',
      kind: 'observation',
      ownerId: 'npc_viktor_001',
      visibleTo: ['npc_viktor_001'],
      text: 'Jin was here.',
    }),
  ]);
  await index.settled();
});
afterAll(async () => {
  await index.close();
  folder.remove();
});

const BAR = { id: 'loc_bar_001', name: 'The Dragon', otherIds: ['city:bar'] };
const VIKTOR = { id: 'npc_viktor_001', name: 'Viktor Hrynko', otherIds: ['city:viktor'] };
const CHEN = { id: 'npc_chen_001', name: 'Agent Chen', otherIds: ['city:chen'] };
const FIND_JIN = { id: 'find_jin', name: 'Find Jin', otherIds: ['city:find_jin'], tags: [] };
const SCOPE: RetrievalScope = {
  packIds: ['city'],
  history: { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo: 9 }] },
  viewer: { kind: 'persona', characterId: 'pc_ada_001' },
};
const SIGNALS: SceneSignals = {
  place: BAR,
  present: [VIKTOR],
  factions: [],
  threads: [FIND_JIN],
  input: '',
  recentEvents: ['A glass broke.'],
  known: [BAR, VIKTOR, CHEN],
};
const LIMITS = { limit: 6, maxTokens: 3_000 };

it('retrieves for a scene: the place, each of those present, each thread', async () => {
  const { place, present, threads } = await createLoreRetriever(index).forScene(SCOPE, SIGNALS);
  const ids = (hits: readonly { readonly chunk: { readonly id: string } }[] = []) =>
    hits.map(({ chunk }) => chunk.id);

  expect(ids(place)).toEqual(['city:bar', 'city:viktor']);
  expect(ids(present.get('npc_viktor_001'))).toEqual(['city:viktor']);
  expect(ids(threads.get('find_jin'))).toEqual(['city:jin']);
});

it('retrieves for an entity, hidden parts for the game master alone', async () => {
  const asPlayer = await createLoreRetriever(index).forEntity(SCOPE, VIKTOR, LIMITS);
  const asMaster = await createLoreRetriever(index).forEntity(
    { ...SCOPE, viewer: { kind: 'gm' } },
    VIKTOR,
    LIMITS,
  );

  expect(asPlayer.hits[0]?.chunk.id).toBe('city:viktor');
  expect(asPlayer.hits.map(({ chunk }) => chunk.id)).not.toContain('city:viktor:secret');
  expect(asMaster.hits.map(({ chunk }) => chunk.id)).toContain('city:viktor:secret');
});

it('retrieves for a session: what was played before and what the threads are about', async () => {
  const { past, threads } = await createLoreRetriever(index).forSession(SCOPE, [FIND_JIN], LIMITS);

  expect(past.hits.map(({ chunk }) => chunk.id)).toEqual(['h1']);
  expect(threads.hits[0]?.chunk.id).toBe('city:jin');
});

it('asks what the player says and what happened last, about whom it names', async () => {
  const input = 'Who is this Chen, and what does she recover?';
  const query = buildSceneQuery(SCOPE, { ...SIGNALS, input }, LIMITS);
  const { hits } = await createLoreRetriever(index).forInput(SCOPE, { ...SIGNALS, input }, LIMITS);

  expect(query.text).toBe(`${input}\nA glass broke.`);
  expect(query.focus.entityIds).toEqual(['npc_viktor_001', 'city:viktor', 'npc_chen_001', 'city:chen']);
  expect(hits[0]?.chunk.id).toBe('city:chen');
});

it('asks about the scene when nobody has spoken', () => {
  expect(buildSceneQuery(SCOPE, SIGNALS, LIMITS).text).toBe(
    'The Dragon\nViktor Hrynko\nFind Jin\nA glass broke.',
  );
});

it.each([
  ['I ask Viktor for a drink', ['npc_viktor_001']],
  ['is hrynko here?', ['npc_viktor_001']],
  ['the dragon', ['loc_bar_001']],
  ['Agent Chen and VIKTOR', ['npc_viktor_001', 'npc_chen_001']],
  ['I look around', []],
  ['', []],
])('hears whom %j names', (text, ids) => {
  expect(findNamed(text, [BAR, VIKTOR, CHEN])).toEqual(ids);
});

it('takes no word many share for a name', () => {
  const guards = ['North', 'South', 'East'].map((side) => ({ id: side, name: `Guard ${side}` }));

  expect(findNamed('I greet the guard', guards)).toEqual([]);
  expect(findNamed('I greet the guard of the south', guards)).toEqual(['South']);
});
