import { describe, expect, it } from 'vitest';
import type { LibrarySpell } from '#engine/content/figures.ts';
import { listSpellEffectKinds, type SpellEffectKind } from '#engine/srd5e/spells.ts';
import { Srd5eAttack, Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { describePlace } from '#engine/state/conditions.ts';
import { type CharacterId, LocationId } from '#engine/state/ids.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { createAttack, type SrdAction } from '#engine/turn/rule/srd-action.ts';
import { playFight } from '#engine/turn/rule/srd-fight.ts';
import { performSrdAction } from '#engine/turn/rule/srd-perform.ts';
import type { SrdResolution } from '#engine/turn/rule/srd-resolution.ts';
import { openFight } from '#engine/turn/rule/srd-sides.ts';
import { blockOf, creature, figures, idOf, openArena } from '../../../support/arena.ts';
import { HALL, location } from '../../../support/worlds.ts';
import { adventurer } from '../../srd5e/creatures.ts';

const MAGE = idOf('Mage', true);
const FRIEND = idOf('Friend');
const FOE = idOf('Foe');
const GHOST = idOf('Ghost');

const SLOTS = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => [level, { used: 0, total: 9 }]));

function mage(): Srd5eStatBlock {
  const block = adventurer('wizard', 20, {
    hit_points: { current: 120, max: 120 },
    resources: { gold: 100_000 },
  });
  return Srd5eStatBlock.parse({ ...block, resources: { ...block.resources, spell_slots: SLOTS } });
}

const foe = Srd5eStatBlock.parse({
  ...creature('Ogre'),
  hit_points: { current: 900, max: 900 },
  saving_throws: [],
});

function openHall(seed?: string) {
  const friend = adventurer('fighter', 5, { hit_points: { current: 20, max: 60 } });
  const dead = adventurer('fighter', 5, { hit_points: { current: 0, max: 60 }, status: 'dead' });
  return openArena(
    [
      { name: 'Mage', block: mage(), isPersona: true },
      { name: 'Friend', block: friend, more: { side: 'party' } },
      { name: 'Ghost', block: dead, more: { side: 'party', status: 'dead' } },
      { name: 'Foe', block: foe, more: { side: 'foes' } },
    ],
    seed,
  );
}

function findSpell(name: string): LibrarySpell {
  const spell = figures.findSpell(name);
  if (spell === null) throw new Error(`no spell ${name}`);
  return spell;
}

function cast(name: string, targetIds: readonly string[], more: object = {}): SrdAction {
  const { figures: spell, description: note } = findSpell(name);
  return { actorId: MAGE, kind: 'cast', name, note, spell, slot: 0, targetIds, ...more };
}

/** Begins a fight and lets the mage act in it. */
function fight(arena: ReturnType<typeof openHall>, ...actions: SrdAction[]): SrdResolution {
  const bout = arena.begin(arena.snapshot);
  openFight(bout, [cast('Fire Bolt', [FOE])]);
  for (const action of actions) performSrdAction(bout, action);
  return bout;
}

const effectOf = (snapshot: Snapshot, id: CharacterId, name: string) =>
  blockOf(snapshot, id).active_effects.find((effect) => effect.name === name);

const { spells } = figures.figures();

const KINDS: readonly SpellEffectKind[] = [
  'attack',
  'condition',
  'counter',
  'creation',
  'cure',
  'damage',
  'damage_at_turns',
  'death',
  'extra_turns',
  'healing',
  'lasting_numbers',
  'narrative',
  'repeated',
  'revival',
  'save',
  'scene',
  'shape',
  'summoning',
  'travel',
];

describe('all spells', () => {
  it('say what they do, by kind', () => {
    const counts: Partial<Record<SpellEffectKind, number>> = {};
    const empty = spells.filter(({ figures: spell }) => {
      const kinds = listSpellEffectKinds(spell);
      for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
      return kinds.length === 0;
    });

    expect(empty.map(({ name }) => name)).toEqual([]);
    expect(spells).toHaveLength(319);
    // Only told: everything else changes numbers, bodies, the place or who is there.
    const onlyTold = spells.filter(({ figures: spell }) => {
      const kinds = listSpellEffectKinds(spell).filter((kind) => kind !== 'save');
      return kinds.length === 1 && kinds[0] === 'narrative';
    });
    expect(onlyTold.length).toBeLessThan(100);
    expect(Object.keys(counts).toSorted()).toEqual(KINDS);
  });

  it.each(spells.map((spell) => [spell.name, spell] as const))(
    '%s is cast without a refusal',
    (name, { figures: spell }) => {
      for (const isFight of [false, true]) {
        const isLong = typeof spell.casting === 'object';
        if (isFight && isLong) continue;
        const arena = openHall();
        const bout = arena.begin(arena.snapshot);
        if (isFight) openFight(bout, [cast('Fire Bolt', [FOE])]);
        const targetIds = spell.revives === undefined ? [] : [GHOST];
        performSrdAction(bout, cast(name, targetIds));
        expect(arena.rejected).toEqual([]);
        expect(bout.told.length, bout.told.join(' ')).toBeGreaterThan(0);
        const lasts = spell.narrative !== undefined && spell.lasts !== undefined;
        const isOwn = spell.narrative === 'caster' || spell.narrative === 'place';
        if (lasts && isOwn) expect(effectOf(bout.snapshot, MAGE, name)?.note ?? '').not.toBe('');
      }
    },
  );
});

