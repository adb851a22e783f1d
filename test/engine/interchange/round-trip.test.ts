import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type HomebrewPack, toHomebrewPack, toPackFiles } from '#engine/content/homebrew-pack.ts';
import { parsePack } from '#engine/content/read-pack.ts';
import { exportCard, writeCardPng } from '#engine/interchange/export-card.ts';
import { exportLorebook } from '#engine/interchange/export-lorebook.ts';
import { importFile } from '#engine/interchange/import-file.ts';
import { CARDS, LOREBOOKS, pngWith, type TestFile } from '../../support/cards.ts';

/** A pack as it comes back from its files. */
function throughFiles(file: TestFile): HomebrewPack {
  const done = importFile(file);
  if ('rejected' in done) throw new Error(done.reason);
  const read = parsePack(toPackFiles(done.pack));
  expect(read.problems).toEqual([]);
  return toHomebrewPack(read);
}

function exportFirst(pack: HomebrewPack) {
  const character = pack.contents.find(({ kind, id }) => kind === 'character' && id !== 'persona');
  const card = exportCard(pack, character?.id ?? '');
  if ('rejected' in card) throw new Error(String(card.reason));
  return card;
}

const jsonFile = (value: unknown): TestFile => ({
  name: 'c.json',
  bytes: Buffer.from(JSON.stringify(value)),
});

/** The JSON of a card file, wherever it stands. */
function originalOf({ name, bytes }: TestFile): { readonly data?: object } {
  if (!name.endsWith('.json')) throw new Error('only JSON files are read here');
  return JSON.parse(Buffer.from(bytes).toString());
}

it.each(CARDS.filter(([, { name }]) => name.endsWith('.json') && name !== 'long.json'))(
  'writes %s back with every field it came with',
  (_what, file) => {
    const original = originalOf(file);
    const { spec, data, ...around } = exportFirst(throughFiles(file));

    expect(spec).toBe('chara_card_v3');
    expect(data).toMatchObject(original.data ?? original);
    if ('data' in original) {
      const { data: _, spec: _spec, spec_version: _version, ...kept } = original as Record<string, unknown>;
      expect(around).toMatchObject(kept);
    }
  },
);

const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((one) => one.replace(/\p{Cc}/gu, ' '));
const anyJson = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
const named = fc
  .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
  .filter((one) => /[a-z]/i.test(one));
const entry = fc.record(
  {
    keys: fc.array(text, { maxLength: 4 }),
    content: text,
    extensions: fc.dictionary(named, anyJson, { maxKeys: 3 }),
    enabled: fc.boolean(),
    insertion_order: fc.integer(),
    use_regex: fc.boolean(),
    constant: fc.boolean(),
    name: text,
    secondary_keys: fc.array(text, { maxLength: 2 }),
    selective: fc.boolean(),
    foreign: anyJson,
  },
  { requiredKeys: ['keys', 'content', 'extensions', 'enabled', 'insertion_order', 'use_regex'] },
);
const card = fc.record({
  name: named,
  description: text,
  personality: text,
  scenario: text,
  first_mes: text,
  mes_example: text,
  creator_notes: text,
  system_prompt: text,
  post_history_instructions: text,
  alternate_greetings: fc.array(text, { maxLength: 3 }),
  group_only_greetings: fc.array(text, { maxLength: 2 }),
  tags: fc.array(text, { maxLength: 4 }),
  creator: text,
  character_version: text,
  extensions: fc.dictionary(named, anyJson, { maxKeys: 4 }),
  character_book: fc.record({
    entries: fc.array(entry, { maxLength: 4 }),
    extensions: fc.constant({}),
    name: text,
  }),
  unheard_of: anyJson,
});

it('loses nothing of any card between import and export', () => {
  fc.assert(
    fc.property(card, (data) => {
      fc.pre(data.name.trim() !== '');
      const original = JSON.parse(JSON.stringify({ spec: 'chara_card_v3', spec_version: '3.0', data }));

      expect(exportFirst(throughFiles(jsonFile(original)))).toEqual(original);
    }),
    { numRuns: 25 },
  );
});

it('writes what was edited since, and nothing else differently', () => {
  const file = CARDS.find(([what]) => what === 'V3 as JSON')?.[1] ?? jsonFile({});
  const original = originalOf(file).data as Record<string, unknown>;
  const pack = throughFiles(file);
  const contents = pack.contents.flatMap((content) => {
    if (content.id === 'dr_iolanthe_vex')
      return [
        { ...content, data: { ...content.data, prompt: 'She has a new coat.', tags: ['sea', 'coat'] } },
      ];
    if (content.id === 'nasa') return [];
    return content.id === 'vex' ? [{ ...content, body: 'The clock has stopped.' }] : [content];
  });
  const { data } = exportFirst({ ...pack, contents: [...contents, NEW_LORE] });
  const written = data as Record<string, unknown> & {
    character_book: { entries: Record<string, unknown>[] };
  };

  expect(written).toMatchObject({
    description: 'She has a new coat.',
    tags: ['sea', 'coat'],
    first_mes: original.first_mes,
  });
  expect(written.character_book.entries.map(({ content }) => content)).toEqual([
    expect.stringContaining('The automata answer'),
    'A key with look-around.',
    'The clock has stopped.',
    'Fog bells.',
  ]);
  expect(written.character_book.entries.at(-1)).toMatchObject({
    keys: ['fog'],
    secondary_keys: ['bell'],
    selective: true,
  });
});

const NEW_LORE = {
  kind: 'culture' as const,
  id: 'fog',
  data: { id: 'fog', name: 'Fog', keys: ['fog'], keys_also: { any: ['bell'] } },
  body: 'Fog bells.',
};

it.each(LOREBOOKS)('writes the lorebook %s as V3', (_what, file) => {
  const book = exportLorebook(throughFiles(file));
  if ('rejected' in book) throw new Error(String(book.reason));
  const again = importFile(jsonFile(book));

  expect(book).toMatchObject({ spec: 'lorebook_v3', data: { entries: expect.any(Array) } });
  expect(again).toMatchObject({ format: 'lorebook (V3)' });
});

it('returns a V3 lorebook as it came', () => {
  const file = LOREBOOKS[0]?.[1] ?? jsonFile({});

  expect(exportLorebook(throughFiles(file))).toEqual(originalOf(file));
});

it('puts a card into a picture and leaves the picture as it is', () => {
  const original = exportFirst(throughFiles(CARDS[5]?.[1] ?? jsonFile({})));
  const image = pngWith({ Comment: 'kept', chara: 'old' });
  const written = writeCardPng(original, image);
  if (!(written instanceof Uint8Array)) throw new Error(written.reason);
  const again = exportFirst(throughFiles({ name: 'io.png', bytes: written }));

  expect(again).toEqual(original);
  expect(Buffer.from(written).includes('Comment\0kept')).toBe(true);
  expect(Buffer.from(written).includes('chara\0old')).toBe(false);
});
