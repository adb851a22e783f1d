import { expect, it } from 'vitest';
import { buildLibrary } from '#engine/content/library.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';
import { parsePack } from '#engine/content/read-pack.ts';
import { lanternQuay, smallPack } from './lantern-quay.ts';

const library = (...packs: readonly PackFiles[]) => buildLibrary(packs.map(parsePack));

const OVERRIDE = smallPack(
  'winter',
  'layer: homebrew\ndepends_on: [{ id: lantern_quay, version: ^1.0.0 }]\n',
  {
    'characters/marit.md':
      '---\nid: marit\noverrides: lantern_quay:marit\ntitle: Harbour mistress\nlocation: lantern_quay:mole\n---\n\n# Marit Sund\n\nShe runs the harbour now.\n',
    'locations/ice.md':
      '---\nid: ice\nname: The ice\nexits: [{ to: lantern_quay:mole, one_way: true }]\n---\n',
  },
);

it('knows every content by its full id and kind', () => {
  const quay = library(lanternQuay());

  expect(quay.problems).toEqual([]);
  expect(quay.find('character', 'lantern_quay:marit')).toMatchObject({
    name: 'Marit Sund',
    packId: 'lantern_quay',
  });
  expect(quay.find('location', 'lantern_quay:marit')).toBeNull();
  expect(quay.find('character', 'marit')).toBeNull();
  expect(quay.findAny('lantern_quay:mole')?.kind).toBe('location');
  const people = quay.all('character').map(({ id }) => id);
  expect(people.toSorted()).toEqual(['lantern_quay:auditor', 'lantern_quay:marit', 'lantern_quay:tomas']);
});

it('makes every reference a full id, in keys, lists and operations alike', () => {
  const marit = library(lanternQuay()).find('character', 'lantern_quay:marit');

  expect(marit?.data).toMatchObject({
    location: 'lantern_quay:pier_house',
    categories: ['lantern_quay:harbour_folk'],
    related_threads: ['lantern_quay:the_ledger'],
    stat_blocks: { 'lantern_quay:tide_dice': { nerve: 2, wits: 1 } },
    agenda: { milestones: [{ operations: [{ op: 'tick_clock', clockId: 'the_auditor', by: 1 }] }] },
  });
});

it('accepts npcs/ as another name for characters/', () => {
  const { files } = lanternQuay();
  const moved = files.map((file) => ({ ...file, path: file.path.replace('characters/', 'npcs/') }));
  const quay = library({ origin: 'lantern_quay', files: moved, problems: [] });

  expect(quay.problems).toEqual([]);
  expect(quay.all('character')).toHaveLength(3);
});

it('cannot be changed', () => {
  const marit = library(lanternQuay()).find('character', 'lantern_quay:marit');

  expect(() => Object.assign(marit ?? {}, { name: 'Somebody' })).toThrow(TypeError);
  expect(() => Object.assign(marit?.data.goals ?? {}, ['Rule the sea'])).toThrow(TypeError);
});

it('lets a higher layer override key by key, and says who did', () => {
  const both = library(lanternQuay(), OVERRIDE);
  const marit = both.find('character', 'lantern_quay:marit');

  expect(both.problems).toEqual([]);
  expect(marit?.data).toMatchObject({
    title: 'Harbour mistress',
    location: 'lantern_quay:mole',
    goals: ["Keep the pier house out of the Guild's hands."],
  });
  expect(marit?.sections.map(({ text }) => text)).toEqual(['She runs the harbour now.']);
  expect(both.overrides).toEqual([
    {
      target: 'lantern_quay:marit',
      field: 'title',
      byPackId: 'winter',
      file: 'characters/marit.md',
      line: 4,
    },
    {
      target: 'lantern_quay:marit',
      field: 'location',
      byPackId: 'winter',
      file: 'characters/marit.md',
      line: 5,
    },
    { target: 'lantern_quay:marit', field: 'text', byPackId: 'winter', file: 'characters/marit.md', line: 8 },
  ]);
});

it('leaves a campaign that does not play with the overriding pack untouched', () => {
  const both = library(lanternQuay(), OVERRIDE);
  const alone = both.narrowedTo(['lantern_quay']);

  expect(alone.find('character', 'lantern_quay:marit')?.data.title).toBe('Keeper of the pier house');
  expect(alone.packs.map(({ id }) => id)).toEqual(['lantern_quay']);
  expect(both.narrowedTo(['winter'])).toBe(both);
  expect(both.narrowedTo(['lantern_quay'])).toBe(alone);
});

it('puts lower layers first and knows what each pack stands on', () => {
  expect(library(OVERRIDE, lanternQuay()).packs.map(({ id, closure }) => ({ id, closure }))).toEqual([
    { id: 'lantern_quay', closure: ['lantern_quay'] },
    { id: 'winter', closure: ['lantern_quay', 'winter'] },
  ]);
});

it.each([
  [
    'without depending on it',
    'layer: homebrew\n',
    'not-a-dependency',
    'This pack overrides lantern_quay:marit but does not depend on lantern_quay.',
  ],
  [
    'from a lower layer',
    'layer: core\ndepends_on: [{ id: lantern_quay }]\n',
    'wrong-layer',
    'A pack of the layer core cannot override one of setting.',
  ],
])('refuses to override %s', (_how, manifest, code, message) => {
  const thief = smallPack('thief', manifest, {
    'characters/marit.md': '---\nid: marit\noverrides: lantern_quay:marit\ntitle: Thief\n---\n',
  });

  expect(library(lanternQuay(), thief).problems).toContainEqual(
    expect.objectContaining({ code, message, packId: 'thief', file: 'characters/marit.md', line: 3 }),
  );
  expect(library(lanternQuay(), thief).find('character', 'lantern_quay:marit')?.data.title).toBe(
    'Keeper of the pier house',
  );
});

it('leaves a pack with errors out, and keeps the others', () => {
  const broken = smallPack('broken', 'layer: setting\n', {
    'items/rope.md': '---\nid: rope\ncolour: red\n---\n',
  });
  const both = library(lanternQuay(), broken);

  expect(both.packs.map(({ id }) => id)).toEqual(['lantern_quay']);
  expect(both.findAny('broken:rope')).toBeNull();
  expect(both.problems).toMatchObject([
    { packId: 'broken', code: 'unknown-key', file: 'items/rope.md', line: 3 },
  ]);
});

it('blames an override that leaves its target in pieces', () => {
  const thief = smallPack('thief', 'layer: homebrew\ndepends_on: [{ id: lantern_quay }]\n', {
    'entry_points/the_second_ledger.yaml':
      'id: the_second_ledger\noverrides: lantern_quay:the_second_ledger\nrulesets: []\n',
  });

  expect(library(lanternQuay(), thief).problems).toContainEqual(
    expect.objectContaining({ packId: 'thief', code: 'too-small', field: 'rulesets', line: 3 }),
  );
});
