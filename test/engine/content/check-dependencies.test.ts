import { expect, it } from 'vitest';
import { checkFiles } from '#engine/content/check-pack.ts';
import { lanternQuay, smallPack, toldOf } from './lantern-quay.ts';

const tides = () => smallPack('tides', 'layer: core\n');

it.each([
  [
    'a pack that is not installed',
    'depends_on: [{ id: tydes }]',
    'pack.yaml:6:20 error missing-pack (depends_on.0.id): There is no pack tydes. Did you mean tides?',
  ],
  [
    'a range nobody can read',
    'depends_on: [{ id: tides, version: newest }]',
    'pack.yaml:6:36 error bad-range (depends_on.0.version): newest is not a range of versions. Write a range like ^1.2.0, ~1.2, >=1.0.0 <3 or 1.x.',
  ],
  [
    'a version that does not fit',
    'depends_on: [{ id: tides, version: ^2.0.0 }]',
    'pack.yaml:6:36 error unmet-version (depends_on.0.version): This pack wants tides ^2.0.0; installed is 1.0.0. Install a fitting tides, or write ^1.0.0.',
  ],
  [
    'a pack that depends on itself',
    'depends_on: [{ id: moon }]',
    'pack.yaml:6:20 error cycle (depends_on.0.id): moon depends on itself. Move what they share into a pack below them.',
  ],
])('refuses %s', (_what, line, told) => {
  const moon = smallPack('moon', `layer: setting\n${line}\n`);

  expect(toldOf(checkFiles([moon], [tides()]))).toEqual([told]);
});

it('refuses a pack below that stands in a higher layer', () => {
  const high = smallPack('high', 'layer: adventure\n');
  const low = smallPack('low', 'layer: core\ndepends_on: [{ id: high }]\n');

  expect(toldOf(checkFiles([low], [high]))).toEqual([
    "pack.yaml:6:20 error wrong-layer (depends_on.0.id): high is of the layer adventure, above this pack's core. Depend only on packs of the same or a lower layer, or make this one adventure.",
  ]);
});

it('names every pack of a circle, in each of them', () => {
  const one = smallPack('one', 'layer: setting\ndepends_on: [{ id: two }]\n');
  const two = smallPack('two', 'layer: setting\ndepends_on: [{ id: one }]\n');

  const sentence = 'The packs one, two depend on each other. Move what they share into a pack below them.';
  const told = `pack.yaml:6:20 error cycle (depends_on.0.id): ${sentence}`;
  expect(toldOf(checkFiles([one, two]))).toEqual([told, told]);
});

it('refuses ranges that no version can satisfy together', () => {
  const middle = smallPack('middle', 'layer: setting\ndepends_on: [{ id: tides, version: ^1.0.0 }]\n');
  const top = smallPack(
    'top',
    'layer: adventure\ndepends_on: [{ id: middle }, { id: tides, version: ">=2" }]\n',
  );

  const told = toldOf(checkFiles([top], [middle, tides()]));
  expect(told).toContain(
    'pack.yaml:6:52 error conflicting-versions (depends_on.1.version): This pack wants tides >=2, but middle, which it also stands on, wants ^1.0.0. Choose ranges that share a version.',
  );
});

it('refuses two packs of one id', () => {
  const twin = { ...lanternQuay(), origin: 'elsewhere/lantern_quay' };

  expect(toldOf(checkFiles([lanternQuay(), twin]))).toContain(
    'pack.yaml:2:5 error duplicate-pack (id): The pack id lantern_quay is taken by the pack in lantern_quay. Give one of the two packs another id, or remove one.',
  );
});

it('tells a pack that its foundation is broken', () => {
  const broken = smallPack('tides', 'layer: core\nlanguage: English\n');
  const top = smallPack('top', 'layer: setting\ndepends_on: [{ id: tides }]\n');
  const told = toldOf(checkFiles([top], [broken]));

  expect(told).toEqual([
    'pack.yaml:6:20 error broken-dependency (depends_on.0.id): tides, on which this pack stands, has errors, so neither can be played. Mend tides first.',
  ]);
});

it('does not play a pack whose foundation has errors', () => {
  const tidesWithErrors = smallPack('tides', 'layer: core\n', {
    'items/rope.md': '---\nid: rope\ncolour: red\n---\n',
  });
  const top = smallPack('top', 'layer: setting\ndepends_on: [{ id: tides }]\n');
  const report = checkFiles([top], [tidesWithErrors]);

  expect(report.isPlayable).toBe(false);
  expect(toldOf(report)).toEqual([
    'pack.yaml:6:14 error broken-dependency (depends_on.0): tides, on which this pack stands, has errors, so neither can be played. Mend tides first.',
  ]);
});

it('advises to depend on an installed pack before naming what is in it', () => {
  const guest = smallPack('guest', 'layer: adventure\n', {
    'items/lamp.md': '---\nid: lamp\nname: A lamp\nlocation: lantern_quay:mole\n---\n',
  });

  expect(toldOf(checkFiles([guest], [lanternQuay()]))).toEqual([
    'items/lamp.md:4:11 error not-a-dependency (location): lantern_quay:mole belongs to lantern_quay, on which this pack does not depend. Add { id: lantern_quay, version: ^1.0.0 } to depends_on in pack.yaml.',
  ]);
});

it('offers the full name when the short one belongs to a pack below', () => {
  const guest = smallPack('guest', 'layer: adventure\ndepends_on: [{ id: lantern_quay }]\n', {
    'items/lamp.md': '---\nid: lamp\nname: A lamp\nlocation: mole\n---\n',
  });

  expect(toldOf(checkFiles([guest], [lanternQuay()]))).toEqual([
    'items/lamp.md:4:11 error unknown-reference (location): There is no location mole. Write lantern_quay:mole.',
  ]);
});