describe('a spell of travel', () => {
  const VAULT = LocationId.parse('loc_vault_001');
  const GARDEN = LocationId.parse('loc_garden_001');

  /** The hall, with a garden everybody knows, and a vault that nobody has heard of behind a secret door. */
  function openHouse() {
    const arena = openHall();
    const hall = arena.snapshot.entities[HALL];
    if (hall?.kind !== 'location') throw new Error('the arena has no hall');
    const exits = [{ to: VAULT, secret: true }, { to: GARDEN }];
    const entities = {
      ...arena.snapshot.entities,
      [HALL]: { ...hall, exits },
      [VAULT]: location(VAULT, 'Vault', { visibility: 'hidden' }),
      [GARDEN]: location(GARDEN, 'Garden'),
    };
    return { ...arena, snapshot: { ...arena.snapshot, entities } };
  }

  function travel(spell: string, goesTo: string, more: object = {}): Snapshot {
    const arena = openHouse();
    const bout = arena.begin(arena.snapshot);
    bout.apply([{ op: 'set_stat_block', characterId: FOE, stats: mage() }]);
    performSrdAction(bout, cast(spell, [], { goesTo, ...more }));
    expect(arena.rejected).toEqual([]);
    expect(bout.told.join(' ')).toContain(`casts ${spell}`);
    return bout.snapshot;
  }

  it.each(['Teleport', 'Dimension Door'])('%s leads to no place its caster has never heard of', (spell) => {
    expect(travel(spell, VAULT).scene.placeId).toBe(HALL);
    expect(travel(spell, GARDEN).scene.placeId).toBe(GARDEN);
  });

  it('leaves those behind whom it cannot take along', () => {
    expect(travel('Teleport', GARDEN).scene.presentIds).toEqual([MAGE, FRIEND]);
    expect(travel('Tree Stride', GARDEN).scene.presentIds).toEqual([MAGE]);
  });

  it('takes nobody else away when it is cast by somebody of the story', () => {
    const { scene } = travel('Teleport', GARDEN, { actorId: FOE });
    expect(scene.placeId).toBe(HALL);
    expect(scene.presentIds).toContain(MAGE);
  });
});

