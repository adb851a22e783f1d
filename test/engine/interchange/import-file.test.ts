import { expect, it } from 'vitest';
import { checkFiles } from '#engine/content/check-pack.ts';
import { toPackFiles } from '#engine/content/homebrew-pack.ts';
import { readPack } from '#engine/content/read-pack.ts';
import { importChat, importFile } from '#engine/interchange/import-file.ts';
import type { ImportedPack, ImportOptions } from '#engine/interchange/import-report.ts';
import { CARDS, CHAT, LOREBOOKS, type TestFile } from '../../support/cards.ts';
import { JUST_TALK_FILES } from '../../support/imported-packs.ts';

function imported(file: TestFile, options: ImportOptions = {}): ImportedPack {
  const done = importFile(file, options);
  if ('rejected' in done) throw new Error(done.reason);
  return done;
}

function cardOf(what: string): TestFile {
  const found = CARDS.find(([name]) => name === what);
  if (found === undefined) throw new Error(what);
  return found[1];
}

const linesOf = ({ report }: ImportedPack, outcome: string) =>
  report.filter((line) => line.outcome === outcome).map(({ field, note }) => `${field}: ${note}`);

it('ships the pack that imported stories stand on', async () => {
  expect((await readPack('content_packs/just_talk')).problems).toEqual([]);
});

it.each([...CARDS, ...LOREBOOKS, ['a chat', CHAT]] as const)('makes a sound pack of %s', (_what, file) => {
  const { pack, report, entryPointId } = imported(file);
  const { problems, isPlayable } = checkFiles([toPackFiles(pack)], [JUST_TALK_FILES]);

  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(isPlayable).toBe(true);
  expect(entryPointId).toMatch(/:the_meeting$/);
  expect(report.length).toBeGreaterThan(0);
});

it('says of every field what became of it', () => {
  const io = imported(cardOf('V3 as JSON'));

  expect(io.format).toBe('character card V3 (JSON)');
  expect(io.report.map(({ field, outcome }) => `${field} ${outcome}`)).toEqual(
    expect.arrayContaining([
      'data.name used',
      'data.description used',
      'data.first_mes used',
      'data.alternate_greetings[1] used',
      'data.group_only_greetings[0] used',
      'data.system_prompt kept',
      'data.post_history_instructions kept',
      'data.creator_notes_multilingual kept',
      'data.extensions kept',
      'data.assets kept',
      'data.character_book.entries[1].keys changed',
    ]),
  );
  expect(linesOf(io, 'changed').join('\n')).toContain('cannot be searched for in linear time');
});

it('keeps instructions to the model out until they are allowed', () => {
  const [off, on] = [imported(cardOf('V2 as JSON')), imported(cardOf('V2 as JSON'), { allowPrompts: true })];
  const promptOf = ({ pack }: ImportedPack) =>
    pack.contents.find(({ kind }) => kind === 'character')?.data.prompt;

  expect(promptOf(off)).not.toContain('Always answer in verse');
  expect(promptOf(on)).toContain('Always answer in verse');
  expect(promptOf(on)).not.toContain('{{original}}');
});

