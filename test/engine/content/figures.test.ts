import { expect, it } from 'vitest';
import { loadLibrary } from '#engine/content/library.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';
import { composeStatBlock } from '#engine/content/stat-blocks.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { smallPack } from './lantern-quay.ts';

const library = await loadLibrary(['content_packs']);

it('finds a creature by full id, id and name', () => {
  const goblin = library.findCreature('srd_5e:goblin');

  expect(goblin).toMatchObject({ id: 'srd_5e:goblin', name: 'Goblin', block: { hit_points: { max: 7 } } });
  expect(library.findCreature('goblin')).toBe(goblin);
  expect(library.findCreature('GOBLIN')).toBe(goblin);
  expect(library.findCreature('srd_5e:gobelin')).toBeNull();
});

it('finds a spell by full id, id and name, with or without marks', () => {
  const mark = library.findSpell('srd_5e:hunters_mark');

  expect(mark).toMatchObject({ name: "Hunter's Mark", figures: { level: 1 } });
  for (const spelling of ['hunters_mark', "hunter's mark", 'Hunter’s Mark', 'hunters mark']) {
    expect(library.findSpell(spelling)).toBe(mark);
  }
});

it('gives a creature that casts the names of its spells', () => {
  expect(library.findCreature('mage')?.block.spells_known).toContain('Fireball');
});

it('shows a campaign only the figures of packs it plays with', () => {
  const castile = library.narrowedTo(['castile_1430']);

  expect(castile.findSpell('fireball')).toBeNull();
  expect(castile.figures().creatures).toEqual([]);
  expect(library.figures().creatures).toHaveLength(334);
  expect(library.figures().spells).toHaveLength(319);
});

const MANIFEST = 'layer: homebrew\ndepends_on: [{ id: srd_5e, version: ^1.0.0 }]\n';
const CREW = smallPack('crew', MANIFEST, {
  'rulesets/srd.yaml':
    'id: srd\nname: SRD\nsummary: SRD.\nrulebook: Roll.\nrulebook_summary: Roll.\nstat_block_schema: srd5e\nmechanics: { resolution: { kind: srd5e } }\n',
  'characters/snib.md':
    '---\nid: snib\nname: Snib\ncreature: srd_5e:goblin\nspells: [srd_5e:light]\nstat_blocks: { srd: { makes_death_saves: true } }\n---\n',
});

async function withShipped(...packs: readonly PackFiles[]) {
  return loadLibrary(['content_packs/srd_5e'], packs);
}

it('composes a stat block of a creature, own keys and spells, and the creature of an entry point in its place', async () => {
  const crew = await withShipped(CREW);
  const [snib, srd] = [crew.find('character', 'crew:snib'), crew.find('ruleset', 'crew:srd')];
  if (snib === null || srd === null) throw new Error('the pack was not read');

  expect(crew.problems).toEqual([]);
  expect(composeStatBlock(snib, srd, crew)).toMatchObject({
    hit_points: { max: 7 },
    armor: { name: 'leather', shield: true },
    makes_death_saves: true,
    spells_known: ['Light'],
  });
  const cast = { creature: 'srd_5e:wolf', spells: ['srd_5e:fire_bolt'], stat_block: { inspiration: true } };
  expect(composeStatBlock(snib, srd, crew, cast)).toMatchObject({
    hit_points: { max: 11 },
    inspiration: true,
    makes_death_saves: null,
    spells_known: ['Light', 'Fire Bolt'],
  });
});

it('reports unknown creatures, attacks that do not exist and ids written twice', async () => {
  const wolf = (more: string) =>
    `id: pack\nname: Pack\nsummary: Wolves.\ncreatures:\n${['- { id: grey_wolf', '- { id: grey_wolf']
      .map(
        (one) =>
          `${one}, name: Wolf, description: A wolf., type: beast, challenge: 0, abilities: [10, 10, 10, 3, 10, 6], hit_dice: 1d8${more} }\n`,
      )
      .join('')}`;
  const broken = smallPack('broken', MANIFEST, {
    'creatures/pack.yaml': wolf(', multiattack: [{ attack: Bite }]'),
    'characters/rex.md': '---\nid: rex\nname: Rex\ncreature: srd_5e:wolff\n---\n',
  });
  const { problems } = await withShipped(broken);

  expect(problems.map(({ code, field }) => [code, field])).toEqual([
    ['unknown-reference', 'creature'],
    ['unknown-attack', 'creatures.0.multiattack.0.attack'],
    ['duplicate-id', 'creatures.1.id'],
    ['unknown-attack', 'creatures.1.multiattack.0.attack'],
  ]);
  expect(problems[0]?.advice).toContain('srd_5e:wolf');
});

it('keeps the foes of mystika at their published figures', () => {
  const mystika = library.narrowedTo(['mystika']);
  const ruleset = mystika.find('ruleset', 'mystika:srd5e');
  const blocks = mystika.all('character').map((character) => {
    if (ruleset === null) throw new Error('mystika has no ruleset');
    return [character.localId, Srd5eStatBlock.parse(composeStatBlock(character, ruleset, mystika))] as const;
  });
  const byId = new Map(blocks);

  expect(blocks).toHaveLength(34);
  expect(byId.get('big_jossamy')).toMatchObject({
    hit_points: { max: 85 },
    traits: [{ kind: 'endures_zero', save: 'constitution' }],
  });
  expect(byId.get('thessaly_orne')).toMatchObject({ spellcasting: { ability: 'intelligence' } });
  expect(byId.get('zephine_aldoury')?.spells_known).toContain('Magic Missile');
  for (const [, { multiattack = [], attacks }] of blocks) {
    const names = attacks.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(multiattack.map(({ attack }) => attack)));
  }
});
