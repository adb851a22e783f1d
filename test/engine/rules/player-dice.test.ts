import { describe, expect, it } from 'vitest';
import { rollPlayerDice } from '#engine/rules/dice.ts';
import { Roll } from '#engine/rules/roll.ts';
import { accepted } from './dice/rolled.ts';

const request = { sceneIndex: 8, ordinal: 0, purpose: 'Persuasion', playerDice: 'allowed' } as const;

it('takes what the dice show and adds the modifier itself', () => {
  const roll = accepted(rollPlayerDice('2d6+1', [4, 6], request));

  expect(roll).toMatchObject({
    source: 'PLAYER',
    faces: [4, 6],
    modifier: 1,
    total: 11,
    position: { sceneIndex: 8, ordinal: 0 },
    line: 'Persuasion: 2d6+1 = [4, 6]+1 = 11',
  });
  expect(Roll.parse(roll)).toEqual(roll);
});

it.each([1, 50, 100])('takes %i from percentile dice', (face) => {
  expect(rollPlayerDice('1d100', [face], request)).toMatchObject({ total: face, source: 'PLAYER' });
});

it('takes both throws of a die with advantage', () => {
  expect(rollPlayerDice('1d20+2 adv', [3, 18], request)).toMatchObject({
    faces: [3, 18],
    dropped: [0],
    total: 20,
  });
});

describe('refuses, with the reason', () => {
  it.each([
    [
      '0 on percentile dice',
      '1d100',
      [0],
      'a d100 cannot show 0; give a whole number from 1 to 100; 00 on percentile dice counts as 100',
      0,
    ],
    [
      '101 on percentile dice',
      '1d100',
      [101],
      'a d100 cannot show 101; give a whole number from 1 to 100',
      0,
    ],
    ['a negative face', '1d20', [-3], 'a d20 cannot show -3; give a whole number from 1 to 20', 0],
    ['half a face', '1d20', [7.5], 'a d20 cannot show 7.5; give a whole number from 1 to 20', 0],
    ['no number at all', '1d20', [Number.NaN], 'a d20 cannot show NaN; give a whole number from 1 to 20', 0],
    [
      'infinity',
      '1d20',
      [Number.POSITIVE_INFINITY],
      'a d20 cannot show Infinity; give a whole number from 1 to 20',
      0,
    ],
    [
      'the wrong die of several',
      '1d20+1d4',
      [20, 5],
      'a d4 cannot show 5; give a whole number from 1 to 4',
      1,
    ],
    [
      'a 2 on a Fate die',
      '4dF',
      [1, 0, 2, -1],
      'a Fate die cannot show 2; give a whole number from -1 to 1',
      2,
    ],
  ])('%s', (_case, expression, faces, reason, position) => {
    expect(rollPlayerDice(expression, faces, request)).toEqual({
      rejected: 'impossible-face',
      reason,
      path: ['faces', position],
    });
  });

  it.each([
    ['too few numbers', '2d6', [4], '2d6 needs 2 numbers (one for each die); 1 came'],
    ['no numbers', '1d20+3', [], '1d20+3 needs 1 number (one for each die); 0 came'],
    ['too many numbers', '1d20', [4, 5], '1d20 needs 1 number (one for each die); 2 came'],
    [
      'one throw where advantage makes two',
      '1d20 adv',
      [4],
      '1d20 needs 2 numbers (the first die is rolled twice); 1 came',
    ],
  ])('%s', (_case, expression, faces, reason) => {
    expect(rollPlayerDice(expression, faces, request)).toEqual({
      rejected: 'wrong-number-of-faces',
      reason,
      path: ['faces'],
    });
  });

  it('an explosion that was not rolled', () => {
    expect(rollPlayerDice('2d6!', [2, 6], request)).toEqual({
      rejected: 'missing-explosion',
      reason:
        '2d6! got 2 numbers; the highest face explodes: roll that die again and give every number in the order rolled',
      path: ['faces'],
    });
  });

  it('any number where the ruleset rolls for itself', () => {
    expect(rollPlayerDice('1d20', [20], { ...request, playerDice: 'forbidden' })).toEqual({
      rejected: 'player-dice-forbidden',
      reason: 'this ruleset rolls all dice itself; ask the engine to roll',
    });
  });

  it('dice nobody can roll', () => {
    expect(rollPlayerDice('2x6', [3, 3], request)).toMatchObject({ rejected: 'unreadable-dice' });
  });
});
