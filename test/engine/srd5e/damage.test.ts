import { describe, expect, it } from 'vitest';
import { takeDamage } from '#engine/srd5e/hit-points.ts';
import { type Srd5eDamageDefence, Srd5eDamageType } from '#engine/srd5e/terms.ts';
import { adventurer, creature, dying } from './creatures.ts';
import { resolved } from './resolved.ts';

const slash = (amount: number) => ({ parts: [{ amount, type: 'slashing' as const }] });

it('knows the thirteen damage types', () => {
  expect(Srd5eDamageType.options).toEqual([
    'acid',
    'bludgeoning',
    'cold',
    'fire',
    'force',
    'lightning',
    'necrotic',
    'piercing',
    'poison',
    'psychic',
    'radiant',
    'slashing',
    'thunder',
  ]);
});

describe('a defence', () => {
  const tough = (change: Parameters<typeof creature>[0]) =>
    creature({ hit_points: { current: 100, max: 100 }, ...change });
  const weaponsOnly: Srd5eDamageDefence = { type: 'slashing', unless: ['magical'] };

  it.each([
    ['nothing special', tough({}), slash(25), 25],
    ['resistance, rounded down', tough({ resistances: ['slashing'] }), slash(25), 12],
    ['resistance twice over', tough({ resistances: ['slashing', weaponsOnly] }), slash(25), 12],
    ['vulnerability', tough({ vulnerabilities: ['slashing'] }), slash(25), 50],
    ['vulnerability twice over', tough({ vulnerabilities: ['slashing', 'slashing'] }), slash(25), 50],
    [
      'resistance, then vulnerability',
      tough({ resistances: ['slashing'], vulnerabilities: ['slashing'] }),
      slash(25),
      24,
    ],
    ['immunity', tough({ immunities: ['slashing'], vulnerabilities: ['slashing'] }), slash(25), 0],
    [
      'a reduction before resistance',
      tough({ resistances: ['slashing'] }),
      { ...slash(25), reduction: 5 },
      10,
    ],
    ['a reduction larger than the blow', tough({}), { ...slash(3), reduction: 5 }, 0],
    ['resistance to another type', tough({ resistances: ['fire'] }), slash(25), 25],
    ['resistance a plain weapon meets', tough({ resistances: [weaponsOnly] }), slash(25), 12],
    [
      'resistance magic gets past',
      tough({ resistances: [weaponsOnly] }),
      { ...slash(25), qualities: ['magical' as const] },
      25,
    ],
    [
      'immunity silver gets past',
      tough({ immunities: [{ type: 'slashing', unless: ['magical', 'silvered'] }] }),
      { ...slash(25), qualities: ['silvered' as const] },
      25,
    ],
    ['stone', tough({ conditions: [{ name: 'petrified', source: 'basilisk' }] }), slash(25), 12],
    [
      'a rage',
      tough({ active_effects: [{ name: 'rage', source: 'self', resistances: ['slashing'] }] }),
      slash(25),
      12,
    ],
  ])('of %s', (_case, block, damage, taken) => {
    expect(resolved(takeDamage(block, damage))).toMatchObject({
      taken,
      block: { hit_points: { current: 100 - taken } },
    });
  });

  it('is weighed for each type of one blow by itself', () => {
    const damage = {
      parts: [
        { amount: 7, type: 'slashing' as const },
        { amount: 5, type: 'fire' as const },
      ],
    };

    expect(resolved(takeDamage(tough({ resistances: ['slashing'] }), damage)).taken).toBe(8);
    expect(resolved(takeDamage(tough({}), { ...damage, reduction: 9 })).taken).toBe(3);
  });
});

describe('temporary hit points', () => {
  it.each([
    [5, 7, 0, 8],
    [5, 5, 0, 10],
    [5, 3, 2, 10],
  ])('%i of them meet %i damage first', (temporary, amount, leftOver, current) => {
    const block = creature({ hit_points: { current: 10, max: 10, temporary } });

    expect(resolved(takeDamage(block, slash(amount))).block.hit_points).toMatchObject({
      temporary: leftOver,
      current,
    });
  });

  it('spare the dying a failed save while they last', () => {
    const block = dying({ hit_points: { current: 0, max: 10, temporary: 5 } });

    expect(resolved(takeDamage(block, slash(5)))).toMatchObject({
      fate: 'down',
      block: { death_saves: { failures: 0 }, hit_points: { temporary: 0 } },
    });
    expect(resolved(takeDamage(block, slash(6))).block.death_saves.failures).toBe(1);
  });
});

