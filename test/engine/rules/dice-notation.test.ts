import { describe, expect, it } from 'vitest';
import { DiceExpression, findDiceRange } from '#engine/rules/dice.ts';
import { normalised } from './dice/rolled.ts';

describe('reading dice', () => {
  it.each([
    ['1d20', '1d20'],
    ['d20', '1d20'],
    ['2D6', '2d6'],
    ['2d12+3', '2d12+3'],
    ['3d6-1', '3d6-1'],
    ['2d6+1d4+3', '2d6+1d4+3'],
    ['3 + d6', '1d6+3'],
    ['10-1d4', '-1d4+10'],
    ['-1d4+10', '-1d4+10'],
    ['1d6+2-5', '1d6-3'],
    ['1d6+2-2', '1d6'],
    ['1d6\u22121', '1d6-1'],
    ['  1d20  +  5  ', '1d20+5'],
    ['d%', '1d100'],
    ['1d100', '1d100'],
    ['4dF', '4dF'],
    ['4df+2', '4dF+2'],
    ['3d6!', '3d6!'],
    ['4d6kh3', '4d6kh3'],
    ['4d6KH3', '4d6kh3'],
    ['2d20kl1', '2d20kl1'],
    ['2d20kl', '2d20kl1'],
    ['4d6dl1', '4d6dl1'],
    ['4d6dh', '4d6dh1'],
    ['4d6!kh3', '4d6!kh3'],
    ['1d20 adv', '1d20'],
    ['1d20+5 disadvantage', '1d20+5'],
    ['1d20+1d4+5 ADV', '1d20+1d4+5'],
    ['100d1000', '100d1000'],
    ['1d2+10000', '1d2+10000'],
  ])('understands %s as %s', (expression, tidy) => {
    expect(normalised(expression)).toBe(tidy);
    expect(normalised(tidy)).toBe(tidy);
  });

  it.each([
    ['', 'no-dice', 'the dice expression is empty; write dice like 1d20+3'],
    ['   ', 'no-dice', 'the dice expression is empty; write dice like 1d20+3'],
    ['7', 'no-dice', '"7" has no dice in it; write dice like 1d20+3'],
    ['0d6', 'no-dice', '"0d6" throws no dice; throw at least one, like 1d6'],
    ['1000000000d6', 'too-many-dice', '"1000000000d6" throws 1000000000 dice; one roll throws at most 100'],
    ['101d6', 'too-many-dice', '"101d6" throws 101 dice; one roll throws at most 100'],
    ['60d6+41d6', 'too-many-dice', '101 dice are too many; one roll throws at most 100'],
    ['1d1', 'bad-sides', '"1d1" has dice of 1 sides; a die has 2 to 1000'],
    ['1d0', 'bad-sides', '"1d0" has dice of 0 sides; a die has 2 to 1000'],
    ['1d1001', 'bad-sides', '"1d1001" has dice of 1001 sides; a die has 2 to 1000'],
    ['1d20+10001', 'bad-modifier', 'the modifier 10001 is not a whole number from -10000 to 10000'],
    ['4dF!', 'fate-dice-do-not-explode', '"4dF!" explodes Fate dice; they have no highest face'],
    ['4d6kh5', 'bad-selection', '"4d6kh5" keeps 5 of 4 dice; with 4 dice write a number from 1 to 4'],
    ['4d6kh0', 'bad-selection', '"4d6kh0" keeps 0 of 4 dice; with 4 dice write a number from 1 to 4'],
    ['4d6dl4', 'bad-selection', '"4d6dl4" drops 4 of 4 dice; with 4 dice write a number from 1 to 3'],
    ['4d6dh0', 'bad-selection', '"4d6dh0" drops 0 of 4 dice; with 4 dice write a number from 1 to 3'],
    ['1d20dl1', 'bad-selection', '"1d20dl1" drops 1 of 1 dice; the only die must count'],
    [
      '1d20++5',
      'missing-term',
      'nothing follows the + at character 5 of "1d20++5"; write dice or a number there',
    ],
    [
      '1d20+',
      'missing-term',
      'nothing follows the + at character 5 of "1d20+"; write dice or a number there',
    ],
    ['-', 'missing-term', 'nothing follows the - at character 1 of "-"; write dice or a number there'],
  ])('refuses %j as %s and says what would be right', (expression, rejected, reason) => {
    expect(normalised(expression)).toEqual({ rejected, reason });
  });

  it.each([
    'abc',
    '2x6',
    '1d20 5',
    '1 d20',
    'd',
    '1d',
    '1d6kh3!',
    '1d6k3',
    '1d6!!',
    '1d6.5',
    '1d6*2',
    '(1d6)',
    '٣d٦',
    '1d20\n+\n5x',
    '1e3d6',
    '0x2d6',
    'constructor',
    '1d20 adv dis',
  ])('refuses %j and shows the forms dice take', (expression) => {
    expect(normalised(expression)).toMatchObject({
      rejected: 'unreadable-dice',
      reason: expect.stringContaining('dice look like 2d6, d20, d%, 4dF, 3d6!, 4d6kh3, 2d20kl1, 4d6dl1'),
    });
  });

  it('refuses an expression longer than anybody needs before it reads it', () => {
    const long = `1d6${'+1d6'.repeat(5000)}`;

    expect(normalised(long)).toEqual({
      rejected: 'dice-too-long',
      reason: 'the dice expression has 20003 characters; at most 100 are read',
    });
  });

  it('refuses an expression that would grow too long in the record of its roll', () => {
    expect(normalised(`d%kh${'+d%kh'.repeat(12)}`)).toEqual({
      rejected: 'dice-too-long',
      reason: 'the dice expression has 116 characters; at most 100 are read',
    });
  });

  it('refuses more groups of dice than one roll adds', () => {
    expect(normalised(`d4${'+d4'.repeat(20)}`)).toEqual({
      rejected: 'too-many-terms',
      reason: '21 groups of dice are too many; one roll adds at most 20',
    });
    expect(normalised(`d4${'+d4'.repeat(19)}`)).toBe(`1d4${'+1d4'.repeat(19)}`);
  });

  it.each(['2d6 adv', '1d6! adv', '2d20kh1 dis', '-1d20 adv', '3+2d6 dis'])(
    'refuses %s, because advantage needs a single die in front',
    (expression) => {
      expect(normalised(expression)).toMatchObject({
        rejected: 'no-single-die',
        reason: expect.stringContaining('put a single die first, like 1d20+5'),
      });
    },
  );
});

