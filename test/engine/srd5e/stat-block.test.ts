import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';

const kira = {
  abilities: { strength: 16, dexterity: 14, constitution: 15, intelligence: 10, wisdom: 12, charisma: 8 },
  classes: [{ class: 'fighter', level: 3 }],
  hit_points: { current: 28, max: 28 },
};

it('fills in what an author left out', () => {
  const block = Srd5eStatBlock.parse(kira);

  expect(block).toMatchObject({
    classes: [{ class: 'fighter', level: 3, subclass: null }],
    armor: { kind: 'unarmored', base: 10, shield: false },
    speed: { walk: 30, fly: 0 },
    hit_points: { temporary: 0 },
    status: 'conscious',
    death_saves: { successes: 0, failures: 0 },
    exhaustion: 0,
    concentration: null,
    resources: { gold: 0, hit_dice: {}, spell_slots: {}, pact_slots: null },
    last_long_rest: null,
  });
});

it('takes what is used for nothing until it is said otherwise', () => {
  const resources = {
    hit_dice: { d10: { total: 3 } },
    pact_slots: { level: 1, total: 1 },
    class_features: { second_wind: { total: 1, recovery: 'short_rest' } },
  };

  expect(Srd5eStatBlock.parse({ ...kira, resources }).resources).toMatchObject({
    hit_dice: { d10: { used: 0 } },
    pact_slots: { used: 0 },
    class_features: { second_wind: { used: 0, die: null } },
  });
});

it('comes back the same from JSON', () => {
  const block = Srd5eStatBlock.parse(kira);

  expect(Srd5eStatBlock.parse(JSON.parse(JSON.stringify(block)))).toEqual(block);
});

it('takes a monster with a fractional challenge rating and qualified defences', () => {
  const wight = {
    abilities: kira.abilities,
    challenge_rating: '1/4',
    hit_points: { current: 7, max: 7 },
    resistances: ['necrotic', { type: 'slashing', unless: ['magical', 'silvered'] }],
  };

  expect(Srd5eStatBlock.parse(wight).resistances).toHaveLength(2);
});

const asleep = [{ name: 'unconscious', source: 'sleep' }];

it.each([
  ['hit points above the maximum', { hit_points: { current: 29, max: 28 } }, 'above the maximum of 28'],
  [
    'hit points above a maximum halved by exhaustion',
    { exhaustion: 4, hit_points: { current: 15, max: 29 } },
    'above the maximum of 14 (29 halved by exhaustion)',
  ],
  ['a conscious creature at 0 hit points', { hit_points: { current: 0, max: 28 } }, '0 hit points'],
  ['a conscious sleeper', { conditions: asleep }, 'status is unconscious'],
  ['a stable creature above 0 hit points', { status: 'stable' }, 'needs 0 hit points'],
  ['a dead creature above 0 hit points', { status: 'dead' }, 'needs 0 hit points'],
  ['a faint without a reason', { status: 'unconscious' }, 'only an unconscious condition'],
  ['life at exhaustion 6', { exhaustion: 6, hit_points: { current: 1, max: 28 } }, 'status must be dead'],
  [
    'more than 20 levels',
    {
      classes: [
        { class: 'bard', level: 11 },
        { class: 'rogue', level: 10 },
      ],
    },
    'add up to 21',
  ],
  ['a level beyond 20', { classes: [{ class: 'bard', level: 21 }] }, 'Too big'],
  ['a score beyond 30', { abilities: { ...kira.abilities, strength: 31 } }, 'Too big'],
  [
    'the same class twice',
    {
      classes: [
        { class: 'bard', level: 1 },
        { class: 'bard', level: 2 },
      ],
    },
    'listed twice',
  ],
  [
    'more used than there is',
    { resources: { hit_dice: { d8: { used: 2, total: 1 } } } },
    'may not exceed total',
  ],
  ['a field nobody knows', { armour_class: 15 }, 'armour_class'],
])('refuses %s', (_case, change, message) => {
  const result = Srd5eStatBlock.safeParse({ ...kira, ...change });

  expect(result.success).toBe(false);
  expect(result.error?.message).toContain(message);
});

it.each([
  ['asleep above 0 hit points', { status: 'unconscious', conditions: asleep }],
  ['dying', { status: 'unconscious', hit_points: { current: 0, max: 28 } }],
  ['stable', { status: 'stable', hit_points: { current: 0, max: 28 } }],
  ['dead of exhaustion', { status: 'dead', exhaustion: 6, hit_points: { current: 0, max: 28 } }],
])('accepts a creature that is %s', (_case, change) => {
  expect(Srd5eStatBlock.safeParse({ ...kira, ...change }).success).toBe(true);
});

it('can be given to authors as a JSON Schema that holds what they write', () => {
  const check = new Ajv2020().compile(z.toJSONSchema(Srd5eStatBlock, { io: 'input' }));

  expect(check(kira)).toBe(true);
  expect(check({ ...kira, hit_points: { current: -1, max: 28 } })).toBe(false);
});
