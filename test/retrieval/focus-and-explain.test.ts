import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { type LoreFocus, type LoreQuery, NO_FOCUS } from '#retrieval/lore-query.ts';
import { temporaryFolder } from '../support/stores.ts';
import { chunk, entry, question } from './harbour.ts';
import { wordEmbedder } from './word-embedder.ts';

const folder = temporaryFolder();
let index: LoreIndex;

/** Two taverns with the same menu, a market, a hidden cellar, and a crowd of streets nobody asks about. */
const TOWN = [
  chunk({
    id: 'quay:anchor',
    title: 'The Anchor',
    text: 'Ale, eel pie and gossip.',
    locationIds: ['quay:anchor'],
  }),
  chunk({
    id: 'quay:crown',
    title: 'The Crown',
    text: 'Ale, eel pie and gossip.',
    locationIds: ['quay:crown'],
  }),
  chunk({ id: 'quay:market', title: 'The eel market', text: 'Eel by the barrel, at dawn.', tags: ['trade'] }),
  chunk({ id: 'quay:cellar', title: 'The cellar', text: 'Eel thieves meet here.', isHidden: true }),
  ...Array.from({ length: 40 }, (_, n) =>
    chunk({ id: `quay:street_${n}`, title: `Street ${n}`, text: 'Cobbles and rain.', tags: ['street'] }),
  ),
];

beforeAll(async () => {
  index = await openLanceLoreIndex({ uri: folder.path, embedder: wordEmbedder(), clock: readSystemClock });
  await index.putPack('quay', TOWN);
  await index.addHistory([
    entry({ id: 'h1', text: 'Ada ate eel pie.', scene: { sessionId: 's1', index: 1 } }),
    entry({ id: 'h2', text: 'Ada sold an eel.', scene: { sessionId: 's9', index: 1 } }),
  ]);
  await index.settled();
});
afterAll(async () => {
  await index.close();
  folder.remove();
});

const about = (part: Partial<LoreFocus>): LoreFocus => ({ ...NO_FOCUS, ...part });
const ask = (text: string, more: Partial<LoreQuery> = {}) => index.search(question(text, more));
const ids = async (...given: Parameters<typeof ask>) =>
  (await ask(...given)).hits.map(({ chunk }) => chunk.id);

it.each(['quay:anchor', 'quay:crown'])(
  'answers about the place the question is asked in: %s',
  async (place) => {
    const [best] = await ids('what is there to eat, eel pie?', { focus: about({ locationIds: [place] }) });

    expect(best).toBe(place);
  },
);

it('goes beyond the focus for what matches better, and says so', async () => {
  const { hits, widened } = await ask('the eel market at dawn', {
    focus: about({ locationIds: ['quay:anchor'] }),
    limit: 2,
  });

  expect(hits[0]?.chunk.id).toBe('quay:market');
  expect(hits[0]?.signals.inFocus).toBe(false);
  expect(widened).toBe(true);
});

it('goes beyond the focus when it leaves too little, but never past what a viewer may see', async () => {
  const found = await ids('eel', { focus: about({ locationIds: ['quay:nowhere'] }), limit: 20 });

  expect(found).toEqual(expect.arrayContaining(['quay:anchor', 'quay:crown', 'quay:market']));
  expect(found).not.toContain('quay:cellar');
});

it('shows what the moment is about when nothing is asked', async () => {
  expect(await ids('', { focus: about({ locationIds: ['quay:crown'] }) })).toEqual(['quay:crown']);
  expect(await ids('...', { focus: about({ tags: ['trade'] }) })).toEqual(['quay:market']);
  expect(await ids('', {})).toEqual([]);
});

it('brings up what the moment is about from under a heap of better matches', async () => {
  const found = await ids('cobbles rain street', {
    focus: about({ locationIds: ['quay:crown'] }),
    limit: 45,
    maxTokens: 9_000,
  });

  expect(found).toContain('quay:crown');
});

it('explains for each chunk why it was taken or left out', async () => {
  const { explanation } = await ask('where is the eel market?', {
    explain: 'to-viewer',
    limit: 2,
    maxTokens: 15,
  });

  expect(explanation).toMatchObject({
    words: 'eel market',
    visible: 43,
    inFocus: 0,
    excluded: { byId: 0, hidden: null, otherBranches: null },
  });
  const [first, second] = explanation?.considered ?? [];
  expect(first).toMatchObject({
    id: 'quay:market',
    verdict: 'taken',
    why: '1st by its words, 1st by its meaning; taken for 10 tokens, 5 left',
  });
  expect(second).toMatchObject({
    verdict: 'over-budget',
    why: expect.stringContaining('10 tokens, but only 5 left'),
  });
});

it('tells a game master what was kept from a viewer, and nobody else', async () => {
  const query = {
    corpus: 'all',
    history: { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo: 5 }] },
    excludeIds: ['quay:market'],
  } as const;
  const told = await ask('eel', { ...query, explain: 'to-gm' });
  const kept = await ask('eel', { ...query, explain: 'to-viewer' });

  expect(told.explanation?.excluded).toEqual({ byId: 1, hidden: 1, otherBranches: 1 });
  expect(kept.explanation?.excluded).toEqual({ byId: 1, hidden: null, otherBranches: null });
  const considered = told.explanation?.considered.map(({ id }) => id);
  expect(considered).not.toContain('quay:cellar');
  expect(considered).not.toContain('h2');
});

it('mixes lore and history by how well they match', async () => {
  const history = { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo: 5 }] };
  const found = await ids('Ada ate eel pie', { corpus: 'all', history });

  expect(found[0]).toBe('h1');
  expect(found).toContain('quay:anchor');
  expect(found).not.toContain('h2');
});

it('reports tokens, times and how it searched', async () => {
  const result = await ask('eel', { limit: 3 });

  expect(result.totalTokens).toBe(30);
  expect(result.mode).toEqual({ kind: 'hybrid' });
  expect(result.milliseconds.total).toBeGreaterThanOrEqual(result.milliseconds.embed);
  expect(result.explanation).toBeNull();
});
