import { describe, expect, it } from 'vitest';
import { writeConditionsLine, writeResourcesLine, writeStatusLine } from '#engine/srd5e/hit-points.ts';
import { adventurer, creature, dying } from './creatures.ts';

describe('the resources line', () => {
  it('shows what remains of what there is', () => {
    const hero = creature({
      resources: {
        hit_dice: { d8: { used: 1, total: 3 } },
        spell_slots: { '1': { used: 0, total: 2 }, '2': { used: 1, total: 1 } },
        class_features: {
          ki_points: { used: 2, total: 5, recovery: 'short_rest' },
          rage: { used: 1, total: 3, recovery: 'long_rest' },
        },
        consumables: { potions: 2 },
      },
    });

    expect(writeResourcesLine(hero)).toBe(
      'HD: 2/3, Spells: L1 2/2, L2 0/1, Ki: 3/5, Rage: 2/3, Potions: 2, Exhaustion: 0',
    );
  });

  it.each([
    [
      'a paladin of level 1',
      adventurer('paladin', 1),
      'HD: 1/1, Spells: No Spells Yet (Level 2+), Divine Sense: 1/1, Lay on Hands: 5/5, Exhaustion: 0',
    ],
    [
      'a ranger of level 1',
      adventurer('ranger', 1),
      'HD: 1/1, Spells: No Spells Yet (Level 2+), Exhaustion: 0',
    ],
    ['a ranger of level 2', adventurer('ranger', 2), 'HD: 2/2, Spells: L1 2/2, Exhaustion: 0'],
    ['a warlock', adventurer('warlock', 5), 'HD: 5/5, Pact: L3 2/2, Exhaustion: 0'],
    ['a tireless barbarian', adventurer('barbarian', 20), 'HD: 20/20, Rage: unlimited, Exhaustion: 0'],
    ['a fighter', adventurer('fighter', 2), 'HD: 2/2, Second Wind: 1/1, Action Surge: 1/1, Exhaustion: 0'],
    ['someone with nothing', creature({ exhaustion: 2 }), 'Exhaustion: 2'],
  ])('of %s', (_case, block, line) => {
    expect(writeResourcesLine(block)).toBe(line);
  });

  it('writes names as a person would', () => {
    const pool = { total: 1, recovery: 'long_rest' } as const;
    const block = creature({
      resources: {
        class_features: { hurl_through_hell: pool, eye_of_the_storm: pool, mystic_arcanum_6: pool },
        consumables: { 'healing potions': 1 },
      },
    });

    expect(writeResourcesLine(block)).toBe(
      'Hurl through Hell: 1/1, Eye of the Storm: 1/1, Mystic Arcanum (6th): 1/1, Healing Potions: 1, Exhaustion: 0',
    );
  });

  it('names the sizes of mixed hit dice', () => {
    const mixed = creature({
      resources: { hit_dice: { d8: { used: 1, total: 1 }, d10: { used: 1, total: 3 } } },
    });

    expect(writeResourcesLine(mixed)).toBe('HD: d10 2/3, d8 0/1, Exhaustion: 0');
  });
});

describe('the status line', () => {
  it.each([
    [
      'a fighter',
      adventurer('fighter', 3, {
        hit_points: { current: 24, max: 28, temporary: 5 },
        experience: 950,
        resources: { gold: 15 },
      }),
      'Lvl 3 Fighter | HP: 24/28 (Temp: 5) | XP: 950/2700 | Gold: 15gp',
    ],
    [
      'a hero of two classes',
      creature({
        classes: [
          { class: 'fighter', level: 3 },
          { class: 'wizard', level: 2 },
        ],
        experience: 7_000,
      }),
      'Lvl 5 Fighter 3 / Wizard 2 | HP: 10/10 (Temp: 0) | XP: 7000/14000 | Gold: 0gp',
    ],
    [
      'a legend',
      adventurer('bard', 20, { experience: 400_000 }),
      'Lvl 20 Bard | HP: 10/10 (Temp: 0) | XP: 400000 | Gold: 0gp',
    ],
    ['a monster', creature({ challenge_rating: '1/4' }), 'CR 1/4 | HP: 10/10 (Temp: 0) | Gold: 0gp'],
    ['a commoner', creature(), 'HP: 10/10 (Temp: 0) | Gold: 0gp'],
    [
      'the exhausted, whose maximum is halved',
      creature({ exhaustion: 4, hit_points: { current: 5, max: 11 } }),
      'HP: 5/5 (Temp: 0) | Gold: 0gp',
    ],
  ])('of %s', (_case, block, line) => {
    expect(writeStatusLine(block)).toBe(line);
  });
});

describe('the conditions line', () => {
  it.each([
    ['the healthy', creature(), 'Conditions: None | Exhaustion: 0 | Inspiration: No'],
    [
      'the poisoned and inspired',
      creature({
        conditions: [
          { name: 'prone', source: 'ice' },
          { name: 'poisoned', source: 'wine' },
          { name: 'poisoned', source: 'snake' },
        ],
        exhaustion: 1,
        inspiration: true,
      }),
      'Conditions: Poisoned, Prone | Exhaustion: 1 | Inspiration: Yes',
    ],
    ['the dying', dying(), 'Conditions: Incapacitated, Unconscious | Exhaustion: 0 | Inspiration: No'],
    [
      'the dead',
      creature({ status: 'dead', hit_points: { current: 0, max: 5 } }),
      'Conditions: Dead | Exhaustion: 0 | Inspiration: No',
    ],
  ])('of %s', (_case, block, line) => {
    expect(writeConditionsLine(block)).toBe(line);
  });
});
