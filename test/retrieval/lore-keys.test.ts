import { expect, it } from 'vitest';
import { isRejection } from '#engine/util/rejection.ts';
import { compileKeyedLore, MOST_PATTERNS, searchWithKeys } from '#retrieval/keyed-lore.ts';
import type { LoreChunk } from '#retrieval/lore-chunk.ts';
import { compileKey, compileLoreKeys, type LoreKeys, prepareKeyText } from '#retrieval/lore-keys.ts';
import { type LoreQuery, NO_FOCUS } from '#retrieval/lore-query.ts';
import type { LoreResult } from '#retrieval/lore-result.ts';

const NONE = { any: [], all: [], none: [] };

function isSaid(key: string, text: string): boolean {
  const compiled = compileKey(key);
  return 'isIn' in compiled && compiled.isIn(prepareKeyText([text]));
}

it.each([
  ['dragon', 'A Dragon, at last.', true],
  ['art', 'the party starts', false],
  ['old  mill', 'by the old\nmill', true],
  ['Straße', 'in der STRASSE', false],
  ['straße', 'Die Straße!', true],
  ['дракон', 'Где ДРАКОН?', true],
  ['дракон', 'драконий след', false],
  ['龍', '黒い龍王が来た', true],
  ['มังกร', 'ฉันเห็นมังกรตัวใหญ่', true],
  ["d'Artagnan", 'call d’Artagnan', false],
  ['Ｄｒａｇｏｎ', 'a dragon', true],
  ['/drag[oó]ns?|wyrm/i', 'two DRAGÓNS', true],
  ['/^dragon/m', 'first line\ndragon', true],
  ['/(a+)+$/', `${'a'.repeat(5000)}b`, false],
])('finds the key %s in “%s”: %s', (key, text, expected) => {
  expect(isSaid(key, text)).toBe(expected);
});

it.each([
  ['/(?=dragon)x/', 'bad-pattern'],
  ['/(a)\\1/', 'bad-pattern'],
  ['/((a{1000}){1000}){1000}/', 'pattern-too-large'],
  ['/x/y', 'bad-flag'],
  ['   ', 'empty-key'],
  ['x'.repeat(201), 'key-too-long'],
])('refuses the key %s', (key, code) => {
  expect(compileKey(key)).toMatchObject({ rejected: code });
});

it.each<[Partial<LoreKeys['also']>, string, string]>([
  [{ any: ['fire', 'smoke'] }, 'the dragon sleeps', 'kept out by keys_also: none of fire, smoke was said'],
  [{ any: ['fire'] }, 'the dragon and the fire', 'dragon'],
  [{ all: ['fire', 'gold'] }, 'dragon, fire', 'kept out by keys_also: gold was not said'],
  [{ none: ['statue'] }, 'a statue of a dragon', 'kept out by keys_also: statue was said'],
  [{ none: ['statue'] }, 'a dragon', 'dragon'],
])('weighs %j against “%s”', (also, text, expected) => {
  const verdict = compileLoreKeys({ keys: ['dragon'], also: { ...NONE, ...also }, always: false })(
    prepareKeyText([text]),
  );
  expect(verdict).toMatchObject(
    expected.startsWith('kept') ? { kind: 'kept-out', why: expected } : { kind: 'wanted', key: expected },
  );
});

function chunk(id: string, more: Partial<LoreChunk> = {}): LoreChunk {
  return {
    id,
    packId: 'p',
    parentId: null,
    title: id,
    text: id,
    tokens: 10,
    isHidden: false,
    type: 'culture',
    entityIds: [],
    locationIds: [],
    factionIds: [],
    threadIds: [],
    tags: [],
    ...more,
  };
}

const BOOK = compileKeyedLore([
  { chunk: chunk('law'), keys: { keys: [], also: NONE, always: true } },
  { chunk: chunk('wyrm'), keys: { keys: ['wyrm'], also: NONE, always: false } },
  { chunk: chunk('red wyrm'), keys: { keys: ['red wyrm'], also: NONE, always: false } },
  { chunk: chunk('old'), keys: { keys: ['tower'], also: NONE, always: false } },
  { chunk: chunk('not here'), keys: { keys: ['wyrm'], also: { ...NONE, none: ['tower'] }, always: false } },
  {
    chunk: chunk('secret', { isHidden: true }),
    keys: { keys: ['wyrm'], also: NONE, always: false },
  },
]);
const TABLE = { kind: 'table', characterIds: [], seesHidden: false } as const;

