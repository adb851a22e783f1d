import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { temporaryFolder } from '../support/stores.ts';
import { chunk, entry, question } from './harbour.ts';

/** Texts by language; in each, the first question asks for the first text in other forms of its words. */
const PACKS = {
  es: ['Los caballeros cabalgaban hacia las torres.', 'La reina vive en el palacio con sus damas.'],
  de: ['Die Brücken wurden von den Königen zerstört.', 'Der Wein liegt im Keller der Schenke.'],
  fr: ['Les chevaliers marchaient vers les châteaux.', 'La reine habite la tour avec les siens.'],
  ja: ['港の灯台守は毎晩鐘を鳴らす。', '市場では鯖と鮭が売られている。'],
  zh: ['钟楼的钟在雾中自己响起。', '茶馆老板收集谣言。'],
  pl: ['Rycerze jechali do zamku.', 'Królowa mieszka w wieży.'],
} as const;

const QUESTIONS = [
  ['es', 'caballero que cabalga con una torre'],
  ['de', 'König und zerstörte Brücke mit der Schenke'],
  ['fr', 'un chevalier marche, la tour du château'],
  ['ja', '灯台守の鐘はどこ'],
  ['zh', '谁敲钟楼的钟'],
  ['pl', 'rycerze w drodze do zamku'],
] as const;

const folder = temporaryFolder();
let index: LoreIndex;
beforeAll(async () => {
  index = await openLanceLoreIndex({ uri: folder.path, embedder: null, clock: readSystemClock });
  for (const [language, texts] of Object.entries(PACKS)) {
    await index.putPack(
      language,
      texts.map((text, n) =>
        chunk({ id: `${language}:${n}`, packId: language, title: `${n}`, text, language }),
      ),
    );
    await index.addHistory(
      texts.map((text, n) => entry({ id: `${language}:${n}`, campaignId: language, text, language })),
    );
  }
});
afterAll(async () => {
  await index.close();
  folder.remove();
});

it.each(QUESTIONS)('finds words of a pack in %s in another form', async (language, text) => {
  const { hits } = await index.search(question(text, { packIds: [language] }));

  expect(hits[0]?.chunk.id).toBe(`${language}:0`);
});

it.each(QUESTIONS)('finds words of a history in %s in another form', async (language, text) => {
  const history = { campaignId: language, lineage: [{ sessionId: 's1', upTo: 9 }] };
  const { hits } = await index.search(question(text, { corpus: 'history', history }));

  expect(hits[0]?.chunk.id).toBe(`${language}:0`);
});

it('finds nothing by articles and other stop words of the language', async () => {
  const { hits } = await index.search(question('las los con', { packIds: ['es'] }));

  expect(hits).toEqual([]);
});

it('keeps words of another language that in English say nothing', async () => {
  await index.putPack('gold', [
    chunk({
      id: 'gold:tomb',
      packId: 'gold',
      title: 'Un',
      text: 'Sous la dalle dort de l’or.',
      language: 'fr',
    }),
    chunk({ id: 'gold:king', packId: 'gold', title: 'Deux', text: 'Le roi est parti.', language: 'fr' }),
  ]);
  const { hits } = await index.search(question('où est l’or du roi', { packIds: ['gold'] }));

  expect(hits.map(({ chunk: { id } }) => id).sort()).toEqual(['gold:king', 'gold:tomb']);
});

it('indexes a pack anew when its language was corrected', async () => {
  const texts = PACKS.de.map((text, n) => chunk({ id: `fixed:${n}`, packId: 'fixed', title: `${n}`, text }));
  await index.putPack('fixed', texts);
  const find = async () => (await index.search(question('König', { packIds: ['fixed'] }))).hits;

  expect(await find()).toEqual([]);
  expect(
    await index.putPack(
      'fixed',
      texts.map((one) => ({ ...one, language: 'de' })),
    ),
  ).toBe('indexed');
  expect((await find())[0]?.chunk.id).toBe('fixed:0');
});
