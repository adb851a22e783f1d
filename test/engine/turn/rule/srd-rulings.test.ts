import { describe, expect, it } from 'vitest';
import { computeArmorClass } from '#engine/srd5e/derived-numbers.ts';
import type { Srd5eSpell } from '#engine/srd5e/spells.ts';
import { Srd5eAttack, type Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { createAttack, type SrdAction } from '#engine/turn/rule/srd-action.ts';
import { playFight } from '#engine/turn/rule/srd-fight.ts';
import { dealDamage } from '#engine/turn/rule/srd-harm.ts';
import { performSrdAction } from '#engine/turn/rule/srd-perform.ts';
import type { SrdResolution } from '#engine/turn/rule/srd-resolution.ts';
import { openFight } from '#engine/turn/rule/srd-sides.ts';
import { blockOf, creature, figures, idOf, openArena } from '../../../support/arena.ts';
import { adventurer } from '../../srd5e/creatures.ts';

const HERO = idOf('Hero', true);
const FOE = idOf('Foe');
const STRONG = { strength: 18, dexterity: 12, constitution: 14, intelligence: 18, wisdom: 18, charisma: 16 };
const SWORD = Srd5eAttack.parse({ name: 'Sword', damage: [{ dice: '1d8', type: 'slashing' }] });
/** Hits whatever it is aimed at, unless the die shows 1. */
const SURE = Srd5eAttack.parse({ ...SWORD, name: 'Sure blade', bonus: 10 });

const hero = (change: object = {}): Srd5eStatBlock =>
  adventurer('fighter', 5, {
    abilities: STRONG,
    attacks: [SWORD],
    hit_points: { current: 50, max: 50 },
    ...change,
  });

const spellAction = (name: string, targetIds: readonly string[], slot = 0): SrdAction => {
  const found = figures.findSpell(name);
  if (found === null) throw new Error(`no spell ${name}`);
  return {
    actorId: HERO,
    kind: 'cast',
    name: found.name,
    spell: found.figures as Srd5eSpell,
    slot,
    targetIds,
  };
};
const sidesOf = ({ combat }: Snapshot) =>
  Object.fromEntries((combat?.combatants ?? []).map(({ id, side }) => [String(id), side]));
const standard = (foe: Srd5eStatBlock, own = hero()) =>
  openArena([
    { name: 'Hero', block: own, isPersona: true },
    { name: 'Foe', block: foe },
  ]);
const strike = (bout: SrdResolution) => openFight(bout, [createAttack(HERO, SWORD, FOE)]);

describe('sides', () => {
  it('are the party with its companions, the foes with those who stand by them, and nobody else', () => {
    const arena = openArena([
      { name: 'Hero', block: hero(), isPersona: true },
      { name: 'Friend', block: hero(), more: { side: 'party' } },
      { name: 'Foe', block: creature('bandit') },
      { name: 'Brute', block: creature('thug'), more: { internal: { escalationProfile: 'killer' } } },
      { name: 'Priest', block: creature('acolyte'), more: { side: 'neutral' } },
      { name: 'Passer', block: creature('commoner') },
      { name: 'Prisoner', block: hero(), more: { side: 'party', captive: true } },
    ]);
    const bout = arena.begin(arena.snapshot);
    strike(bout);
    expect(sidesOf(bout.snapshot)).toEqual({
      [HERO]: 'party',
      [idOf('Friend')]: 'party',
      [FOE]: 'foes',
      [idOf('Brute')]: 'foes',
    });
  });

  it('let companions strike at foes and never at the party', () => {
    const arena = openArena([
      { name: 'Hero', block: hero(), isPersona: true },
      { name: 'Friend', block: hero({ attacks: [SURE] }), more: { side: 'party' } },
      { name: 'Foe', block: creature('ogre') },
    ]);
    const bout = arena.begin(arena.snapshot);
    strike(bout);
    playFight(bout, HERO, [], 'persona');
    playFight(bout, HERO, [], 'next-player');
    const own = bout.rolls.filter(({ characterId }) => characterId === idOf('Friend'));
    expect(own.some(({ purpose }) => purpose.startsWith('Sure blade'))).toBe(true);
    expect(bout.told.some((text) => text.includes('Friend’s sure blade') && text.includes('Hero'))).toBe(
      false,
    );
  });
});

describe('a body', () => {
  it.each([
    ['by the creature it is', { attributes: { creature: 'srd_5e:wolf' } }, 'beast', '1/4'],
    ['by its role', { role: 'Bandit Captain' }, 'humanoid', 2],
    ['by its tier', { role: 'a stranger', tier: 'major' as const }, 'humanoid', '1/2'],
    ['as a minor person', { role: 'a stranger' }, 'humanoid', 0],
  ])('is given %s before the first blow', (_case, more, type, challenge) => {
    const arena = openArena([
      { name: 'Hero', block: hero(), isPersona: true },
      { name: 'Foe', more },
    ]);
    const bout = arena.begin(arena.snapshot);
    strike(bout);
    expect(blockOf(bout.snapshot, FOE)).toMatchObject({ creature_type: type, challenge_rating: challenge });
    expect(arena.rejected).toEqual([]);
  });

  it('keeps what is written and is completed by the rest', () => {
    const arena = openArena([
      { name: 'Hero', block: hero(), isPersona: true },
      { name: 'Foe', more: { role: 'bandit', stats: { hit_points: { current: 30, max: 30 } } } },
    ]);
    const bout = arena.begin(arena.snapshot);
    strike(bout);
    expect(blockOf(bout.snapshot, FOE).hit_points.max).toBe(30);
    expect(blockOf(bout.snapshot, FOE).attacks.map(({ name }) => name)).toContain('Scimitar');
  });
});

describe('a trait', () => {
  it.each([
    ['radiant light', { parts: [{ amount: 3, type: 'radiant' as const }] }],
    ['a critical hit', { parts: [{ amount: 3, type: 'slashing' as const }], critical: true }],
  ])('lets no undead stay up under %s', (_case, damage) => {
    for (let at = 0; at < 12; at += 1) {
      const arena = openArena(
        [
          { name: 'Hero', block: hero(), isPersona: true },
          { name: 'Foe', block: { ...creature('zombie'), hit_points: { current: 3, max: 22 } } },
        ],
        `${at}`.padStart(64, '7'),
      );
      const bout = arena.begin(arena.snapshot);
      dealDamage(bout, FOE, damage);
      expect(blockOf(bout.snapshot, FOE).status).toBe('dead');
    }
  });

  it('lets the undead stay up at 1 hit point when the save succeeds', () => {
    const results = Array.from({ length: 40 }, (_, at) => {
      const zombie = { ...creature('zombie'), hit_points: { current: 3, max: 22, temporary: 0 } };
      const arena = openArena(
        [
          { name: 'Hero', block: hero(), isPersona: true },
          { name: 'Foe', block: zombie },
        ],
        `${at}`.padStart(64, '8'),
      );
      const bout = arena.begin(arena.snapshot);
      dealDamage(bout, FOE, { parts: [{ amount: 3, type: 'slashing' }] });
      return blockOf(bout.snapshot, FOE);
    });
    const up = results.filter(({ status }) => status === 'conscious');
    // 8 and more on a d20 with +3 against 8: about four in five.
    expect(up.length).toBeGreaterThan(20);
    expect(up.length).toBeLessThan(40);
    expect(up.every(({ hit_points }) => hit_points.current === 1)).toBe(true);
  });

  it('tells a champion’s 19 that hits as a critical hit', () => {
    const champion = hero({
      classes: [{ class: 'fighter', level: 5, subclass: 'champion' }],
      attacks: [SURE],
    });
    const results = Array.from({ length: 120 }, (_, at) => {
      const arena = openArena(
        [
          { name: 'Hero', block: champion, isPersona: true },
          { name: 'Foe', block: creature('commoner') },
        ],
        `${at}`.padStart(64, '6'),
      );
      const bout = arena.begin(arena.snapshot);
      performSrdAction(bout, createAttack(HERO, SURE, FOE));
      return bout.rolls.find(({ purpose }) => purpose === 'Sure blade attack roll');
    });
    const nineteens = results.filter((roll) => roll?.faces[0] === 19);
    expect(nineteens.length).toBeGreaterThan(0);
    expect(nineteens.every((roll) => roll?.result === 'Critical hit')).toBe(true);
    expect(results.filter((roll) => roll?.faces[0] === 18).every((roll) => roll?.result === 'Hit')).toBe(
      true,
    );
  });

  it('makes every attack of a multiattack', () => {
    const arena = standard(creature('ape'), hero({ hit_points: { current: 500, max: 500 } }));
    const bout = arena.begin(arena.snapshot);
    strike(bout);
    playFight(bout, HERO, [], 'persona');
    playFight(bout, HERO, [], 'next-player');
    const fists = bout.rolls.filter(({ purpose }) => purpose === 'Fist attack roll');
    expect(fists).toHaveLength(2);
  });
});

describe('an attack that uses something up', () => {
  const BOW = Srd5eAttack.parse({ ...SURE, name: 'Bow', ammunition: 'arrows' });
  const shots = (arrows: number) => {
    const own = hero({ attacks: [BOW], resources: { consumables: { arrows } } });
    const arena = standard(creature('ape'), own);
    const bout = arena.begin(arena.snapshot);
    performSrdAction(bout, createAttack(HERO, BOW, FOE));
    const rolled = bout.rolls.filter(({ purpose }) => purpose === 'Bow attack roll').length;
    return { rolled, left: blockOf(bout.snapshot, HERO).resources.consumables.arrows };
  };

  it('takes one of it for each shot', () => expect(shots(3)).toEqual({ rolled: 1, left: 2 }));
  it('is not made when none is left', () => expect(shots(0)).toEqual({ rolled: 0, left: 0 }));
});

describe('a spell', () => {
  const wizard = (change: object = {}, level = 5) =>
    adventurer('wizard', level, { abilities: STRONG, hit_points: { current: 30, max: 30 }, ...change });

  it('spends its slot and happens, or does neither', () => {
    const arena = standard(creature('ogre'), wizard());
    const bout = arena.begin(arena.snapshot);
    performSrdAction(bout, spellAction('Magic Missile', [FOE], 2));
    expect(blockOf(bout.snapshot, HERO).resources.spell_slots['2']?.used).toBe(1);
    expect(bout.rolls.filter(({ purpose }) => purpose === 'Magic Missile damage')).toHaveLength(4);
    const spent = hero({
      classes: [{ class: 'wizard', level: 1 }],
      resources: { spell_slots: { '1': { used: 2, total: 2 } } },
    });
    const empty = standard(creature('ogre'), spent);
    const refused = empty.begin(empty.snapshot);
    performSrdAction(refused, spellAction('Magic Missile', [FOE]));
    expect(refused.snapshot).toBe(empty.snapshot);
    expect(refused.told.join(' ')).toContain('has no spell slot of level 1 left');
  });

  it('reaches all foes in its area and no friend', () => {
    const arena = openArena([
      { name: 'Hero', block: wizard(), isPersona: true },
      { name: 'Friend', block: hero(), more: { side: 'party' } },
      { name: 'Foe', block: creature('ogre'), more: { side: 'foes' } },
      { name: 'Second', block: creature('ogre'), more: { side: 'foes' } },
    ]);
    const bout = arena.begin(arena.snapshot);
    strike(bout);
    performSrdAction(bout, spellAction('Fireball', [FOE]));
    for (const id of [FOE, idOf('Second')])
      expect(blockOf(bout.snapshot, id).hit_points.current).toBeLessThan(59);
    expect(blockOf(bout.snapshot, idOf('Friend')).hit_points.current).toBe(50);
  });

  it('puts the weakest to sleep first, and nobody beyond its dice', () => {
    const arena = openArena([
      { name: 'Hero', block: wizard(), isPersona: true },
      { name: 'Foe', block: creature('ogre'), more: { side: 'foes' } },
      { name: 'Weak', block: creature('commoner'), more: { side: 'foes' } },
    ]);
    const bout = arena.begin(arena.snapshot);
    strike(bout);
    performSrdAction(bout, spellAction('Sleep', []));
    expect(blockOf(bout.snapshot, idOf('Weak')).status).toBe('unconscious');
    expect(blockOf(bout.snapshot, FOE).status).toBe('conscious');
  });

  it('holds its target until the caster loses concentration', () => {
    for (let at = 0; at < 30; at += 1) {
      const arena = openArena(
        [
          { name: 'Hero', block: wizard(), isPersona: true },
          { name: 'Foe', block: creature('bandit') },
        ],
        `${at}`.padStart(64, '9'),
      );
      const bout = arena.begin(arena.snapshot);
      strike(bout);
      performSrdAction(bout, spellAction('Hold Person', [FOE]));
      expect(blockOf(bout.snapshot, HERO).concentration?.spell).toBe('Hold Person');
      const held = () => blockOf(bout.snapshot, FOE).conditions.some(({ name }) => name === 'paralyzed');
      if (!held()) continue;
      dealDamage(bout, HERO, { parts: [{ amount: 200, type: 'fire' }] });
      expect(blockOf(bout.snapshot, HERO).concentration).toBeNull();
      expect(held()).toBe(false);
      return;
    }
    throw new Error('the spell never took hold');
  });

  /** Casts a spell in a fight of the hero and a friend against an ogre; returns the bodies and dice afterwards. */
  const cast = (name: string, targets: readonly string[], seed = 'a') => {
    const arena = openArena(
      [
        { name: 'Hero', block: wizard({ attacks: [SWORD] }, 9), isPersona: true },
        { name: 'Friend', block: hero(), more: { side: 'party' } },
        { name: 'Foe', block: creature('ogre'), more: { side: 'foes' } },
      ],
      seed.padEnd(64, seed),
    );
    const bout = arena.begin(arena.snapshot);
    strike(bout);
    const before = bout.rolls.length;
    performSrdAction(bout, spellAction(name, targets));
    return { bout, rolls: bout.rolls.slice(before), of: (id: string) => blockOf(bout.snapshot, id) };
  };

  it('adds its dice to attacks and saves of those it blesses, the caster and its friends unless named', () => {
    const { bout, of } = cast('Bless', []);
    expect([HERO, idOf('Friend')].map((id) => of(id).active_effects.map(({ name }) => name))).toEqual([
      ['Bless'],
      ['Bless'],
    ]);
    expect(of(FOE).active_effects).toEqual([]);
    const before = bout.rolls.length;
    performSrdAction(bout, createAttack(idOf('Friend'), SWORD, FOE));
    const [roll] = bout.rolls.slice(before);
    expect(roll?.expression).toMatch(/^1d20\+1d4[+-]\d+$/);
    const [natural = 0, extra = 0] = roll?.faces ?? [];
    const bonus = Number(/[+-]\d+$/.exec(roll?.expression ?? '')?.[0]);
    expect(roll?.total).toBe(natural + bonus + extra);
    const reached = roll?.total ?? 0;
    if (natural > 1 && natural < 20)
      expect(roll?.result === 'Hit').toBe(reached >= (roll?.target?.value ?? 0));
  });

  it('has no lasting effect on one who withstands it or is missed', () => {
    const seen = new Set<string>();
    for (const seed of '0123456789abcdef') {
      for (const name of ['Bane', 'Ray of Frost']) {
        const { rolls, of } = cast(name, [FOE], seed);
        const isSaved = rolls.some(({ characterId, result }) => characterId === FOE && result === 'Success');
        const isMissed = rolls.some(({ characterId, result }) => characterId === HERO && result === 'Miss');
        const isHeld = of(FOE).active_effects.some((effect) => effect.name === name);
        expect([name, seed, isHeld]).toEqual([name, seed, !isSaved && !isMissed]);
        seen.add(`${name} ${isHeld}`);
      }
    }
    expect([...seen].toSorted()).toEqual([
      'Bane false',
      'Bane true',
      'Ray of Frost false',
      'Ray of Frost true',
    ]);
  });

  it('protects: armor, a blurred shape, flames around the body', () => {
    const armor = (name: string) => computeArmorClass(cast(name, [HERO]).of(HERO));
    const usual = armor('Light');
    expect([armor('Mage Armor') - usual, armor('Barkskin')]).toEqual([3, 16]);
    const blurred = cast('Blur', []);
    performSrdAction(blurred.bout, createAttack(FOE, SWORD, HERO));
    expect(blurred.bout.rolls.at(-1)?.advantage ?? 'NONE').not.toBe('ADVANTAGE');
    expect(
      blurred.bout.rolls.some(
        ({ characterId, advantage }) => characterId === FOE && advantage === 'DISADVANTAGE',
      ),
    ).toBe(true);
    expect(cast('Fire Shield', []).of(HERO).active_effects[0]?.struck_damage).toEqual({
      dice: '2d8',
      type: 'fire',
    });
  });

  it('adds damage to weapons and hurts nobody by itself; a smite is used up by one hit', () => {
    const { bout, of } = cast('Branding Smite', []);
    const hurt = of(FOE).hit_points.current;
    expect(of(HERO).active_effects[0]?.weapon_damage).toMatchObject({ dice: '2d6', once: true });
    for (let blow = 0; blow < 20 && of(FOE).hit_points.current === hurt; blow += 1)
      performSrdAction(bout, createAttack(HERO, SWORD, FOE));
    expect(bout.rolls.some(({ damageType }) => damageType === 'radiant')).toBe(true);
    expect(of(HERO).active_effects.some(({ weapon_damage }) => weapon_damage !== undefined)).toBe(false);
    const door = cast('Dimension Door', [FOE]);
    expect(door.rolls).toEqual([]);
    expect(door.bout.told.join(' ')).toContain('Dimension Door');
  });

  it('ends a condition, and steadies the dying', () => {
    const { bout, of } = cast('Light', []);
    const friend = idOf('Friend');
    bout.apply([{ op: 'add_condition', characterId: friend, name: 'poisoned', source: 'a dart' }]);
    performSrdAction(bout, spellAction('Lesser Restoration', [friend]));
    expect(of(friend).conditions).toEqual([]);
    bout.apply([{ op: 'deal_damage', targetId: friend, amount: 50, type: 'fire' }]);
    performSrdAction(bout, spellAction('Spare the Dying', [friend]));
    expect(of(friend).status).toBe('stable');
  });

  it('is refused to one who does not know it', () => {
    const arena = standard(creature('ogre'), wizard({ spells_known: ['Light'] }));
    const bout = arena.begin(arena.snapshot);
    performSrdAction(bout, spellAction('Fireball', [FOE]));
    expect(bout.snapshot).toBe(arena.snapshot);
    expect(bout.told).toEqual(['Hero does not know Fireball.']);
  });
});

describe('a fight', () => {
  it('ends in victory with experience when the last foe gives up', () => {
    const arena = standard(creature('bandit'));
    const bout = arena.begin(arena.snapshot);
    strike(bout);
    const yielding: SrdAction = { actorId: FOE, kind: 'yield' };
    playFight(bout, HERO, [yielding], 'persona');
    playFight(bout, HERO, [yielding], 'next-player');
    expect(bout.snapshot.combat).toBeNull();
    expect(blockOf(bout.snapshot, FOE).status).toBe('conscious');
    expect(blockOf(bout.snapshot, HERO).experience).toBe(25);
    expect(arena.rejected).toEqual([]);
  });

  it('ends by words that succeed, and those of lower rank follow', () => {
    const arena = openArena([
      { name: 'Hero', block: hero(), isPersona: true },
      { name: 'Foe', block: creature('bandit captain'), more: { side: 'foes', tier: 'major' } },
      { name: 'Second', block: creature('bandit'), more: { side: 'foes', tier: 'minor' } },
    ]);
    const bout = arena.begin(arena.snapshot);
    strike(bout);
    performSrdAction(bout, {
      actorId: HERO,
      kind: 'check',
      check: { skill: 'persuasion' },
      label: 'Persuasion',
      difficulty: 1,
      swaysId: FOE,
      slot: 0,
    });
    expect(
      bout.snapshot.combat?.combatants
        .filter(({ out }) => out)
        .map(({ id }) => String(id))
        .toSorted(),
    ).toEqual([String(FOE), String(idOf('Second'))]);
  });

  it('lets a friend stop the dying, and a long rest wake the stable', () => {
    const down = hero({ hit_points: { current: 0, max: 50 }, status: 'unconscious' });
    for (let at = 0; at < 20; at += 1) {
      const arena = openArena(
        [
          { name: 'Hero', block: hero({ skills: { medicine: 'expertise' } }), isPersona: true },
          { name: 'Friend', block: down, more: { side: 'party', status: 'unconscious' } },
        ],
        `${at}`.padStart(64, '4'),
      );
      const bout = arena.begin(arena.snapshot);
      performSrdAction(bout, { actorId: HERO, kind: 'aid', targetId: idOf('Friend') });
      if (blockOf(bout.snapshot, idOf('Friend')).status !== 'stable') continue;
      bout.apply([{ op: 'take_rest', kind: 'long', resters: [{ characterId: idOf('Friend') }] }]);
      expect(blockOf(bout.snapshot, idOf('Friend'))).toMatchObject({
        status: 'conscious',
        hit_points: { current: 1 },
      });
      return;
    }
    throw new Error('nobody could be steadied');
  });

  it('leaves the turn to the player whose character comes to in it', () => {
    const other = idOf('Other', true);
    for (let at = 0; at < 200; at += 1) {
      const arena = openArena(
        [
          { name: 'Hero', block: hero({ hit_points: { current: 400, max: 400 } }), isPersona: true },
          { name: 'Other', block: hero(), isPersona: true },
          { name: 'Foe', block: creature('bandit') },
        ],
        `${at}`.padStart(64, '7'),
      );
      const bout = arena.begin(arena.snapshot);
      openFight(bout, [createAttack(HERO, SWORD, FOE)]);
      bout.apply([
        { op: 'set_hit_points', characterId: FOE, current: 11 },
        { op: 'deal_damage', targetId: other, amount: 50, type: 'slashing' },
      ]);
      const begun = bout.snapshot.combat?.combatants.map(({ id }) => id) ?? [];
      if (begun[0] !== HERO || begun[1] !== other) continue;
      playFight(bout, HERO, [], 'next-player');
      const { status, hit_points } = blockOf(bout.snapshot, other);
      if (status !== 'conscious') continue;
      expect(hit_points.current).toBe(1);
      expect(bout.snapshot.combat?.combatants[bout.snapshot.combat.turn]?.id).toBe(other);
      expect(blockOf(bout.snapshot, FOE).hit_points.current).toBe(11);
      return;
    }
    throw new Error('nobody came to');
  });

  it('gives a turn one action, and a second wind beside it once', () => {
    const arena = standard(creature('ogre'), hero({ hit_points: { current: 200, max: 300 } }));
    const bout = arena.begin(arena.snapshot);
    strike(bout);
    const wind: SrdAction = { actorId: HERO, kind: 'feature', name: 'second_wind', targetId: HERO };
    const drink: SrdAction = {
      actorId: HERO,
      kind: 'drink',
      name: 'potion_of_healing',
      heals: '2d4+2',
      itemId: null,
      targetId: HERO,
    };
    playFight(bout, HERO, [wind, createAttack(HERO, SWORD, FOE), drink], 'persona');
    expect(bout.told).toContain('Hero uses second wind.');
    expect(bout.told).toContain('Hero has no time for more in this round.');
    expect(bout.rolls.filter(({ purpose }) => purpose === 'Sword attack roll')).toHaveLength(2);
    expect(blockOf(bout.snapshot, HERO).resources.class_features.second_wind?.used).toBe(1);
  });
});