it('puts what was said last and said most exactly first, and hides what the viewer may not know', () => {
  const { always, said, keptOut } = BOOK.match(['the tower burns', 'a red wyrm'], TABLE);

  expect(always.map(({ id }) => id)).toEqual(['law']);
  expect(said.map((hit) => [hit.chunk.id, hit.key])).toEqual([
    ['red wyrm', 'red wyrm'],
    ['wyrm', 'wyrm'],
    ['old', 'tower'],
  ]);
  expect(keptOut.map((kept) => [kept.chunk.id, kept.why])).toEqual([
    ['not here', 'kept out by keys_also: tower was said'],
  ]);
  expect(BOOK.match(['wyrm'], { kind: 'gm' }).said.map((hit) => hit.chunk.id)).toContain('secret');
});

it.each([
  ['/a{300}/', true],
  ['/a{301}/', false],
  ['/(a[b\\]c]{10}){20}/', true],
  ['/(ab{10}){30}/', false],
  ['/(?:\\d{1,3}\\.){3}\\d{1,3}/', true],
  ['/.{0,100}king.{0,100}dead/', true],
  ['/((((a{5}){5}){5}){5})/', false],
  ['/\\{900\\}[{9}]/', true],
])('takes %s only while it is small written out', (written, isTaken) => {
  expect(isRejection(compileKey(written))).toBe(!isTaken);
});

it('tries a bounded number of patterns', () => {
  const many = Array.from({ length: MOST_PATTERNS + 20 }, (_, index) => ({
    chunk: chunk(`c${index}`),
    keys: { keys: ['/wyrm/'], also: NONE, always: false },
  }));

  expect(compileKeyedLore(many).match(['wyrm'], TABLE).said).toHaveLength(MOST_PATTERNS);
});

it('takes wanted pieces before ranked ones, within the limits, and explains both', async () => {
  const query: LoreQuery = {
    text: 'the tower, and a wyrm',
    corpus: 'all',
    packIds: ['p'],
    history: null,
    viewer: TABLE,
    focus: NO_FOCUS,
    limit: 3,
    maxTokens: 40,
  };
  const asked: LoreQuery[] = [];
  const signals = { fullText: null, vector: null, kin: 0, inFocus: false };
  const ranked = ['one', 'two'].map((id) => {
    const { parentId: _, ...found } = chunk(id);
    return { chunk: { source: 'authored' as const, ...found }, score: 0.5, signals };
  });
  const result = await searchWithKeys(BOOK, query, async (rest) => {
    asked.push(rest);
    const considered = ranked.map(({ chunk: { id }, score }) => {
      return {
        id,
        source: 'authored' as const,
        title: id,
        tokens: 10,
        score,
        signals,
        verdict: 'taken' as const,
        why: 'taken',
      };
    });
    const explanation = {
      words: 'tower wyrm',
      visible: 9,
      inFocus: 0,
      excluded: { byId: 0, hidden: null, otherBranches: null },
      considered,
    };
    return {
      hits: ranked,
      totalTokens: 20,
      milliseconds: { embed: 0, search: 0, total: 0 },
      mode: { kind: 'hybrid' },
      widened: false,
      explanation,
    } satisfies LoreResult;
  });

  expect(asked[0]?.excludeIds).toEqual(['old', 'wyrm', 'not here']);
  expect(result.hits.map((hit) => hit.chunk.id)).toEqual(['old', 'wyrm', 'one']);
  expect(result.totalTokens).toBe(30);
  expect(result.explanation?.considered.map(({ id, verdict, why }) => [id, verdict, why])).toEqual([
    ['old', 'taken', 'its key tower was said; taken for 10 tokens'],
    ['wyrm', 'taken', 'its key wyrm was said; taken for 10 tokens'],
    ['one', 'taken', 'taken'],
    ['two', 'over-budget', 'left out: pieces wanted by their keys came first'],
    ['not here', 'kept-out', 'kept out by keys_also: tower was said'],
  ]);
});