describe('the range of dice', () => {
  it.each([
    ['1d20', 1, 20],
    ['2d6+1d4+3', 6, 19],
    ['3d6-1', 2, 17],
    ['10-1d4', 6, 9],
    ['4d6kh3', 3, 18],
    ['4d6dl1', 3, 18],
    ['2d20kl1', 1, 20],
    ['4dF', -4, 4],
    ['2-4dF', -2, 6],
    ['1d20+5 adv', 6, 25],
    ['d%', 1, 100],
    ['1d6!', 1, 126],
    ['4d6!kh3', 3, 18],
    ['2d6!dl1', 1, 246],
  ])('of %s is %i to %i', (expression, least, most) => {
    expect(findDiceRange(expression)).toEqual({ least, most });
  });

  it('is not known of what cannot be rolled', () => {
    expect(findDiceRange('nonsense')).toMatchObject({ rejected: 'unreadable-dice' });
  });
});

it('tells an author what is wrong with the dice in a file', () => {
  expect(DiceExpression.safeParse('2d6').success).toBe(true);
  expect(DiceExpression.safeParse('2d6kh9').error?.issues.map(({ message }) => message)).toEqual([
    '"2d6kh9" keeps 9 of 2 dice; with 2 dice write a number from 1 to 2',
  ]);
});
