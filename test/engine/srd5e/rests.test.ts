import { describe, expect, it } from 'vitest';
import { recoverSpellSlots, takeLongRest, takeShortRest } from '#engine/srd5e/rests.ts';
import type { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { adventurer, creature, dying, specialist } from './creatures.ts';
import { resolved } from './resolved.ts';
import { scriptedDice } from './scripted-dice.ts';

/** Everything the creature can spend, spent. */
function spent(block: Srd5eStatBlock): Srd5eStatBlock {
  const { hit_dice, spell_slots, pact_slots, class_features } = block.resources;
  const empty = <Pool extends { total: number | 'unlimited' }>(pools: Record<string, Pool>) =>
    Object.fromEntries(
      Object.entries(pools).map(([name, pool]) => [
        name,
        { ...pool, used: pool.total === 'unlimited' ? 0 : pool.total },
      ]),
    );
  return {
    ...block,
    resources: {
      ...block.resources,
      hit_dice: empty(hit_dice),
      spell_slots: empty(spell_slots),
      pact_slots: pact_slots && { ...pact_slots, used: pact_slots.total },
      class_features: empty(class_features),
    },
  };
}

const used = (block: Srd5eStatBlock) =>
  Object.entries(block.resources.class_features)
    .filter(([, pool]) => pool.used > 0)
    .map(([name]) => name);

describe('a short rest', () => {
  const wounded = adventurer('fighter', 3, {
    abilities: { constitution: 14 },
    hit_points: { current: 5, max: 28 },
  });

  it('turns hit dice into hit points, each with the constitution modifier', () => {
    const dice = scriptedDice(4, 7);

    expect(resolved(takeShortRest(wounded, { spend: { d10: 2 } }, dice))).toMatchObject({
      regained: 15,
      block: { hit_points: { current: 20 }, resources: { hit_dice: { d10: { used: 2, total: 3 } } } },
    });
    expect(dice.asked).toEqual(['1d10+2', '1d10+2']);
  });

  it('never costs the frail hit points', () => {
    const frail = adventurer('wizard', 2, {
      abilities: { constitution: 4 },
      hit_points: { current: 1, max: 4 },
    });

    expect(resolved(takeShortRest(frail, { spend: { d6: 2 } }, scriptedDice(1, 4))).regained).toBe(1);
  });

  it('adds a bard’s song once for whoever spends a die, and only then', () => {
    const song = { songOfRest: 'd6' };

    expect(
      resolved(takeShortRest(wounded, { spend: { d10: 2 }, ...song }, scriptedDice(1, 1, 6))).regained,
    ).toBe(12);
    expect(resolved(takeShortRest(wounded, song, scriptedDice())).regained).toBe(0);
  });

  it('refuses dice the creature does not have and rests not at all', () => {
    expect(takeShortRest(wounded, { spend: { d10: 4 } }, scriptedDice())).toMatchObject({
      rejected: 'resource-exhausted',
      reason: 'hit dice d10: 3 left, 4 asked for',
    });
    expect(takeShortRest(wounded, { spend: { d12: 1 } }, scriptedDice())).toMatchObject({
      rejected: 'unknown-resource',
    });
  });

  it.each([
    ['warlock', 5, [], []],
    ['fighter', 17, ['indomitable'], []],
    ['monk', 10, [], []],
    ['cleric', 10, ['divine_intervention'], ['1', '2', '3', '4', '5']],
    ['druid', 5, [], ['1', '2', '3']],
    ['bard', 4, ['bardic_inspiration'], ['1', '2']],
    ['bard', 5, [], ['1', '2', '3']],
    ['barbarian', 5, ['rage'], []],
    ['paladin', 3, ['divine_sense', 'lay_on_hands_pool'], ['1']],
    ['rogue', 20, [], []],
    ['sorcerer', 4, ['sorcery_points'], ['1', '2']],
    ['wizard', 20, ['arcane_recovery'], ['1', '2', '3', '4', '5', '6', '7', '8', '9']],
  ] as const)(
    'leaves a tired %s of level %i without %j and slots of levels %j',
    (name, level, features, slots) => {
      const { block } = resolved(takeShortRest(spent(adventurer(name, level)), {}, scriptedDice()));
      const empty = Object.entries(block.resources.spell_slots).filter(([, pool]) => pool.used > 0);

      expect(used(block)).toEqual(features);
      expect(empty.map(([slot]) => slot)).toEqual(slots);
      expect(block.resources.pact_slots?.used ?? 0).toBe(0);
    },
  );

  it('gives a sorcerer of level 20 four points back', () => {
    const { block } = resolved(takeShortRest(spent(adventurer('sorcerer', 20)), {}, scriptedDice()));

    expect(block.resources.class_features.sorcery_points).toMatchObject({ used: 16, total: 20 });
  });

  it('ends what lasts until a short rest, and wakes the stable who spend a die', () => {
    const weary = creature({
      conditions: [
        { name: 'poisoned', source: 'wine', ends: { when: 'short_rest' } },
        { name: 'blinded', source: 'curse', ends: { when: 'long_rest' } },
      ],
    });
    const stable = dying({ status: 'stable' });

    expect(resolved(takeShortRest(weary, {}, scriptedDice())).block.conditions).toMatchObject([
      { name: 'blinded' },
    ]);
    expect(resolved(takeShortRest(stable, { spend: { d10: 1 } }, scriptedDice(5))).block.status).toBe(
      'conscious',
    );
  });

  it('is not for the dying or the dead', () => {
    const dead = creature({ status: 'dead', hit_points: { current: 0, max: 10 } });

    expect(takeShortRest(dying(), {}, scriptedDice())).toMatchObject({ rejected: 'creature-dying' });
    expect(takeShortRest(dead, {}, scriptedDice())).toMatchObject({ rejected: 'creature-dead' });
  });
});

describe('slots drawn back during a short rest', () => {
  const wizard = spent(adventurer('wizard', 4));
  const fresh = (level: number) => {
    const block = adventurer('wizard', level);
    return { ...block, resources: { ...block.resources, spell_slots: spent(block).resources.spell_slots } };
  };

  it('come back once between long rests', () => {
    const recover = { feature: 'arcane_recovery', slots: { '1': 2 } } as const;

    expect(takeShortRest(wizard, { recover }, scriptedDice())).toMatchObject({
      rejected: 'resource-exhausted',
    });
  });

  it.each([
    [{ '1': 2 }, { '1': { used: 2 }, '2': { used: 3 } }],
    [{ '2': 1 }, { '1': { used: 4 }, '2': { used: 2 } }],
  ])('%j are what a wizard of level 4 may have back', (slots, spell_slots) => {
    expect(
      resolved(takeShortRest(fresh(4), { recover: { feature: 'arcane_recovery', slots } }, scriptedDice()))
        .block.resources,
    ).toMatchObject({ spell_slots, class_features: { arcane_recovery: { used: 1 } } });
  });

  it.each([
    ['more levels than half the class, rounded up', fresh(3), { '1': 3 }, 'too-many-slots'],
    ['a slot of level 6', fresh(20), { '6': 1 }, 'slots-not-recoverable'],
    ['fewer slots than none', fresh(20), { '1': -1 }, 'slots-not-recoverable'],
    ['a slot nobody expended', adventurer('wizard', 20), { '1': 1 }, 'slots-not-recoverable'],
  ])('are not %s', (_case, block, slots, rejected) => {
    expect(recoverSpellSlots(block, { feature: 'arcane_recovery', slots })).toMatchObject({ rejected });
  });

  it('come to druids of the land, and to no other druid', () => {
    const land = specialist('druid', 'circle_of_the_land', 2);
    const drained = {
      ...land,
      resources: { ...land.resources, spell_slots: spent(land).resources.spell_slots },
    };
    const recovery = { feature: 'natural_recovery', slots: { '1': 1 } } as const;

    expect(resolved(recoverSpellSlots(drained, recovery)).resources.spell_slots['1']).toEqual({
      used: 2,
      total: 3,
    });
    expect(recoverSpellSlots(adventurer('druid', 2), recovery)).toMatchObject({
      rejected: 'unknown-resource',
    });
  });
});

describe('a long rest', () => {
  const night = { endsAt: { day: 10, microsecond: 0 }, ateAndDrank: true };

  it('gives back hit points, slots and features, and takes temporary hit points', () => {
    const tired = spent(
      adventurer('paladin', 6, { hit_points: { current: 1, max: 40, temporary: 7 }, exhaustion: 2 }),
    );
    const { block, regained } = resolved(takeLongRest(tired, night));

    expect(regained).toBe(39);
    expect(block).toMatchObject({
      hit_points: { current: 40, temporary: 0 },
      exhaustion: 1,
      last_long_rest: night.endsAt,
    });
    expect(used(block)).toEqual([]);
    expect(Object.values(block.resources.spell_slots).every((pool) => pool.used === 0)).toBe(true);
  });

  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [8, 4],
    [9, 4],
    [20, 10],
  ])('gives a fighter of level %i back %i hit dice', (level, back) => {
    const { hitDiceRegained, block } = resolved(takeLongRest(spent(adventurer('fighter', level)), night));

    expect(hitDiceRegained).toBe(back);
    expect(block.resources.hit_dice.d10).toEqual({ used: level - back, total: level });
  });

  it('gives back the largest hit dice first, and no more than were spent', () => {
    const mixed = creature({
      resources: { hit_dice: { d6: { used: 3, total: 3 }, d12: { used: 1, total: 3 } } },
    });

    expect(resolved(takeLongRest(mixed, night)).block.resources.hit_dice).toEqual({
      d6: { used: 1, total: 3 },
      d12: { used: 0, total: 3 },
    });
  });

  it('eases exhaustion before it heals, and not on an empty stomach', () => {
    const tired = creature({ exhaustion: 4, hit_points: { current: 5, max: 20 } });

    expect(resolved(takeLongRest(tired, night)).block).toMatchObject({
      exhaustion: 3,
      hit_points: { current: 20 },
    });
    expect(resolved(takeLongRest(tired, { ...night, ateAndDrank: false })).block).toMatchObject({
      exhaustion: 4,
      hit_points: { current: 10 },
    });
  });

  it('helps once in 24 hours', () => {
    const { block } = resolved(takeLongRest(creature(), night));
    const soon = { ...night, endsAt: { day: 10, microsecond: 86_399_999_999 } };

    expect(takeLongRest(block, soon)).toMatchObject({ rejected: 'rested-too-recently' });
    expect(resolved(takeLongRest(block, { ...night, endsAt: { day: 11, microsecond: 0 } })).regained).toBe(0);
  });

  it.each([
    ['the dying', dying(), 'no-hit-points'],
    ['the stable', dying({ status: 'stable' }), 'no-hit-points'],
    ['the dead', creature({ status: 'dead', hit_points: { current: 0, max: 9 } }), 'creature-dead'],
  ])('does nothing for %s', (_case, block, rejected) => {
    expect(takeLongRest(block, night)).toMatchObject({ rejected });
  });

  it('restores nothing that no rest restores', () => {
    const boon = creature({
      resources: { class_features: { boon: { used: 1, total: 1, recovery: 'never' } } },
    });

    expect(used(resolved(takeLongRest(boon, night)).block)).toEqual(['boon']);
  });
});