describe('a blow that brings a creature to 0 hit points', () => {
  const cleric = adventurer('cleric', 2, {
    hit_points: { current: 6, max: 12 },
    concentration: { spell: 'bless' },
  });

  it('fells a character, who drops its spell and lies on the ground', () => {
    expect(resolved(takeDamage(cleric, slash(17)))).toMatchObject({
      fate: 'fell',
      concentrationDifficulty: null,
      block: {
        status: 'unconscious',
        hit_points: { current: 0 },
        concentration: null,
        conditions: [{ name: 'prone' }],
      },
    });
  });

  it('kills at once when what remains equals the maximum', () => {
    expect(resolved(takeDamage(cleric, slash(18)))).toMatchObject({
      fate: 'died',
      block: { status: 'dead' },
    });
  });

  it('kills sooner when exhaustion has halved the maximum', () => {
    expect(resolved(takeDamage({ ...cleric, exhaustion: 4 }, slash(12)))).toMatchObject({ fate: 'died' });
    expect(resolved(takeDamage({ ...cleric, exhaustion: 3 }, slash(12)))).toMatchObject({ fate: 'fell' });
  });

  it('kills a monster, unless it is one that fights for its life', () => {
    expect(resolved(takeDamage(creature(), slash(10)))).toMatchObject({ fate: 'died' });
    expect(resolved(takeDamage(creature({ makes_death_saves: true }), slash(10)))).toMatchObject({
      fate: 'fell',
    });
  });

  it('knocks out whoever the attacker spares', () => {
    expect(resolved(takeDamage(creature(), { ...slash(10), knockOut: true }))).toMatchObject({
      fate: 'knocked_out',
      block: { status: 'stable' },
    });
  });
});

describe('a blow on a creature at 0 hit points', () => {
  it.each([
    ['a hit', false, 1],
    ['a critical hit', true, 2],
  ])('that is %s costs failed death saves', (_case, critical, failures) => {
    expect(resolved(takeDamage(dying(), { ...slash(1), critical }))).toMatchObject({
      fate: 'down',
      block: { death_saves: { failures }, status: 'unconscious' },
    });
  });

  it('kills with the third failure, or with damage of the maximum', () => {
    const almost = dying({ death_saves: { failures: 2 } });

    expect(resolved(takeDamage(almost, slash(1)))).toMatchObject({ fate: 'died', block: { status: 'dead' } });
    expect(resolved(takeDamage(dying(), slash(10)))).toMatchObject({ fate: 'died' });
    expect(resolved(takeDamage(dying(), slash(9)))).toMatchObject({ fate: 'down' });
  });

  it('starts the dying again for the stable', () => {
    expect(resolved(takeDamage(dying({ status: 'stable' }), slash(1))).block).toMatchObject({
      status: 'unconscious',
      death_saves: { failures: 1 },
    });
  });

  it('means nothing to the dead or when no damage is done', () => {
    const dead = creature({ status: 'dead', hit_points: { current: 0, max: 10 } });

    expect(takeDamage(dead, slash(5))).toMatchObject({ rejected: 'creature-dead' });
    expect(
      resolved(takeDamage(dying({ immunities: ['slashing'] }), slash(9))).block.death_saves.failures,
    ).toBe(0);
  });
});

describe('concentration', () => {
  it.each([
    [1, 10],
    [21, 10],
    [22, 11],
    [45, 22],
  ])('after %i damage hangs on a difficulty of %i', (amount, difficulty) => {
    const caster = creature({ hit_points: { current: 99, max: 99 }, concentration: { spell: 'fly' } });

    expect(resolved(takeDamage(caster, slash(amount))).concentrationDifficulty).toBe(difficulty);
  });

  it('is tested even when temporary hit points take the blow, and not when nothing hurts', () => {
    const caster = creature({
      hit_points: { current: 10, max: 10, temporary: 9 },
      concentration: { spell: 'fly' },
      immunities: ['fire'],
    });

    expect(resolved(takeDamage(caster, slash(4))).concentrationDifficulty).toBe(10);
    expect(
      resolved(takeDamage(caster, { parts: [{ amount: 9, type: 'fire' }] })).concentrationDifficulty,
    ).toBeNull();
  });
});
