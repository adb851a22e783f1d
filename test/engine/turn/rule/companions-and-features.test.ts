import { expect, it } from 'vitest';
import { computeSaveEdge } from '#engine/srd5e/checks.ts';
import { rollDamage } from '#engine/srd5e/combat.ts';
import { Srd5eAttack, Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { createAttack, type SrdAction, toSrdAction } from '#engine/turn/rule/srd-action.ts';
import { resolveAttack } from '#engine/turn/rule/srd-attack.ts';
import { playFight, resolveDownedPersona } from '#engine/turn/rule/srd-fight.ts';
import { forceSave } from '#engine/turn/rule/srd-harm.ts';
import { performSrdAction } from '#engine/turn/rule/srd-perform.ts';
import type { SrdResolution } from '#engine/turn/rule/srd-resolution.ts';
import { openFight } from '#engine/turn/rule/srd-sides.ts';
import { blockOf, creature, idOf, openArena } from '../../../support/arena.ts';
import { adventurer } from '../../srd5e/creatures.ts';

const HERO = idOf('Hero', true);
const FRIEND = idOf('Friend');
const FOE = idOf('Foe');
const SWORD = Srd5eAttack.parse({ name: 'Sword', damage: [{ dice: '1d8', type: 'slashing' }] });

const ogre = Srd5eStatBlock.parse({ ...creature('Ogre'), hit_points: { current: 300, max: 300 } });
const points = (current: number, max: number) => ({ hit_points: { current, max } });

type Block = ReturnType<typeof adventurer>;

function open(hero: Block, friend: Block = adventurer('fighter', 3, points(30, 30)), foe = ogre) {
  return openArena([
    { name: 'Hero', block: hero, isPersona: true },
    { name: 'Friend', block: friend, more: { side: 'party' } },
    { name: 'Foe', block: foe, more: { side: 'foes' } },
  ]);
}

function fight(arena: ReturnType<typeof open>, snapshot: Snapshot = arena.snapshot): SrdResolution {
  const bout = arena.begin(snapshot);
  openFight(bout, [createAttack(HERO, SWORD, FOE)]);
  return bout;
}

it('takes a slot for a spell that a sheet lists among its attacks', () => {
  const cleric = adventurer('cleric', 3, { ...points(20, 20), spells_known: ['Guiding Bolt'] });
  const bolt = Srd5eAttack.parse({ name: 'Guiding Bolt', kind: 'ranged_spell' });
  const arena = open({ ...cleric, attacks: [SWORD, bolt] });
  const bout = fight(arena);
  const attempt = { kind: 'attack', target: FOE, check: '', means: 'guiding bolt' };
  const action = toSrdAction(attempt, HERO, bout);
  expect(action).toMatchObject({ kind: 'cast', name: 'Guiding Bolt' });
  performSrdAction(bout, action as SrdAction);
  expect(blockOf(bout.snapshot, HERO).resources.spell_slots['1']?.used).toBe(1);
});

it('gives one who surges a second round of blows, whichever is named first', () => {
  for (const isLast of [false, true]) {
    const arena = open(adventurer('fighter', 5, points(60, 60)));
    const bout = fight(arena);
    const surge: SrdAction = { actorId: HERO, kind: 'feature', name: 'action_surge', targetId: HERO };
    const blow = createAttack(HERO, SWORD, FOE);
    playFight(bout, HERO, isLast ? [blow, surge] : [surge, blow], 'persona');
    const blows = bout.rolls.filter(({ purpose, characterId }) =>
      characterId === HERO ? purpose.startsWith('Sword attack') : false,
    );
    expect(blows).toHaveLength(4);
  }
});

it('keeps what would heal one who is not hurt', () => {
  const hero = adventurer('fighter', 3, {
    ...points(30, 30),
    resources: { consumables: { potion_of_healing: 1 } },
  });
  const bout = fight(open(hero));
  const drink = {
    actorId: HERO,
    kind: 'drink',
    name: 'potion_of_healing',
    heals: '2d4+2',
    itemId: null,
  } as const;
  performSrdAction(bout, { ...drink, targetId: HERO });
  performSrdAction(bout, { actorId: HERO, kind: 'feature', name: 'second_wind', targetId: HERO });
  const { consumables, class_features } = blockOf(bout.snapshot, HERO).resources;
  expect([consumables.potion_of_healing, class_features.second_wind?.used]).toEqual([1, 0]);
});

it('lets a companion heal one who lies dying, in a fight and after it', () => {
  const healer = adventurer('cleric', 3, { ...points(20, 20), spells_known: ['Cure Wounds'] });
  const down = adventurer('fighter', 3, { ...points(0, 30), status: 'unconscious' });
  for (const isFight of [true, false]) {
    const arena = open(down, healer);
    const bout = isFight ? fight(arena) : arena.begin(arena.snapshot);
    if (isFight) playFight(bout, HERO, [], 'next-player');
    else resolveDownedPersona(bout, HERO);
    expect(bout.told.join(' ')).toContain('Friend casts Cure Wounds');
    expect(blockOf(bout.snapshot, FRIEND).resources.spell_slots['1']?.used).toBeGreaterThan(0);
    if (!isFight) expect(blockOf(bout.snapshot, HERO).status).toBe('conscious');
  }
});

it('lets one who lies in wait join the fight in its second round', () => {
  const arena = openArena([
    { name: 'Hero', block: adventurer('fighter', 3, points(90, 90)), isPersona: true },
    { name: 'Foe', block: ogre, more: { side: 'foes' } },
    { name: 'Shadow', block: creature('Zombie'), more: { side: 'foes', hidden: true } },
  ]);
  const shadow = idOf('Shadow');
  const hidden = { ...arena.snapshot, scene: { ...arena.snapshot.scene, obscuredIds: [shadow] } };
  const first = fight(arena, hidden);
  const sides = (bout: SrdResolution) => bout.snapshot.combat?.combatants.map(({ id }) => id) ?? [];
  expect(sides(first)).not.toContain(shadow);
  playFight(first, HERO, [createAttack(HERO, SWORD, FOE)], 'persona');
  playFight(first, HERO, [], 'next-player');
  const second = fight(arena, first.snapshot);
  expect(sides(second)).toContain(shadow);
  expect(second.snapshot.scene.obscuredIds).toEqual([]);
  expect(second.told.join(' ')).toContain('Shadow comes out of hiding');
});

it('lets rogues and monks evade, and rogues halve one blow a round by their reaction', () => {
  const arena = open(adventurer('rogue', 7, points(200, 200)));
  const bout = fight(arena);
  const save = {
    name: 'Fire',
    sourceId: FOE,
    ability: 'dexterity',
    targetIds: [HERO],
    damage: [{ amount: 40, type: 'fire' }],
    isHalved: true,
  } as const;
  forceSave(bout, { ...save, difficulty: 1 });
  expect(blockOf(bout.snapshot, HERO).hit_points.current).toBe(200);
  forceSave(bout, { ...save, difficulty: 40 });
  expect(blockOf(bout.snapshot, HERO).hit_points.current).toBe(180);

  const sure = Srd5eAttack.parse({
    name: 'Club',
    bonus: 10,
    adds_modifier: false,
    damage: [{ dice: '20', type: 'bludgeoning' }],
  });
  const strike = () => {
    const [foe, hero] = [bout.fighter(FOE), bout.fighter(HERO)];
    if (foe === null || hero === null) throw new Error('nobody');
    const before = hero.block.hit_points.current;
    const hit = resolveAttack(bout, foe, hero, sure, { knockOut: false });
    return hit ? before - blockOf(bout.snapshot, HERO).hit_points.current : null;
  };
  const taken = [strike(), strike(), strike(), strike()].filter((one) => one !== null);
  expect(taken.slice(0, 2)).toEqual([10, 20]);
  expect(arena.rejected).toEqual([]);
});

it('counts danger sense, brutal criticals, improved smites and the aura of an ally', () => {
  expect(computeSaveEdge(adventurer('barbarian', 2), 'dexterity')).toBe('advantage');
  expect(computeSaveEdge(adventurer('barbarian', 1), 'dexterity')).toBe('none');
  const asked: string[] = [];
  const dice = (expression: string) => {
    asked.push(expression);
    return { total: 1, faces: [1] };
  };
  rollDamage(adventurer('barbarian', 9), SWORD, { critical: true }, dice);
  rollDamage(adventurer('paladin', 11), SWORD, { critical: false }, dice);
  expect(asked.map((one) => one.split(/[+-]/)[0])).toEqual(['3d8', '1d8', '1d8']);

  const paladin = adventurer('paladin', 6, { ...points(50, 50), abilities: { charisma: 18 } });
  const bout = fight(open(adventurer('wizard', 3, points(50, 50)), paladin));
  forceSave(bout, {
    name: 'Cold',
    sourceId: FOE,
    ability: 'strength',
    difficulty: 10,
    targetIds: [HERO],
    damage: [],
    isHalved: false,
  });
  expect(bout.rolls.at(-1)?.expression).toBe('1d20+4');
});