describe('a spell that goes on', () => {
  it('hurts at each turn of those within, until concentration ends', () => {
    const arena = openHall();
    const bout = fight(arena, cast('Spirit Guardians', [FOE]));
    expect(blockOf(bout.snapshot, FOE).hit_points.current).toBe(900);
    expect(effectOf(bout.snapshot, FOE, 'Spirit Guardians')?.turn_damage?.damage).toEqual([
      { dice: '3d8', type: 'radiant' },
    ]);
    playFight(bout, MAGE, [], 'next-player');
    const hurt = blockOf(bout.snapshot, FOE).hit_points.current;
    expect(hurt).toBeLessThan(900);
    bout.apply([{ op: 'concentrate', characterId: MAGE, spell: 'Fly' }]);
    expect(effectOf(bout.snapshot, FOE, 'Spirit Guardians')).toBeUndefined();
    expect(arena.rejected).toEqual([]);
  });

  it('is used again without a slot while it lasts', () => {
    const arena = openHall();
    const bout = fight(arena, cast('Spiritual Weapon', [FOE]));
    const used = () => blockOf(bout.snapshot, MAGE).resources.spell_slots['2']?.used;
    expect(used()).toBe(1);
    performSrdAction(bout, cast('Spiritual Weapon', [FOE]));
    expect(used()).toBe(1);
    expect(bout.rolls.filter(({ purpose }) => purpose === 'Spiritual Weapon attack roll')).toHaveLength(2);
    expect(arena.rejected).toEqual([]);
  });

  it('ends the concentration of its caster when its time is over', () => {
    const arena = openHall();
    const bout = arena.begin(arena.snapshot);
    performSrdAction(bout, cast('Bless', [MAGE, FRIEND]));
    expect(blockOf(bout.snapshot, MAGE).concentration?.spell).toBe('Bless');
    bout.apply([
      { op: 'advance_time', minutes: 2 },
      { op: 'expire_conditions', characterId: MAGE },
    ]);
    expect(blockOf(bout.snapshot, MAGE).concentration).toBeNull();
    expect(effectOf(bout.snapshot, FRIEND, 'Bless')).toBeUndefined();
  });

  it('lets the dead rise for its price, and not when they are dead too long', () => {
    const arena = openHall();
    const bout = arena.begin(arena.snapshot);
    performSrdAction(bout, cast('Revivify', [GHOST]));
    expect(blockOf(bout.snapshot, GHOST).status).toBe('dead');
    performSrdAction(bout, cast('Raise Dead', [GHOST]));
    const risen = blockOf(bout.snapshot, GHOST);
    expect(risen).toMatchObject({ status: 'conscious', hit_points: { current: 1 } });
    expect(effectOf(bout.snapshot, GHOST, 'Weak from death')?.attack_rolls).toBe(-4);
    expect(blockOf(bout.snapshot, MAGE).resources.gold).toBe(100_000 - 300 - 500);
  });

  it('brings creatures on the side of the caster that are gone with it', () => {
    const arena = openHall();
    const bout = fight(arena, cast('Conjure Animals', [], { chosen: ['Brown Bear'] }));
    const bears = bout.snapshot.combat?.combatants.filter(({ id }) => id.includes('brown_bear')) ?? [];
    expect(bears.map(({ side }) => side)).toEqual(['party', 'party']);
    bout.apply([{ op: 'concentrate', characterId: MAGE, spell: 'Fly' }]);
    expect(bout.snapshot.scene.presentIds.filter((id) => id.includes('brown_bear'))).toEqual([]);
    expect(bout.snapshot.combat?.combatants.filter(({ id, out }) => id.includes('bear') && !out)).toEqual([]);
    expect(arena.rejected).toEqual([]);
  });

  it('ends the creatures of the spell held before, and works on the others', () => {
    const arena = openHall();
    const bout = fight(arena, cast('Conjure Animals', []), cast('Bless', []));
    expect(bout.told.join(' ')).toContain('Mage casts Bless');
    expect(effectOf(bout.snapshot, FRIEND, 'Bless')).toBeDefined();
    expect(blockOf(bout.snapshot, MAGE).concentration?.spell).toBe('Bless');
    expect(arena.rejected).toEqual([]);
  });

  it('gives another shape, whose wounds the own body does not feel', () => {
    const arena = openHall();
    const bout = fight(arena, cast('Polymorph', [FRIEND], { chosen: ['Brown Bear'] }));
    expect(blockOf(bout.snapshot, FRIEND).hit_points).toMatchObject({ current: 34, max: 34 });
    bout.apply([{ op: 'deal_damage', targetId: FRIEND, amount: 36, type: 'fire' }]);
    expect(blockOf(bout.snapshot, FRIEND)).toMatchObject({
      classes: [{ class: 'fighter', level: 5 }],
      hit_points: { current: 18, max: 60 },
    });
    expect(arena.rejected).toEqual([]);
  });

  it('makes the place dark, which hides those without the senses for it, and a stronger light ends that', () => {
    const arena = openHall();
    const bout = arena.begin(arena.snapshot);
    performSrdAction(bout, cast('Darkness', []));
    expect(describePlace(bout.snapshot)).toMatchObject({ visibility: 'dark', isMagical: true });
    performSrdAction(bout, cast('Daylight', []));
    expect(describePlace(bout.snapshot)).toMatchObject({ visibility: 'clear' });
  });

  it('is ended by a spell that ends spells, and broken by a reaction while it is cast', () => {
    const arena = openHall();
    const bout = fight(arena, cast('Haste', [FRIEND]), cast('Dispel Magic', [FRIEND]));
    expect(effectOf(bout.snapshot, FRIEND, 'Haste')).toBeUndefined();
    bout.apply([
      {
        op: 'set_stat_block',
        characterId: FOE,
        stats: { ...mage(), spells_known: ['Counterspell', 'Shield'], hit_points: { current: 99, max: 99 } },
      },
    ]);
    performSrdAction(bout, cast('Fireball', [FOE]));
    expect(blockOf(bout.snapshot, FOE).hit_points.current).toBe(99);
    expect(bout.told.join(' ')).toContain('Fireball of Mage is broken');
    // One reaction until the end of its next turn.
    performSrdAction(bout, cast('Magic Missile', [FOE]));
    expect(blockOf(bout.snapshot, FOE).hit_points.current).toBeLessThan(99);
    expect(arena.rejected).toEqual([]);
  });

  it('marks one quarry, adds dice against it alone, and ends invisibility with the first blow', () => {
    const arena = openHall();
    const sword = Srd5eAttack.parse({ name: 'Sword', damage: [{ dice: '1d8', type: 'slashing' }] });
    const bout = fight(arena, cast('Greater Invisibility', [MAGE]), cast('Invisibility', [MAGE]));
    bout.apply([{ op: 'concentrate', characterId: MAGE, spell: 'none' }]);
    performSrdAction(bout, cast("Hunter's Mark", [FOE]));
    expect(effectOf(bout.snapshot, MAGE, "Hunter's Mark")).toMatchObject({
      against: FOE,
      weapon_dice: '1d6',
    });
    for (let blow = 0; blow < 6; blow += 1) performSrdAction(bout, createAttack(MAGE, sword, FOE));
    const purposes = bout.rolls
      .filter(({ purpose }) => purpose === 'Sword damage')
      .map(({ expression }) => expression);
    expect(purposes.filter((dice) => dice.includes('d6')).length).toBe(purposes.length / 2);
    expect(arena.rejected).toEqual([]);
  });
});