it('fills in names, drops code and markup, and says so', () => {
  const { pack, report } = imported(cardOf('a card with web pages and macros in it'), { persona: 'Ada' });
  const [text, played] = [
    JSON.stringify(pack.contents.map(({ data: { extensions: _, ...data } }) => data)),
    report,
  ];

  expect(text).not.toMatch(/<script|alert|onerror|<div|<style|<b>|\{\{(?:char|user|roll|random|\/\/)/);
  expect(text).toMatch(/Likes (?:tea|rain)\./);
  expect(text).toContain('{{weird_thing}}');
  expect(text).toContain('Ada');
  expect(JSON.stringify(played)).toContain('code of web pages was removed');
  expect(JSON.stringify(played)).toContain('the placeholder {{weird_thing}} is not known');
});

it('maps keys, conditions and decorators of a book', () => {
  const fieldsOf = (file: TestFile) =>
    imported(file)
      .pack.contents.filter(({ kind }) => kind === 'culture')
      .map(({ data: { name, keys, keys_also, always } }) => ({ name, keys, keys_also, always }));

  expect(fieldsOf(cardOf('V3 as JSON'))).toEqual([
    { name: 'automat[ao]n?s?', keys: ['/automat[ao]n?s?/i'], keys_also: { none: ['theatre'] } },
    { name: '(?=x)y', keys: [] },
    { name: 'Vex', keys: ['Vex'], always: true },
    { name: 'NASA', keys: ['/NASA/'] },
  ]);
  expect(fieldsOf(LOREBOOKS[1]?.[1] ?? CHAT)).toEqual([
    { name: 'Tides', keys: ['tide'], keys_also: { all: ['moon'] } },
    { name: 'Gulls', keys: ['gull'], keys_also: { none: ['feather'] } },
    { name: 'Always', keys: [], always: true },
    { name: 'Wrecks', keys: ['wreck', '/hulls?/i'] },
  ]);
});

it('takes a key without a sign of a pattern for words, where a program calls every key a pattern', () => {
  const entries = [{ keys: ['ferry chain', 'rust(y|ed)'], content: 'Iron.', use_regex: true }];
  const card = { spec: 'chara_card_v2', data: { name: 'Bess', character_book: { entries } } };
  const { pack } = imported({ name: 'bess.json', bytes: Buffer.from(JSON.stringify(card)) });

  expect(pack.contents.find(({ kind }) => kind === 'culture')?.data.keys).toEqual([
    'ferry chain',
    '/rust(y|ed)/i',
  ]);
});

it('brings the picture of a card along', () => {
  expect(imported(cardOf('V2 in a PNG')).images.map(({ path }) => path)).toEqual([
    'images/captain_oduya.png',
  ]);
});

it('brings the pictures of an archive along, its main icon as the portrait, and names what it leaves out', () => {
  const { pack, images, report } = imported(cardOf('V3 as CHARX'));
  const portrait = pack.contents.find(({ kind }) => kind === 'character')?.data.portrait;

  expect(portrait).toBe('images/dr_iolanthe_vex.png');
  expect(images.map(({ path }) => path)).toEqual([
    'images/dr_iolanthe_vex_1.png',
    'images/dr_iolanthe_vex.png',
    'images/dr_iolanthe_vex_3.png',
  ]);
  expect(report.filter(({ outcome }) => outcome === 'left-out').map(({ field }) => field)).toEqual([
    'module.risum',
    'assets/other/sounds/hello.ogg',
  ]);
});

it('reads a card by the names its fields had before the first version', () => {
  const { pack, format } = imported(cardOf('a card from before the first version'));
  const tomas = pack.contents.find(({ kind }) => kind === 'character')?.data;

  expect(format).toBe('character card V1 (JSON)');
  expect(tomas).toMatchObject({
    name: 'Tomas',
    prompt: 'Tomas is a clockmaker who fears midnight.',
    sample_lines: ['Which one?'],
  });
  expect(pack.contents.find(({ kind }) => kind === 'entry_point')?.data).toMatchObject({
    prologue: '"We are closed," says Tomas, and winds a clock.',
    entry: expect.stringContaining('A shop of four hundred clocks.'),
  });
});

it('adds a chat to a card as history, memories and an event', () => {
  const done = importChat(imported(cardOf('V1 as JSON')), CHAT);
  if ('rejected' in done) throw new Error(done.reason);
  const { problems } = checkFiles([toPackFiles(done.pack)], [JUST_TALK_FILES]);
  const entry = done.pack.contents.find(({ kind }) => kind === 'entry_point');

  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(entry?.data.observations).toContainEqual(
    expect.objectContaining({ character: 'maren', text: 'Ada: I left the brass compass in it.' }),
  );
  expect(done.pack.contents.find(({ kind }) => kind === 'history')?.body).toContain(
    'The tide took your boat, Ada.',
  );
  expect(JSON.stringify(done.pack.contents)).not.toContain('System: note');
});
