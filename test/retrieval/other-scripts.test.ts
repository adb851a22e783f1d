import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { findNamed } from '#retrieval/find-named.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { temporaryFolder } from '../support/stores.ts';
import { chunk, entry, question } from './harbour.ts';

/** The same harbour in many languages: a lighthouse whose keeper rings a bell, and something else. */
const TEXTS: readonly (readonly [string, string, string])[] = [
  ['ja:lighthouse', '古い灯台', '港の灯台守は毎晩鐘を鳴らす。彼の名前は健太だ。'],
  ['ja:market', '魚市場', '市場では鯖と鮭が売られている。'],
  ['ja:shrine', '森の神社', '神社の狐は嘘を見抜く。'],
  ['zh:tower', '旧钟楼', '钟楼的钟在雾中自己响起。守夜人叫李伟。'],
  ['zh:tea', '茶馆', '茶馆老板收集谣言。'],
  ['ko:lighthouse', '오래된 등대', '등대지기는 매일 밤 종을 울린다.'],
  ['th:lighthouse', 'ประภาคารเก่า', 'คนเฝ้าประภาคารตีระฆังทุกคืน'],
  ['ru:lighthouse', 'Старый маяк', 'Смотритель маяка звонит в колокол каждую ночь.'],
  ['ar:lighthouse', 'المنارة القديمة', 'حارس المنارة يقرع الجرس كل ليلة.'],
  ['el:lighthouse', 'Ο παλιός φάρος', 'Ο φαροφύλακας χτυπά την καμπάνα.'],
  ['fr:lighthouse', 'Le phare élevé', 'La gardienne Françoise Lefèvre sonne à minuit.'],
  ['de:tower', 'Der Mäuseturm', 'Die Wärterin läutet die große Glocke.'],
];

const folder = temporaryFolder();
let index: LoreIndex;
beforeAll(async () => {
  index = await openLanceLoreIndex({ uri: folder.path, embedder: null, clock: readSystemClock });
  await index.putPack(
    'many',
    TEXTS.map(([id, title, text]) => chunk({ id: `many:${id}`, title, text })),
  );
  await index.addHistory(TEXTS.map(([id, , text]) => entry({ id, text })));
});
afterAll(async () => {
  await index.close();
  folder.remove();
});

const QUESTIONS = [
  ['灯台守の名前は何ですか', 'ja:lighthouse'],
  ['鐘', 'ja:lighthouse'],
  ['狐は嘘を見抜く', 'ja:shrine'],
  ['鮭を買いたい', 'ja:market'],
  ['谁是守夜人', 'zh:tower'],
  ['谣言', 'zh:tea'],
  ['등대지기가 누구', 'ko:lighthouse'],
  ['ระฆัง', 'th:lighthouse'],
  ['кто звонит в КОЛОКОЛ', 'ru:lighthouse'],
  ['من يقرع الجرس', 'ar:lighthouse'],
  ['χτυπά την καμπάνα', 'el:lighthouse'],
  ['FRANCOISE Lefevre', 'fr:lighthouse'],
  ['große Glocke', 'de:tower'],
  ['wa\u0308rterin', 'de:tower'],
] as const;

it.each(QUESTIONS)('finds for %s what a pack says of it', async (text, id) => {
  const { hits } = await index.search(question(text, { packIds: ['many'] }));

  expect(hits[0]?.chunk.id).toBe(`many:${id}`);
});

it.each(QUESTIONS)('finds for %s what happened', async (text, id) => {
  const history = { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo: 9 }] };
  const { hits } = await index.search(question(text, { corpus: 'history', history }));

  expect(hits[0]?.chunk.id).toBe(id);
});

it('gives texts back as they were written', async () => {
  const { hits } = await index.search(question('鐘 谣言 ระฆัง 등대', { packIds: ['many'], limit: 20 }));
  const written = new Map(TEXTS.map(([id, title, text]) => [`many:${id}`, [title, text]]));

  expect(hits.length).toBeGreaterThan(3);
  for (const { chunk: found } of hits) expect([found.title, found.text]).toEqual(written.get(found.id));
});

it('hears a name in a sentence without spaces', () => {
  const everyone = [
    { id: 'kenta', name: '健太' },
    { id: 'hanako', name: '花子' },
  ];

  expect(findNamed('昨日、健太に会った', everyone)).toEqual(['kenta']);
});
