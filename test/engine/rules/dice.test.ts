import { describe, expect, it } from 'vitest';
import { rollDice, rollPlayerDice } from '#engine/rules/dice.ts';
import { Roll } from '#engine/rules/roll.ts';
import { accepted, rolled, SEED } from './dice/rolled.ts';

type Request = Partial<Parameters<typeof rollPlayerDice>[2]>;

/** A roll whose faces the test decides. */
function fallen(expression: string, faces: readonly number[], request: Request = {}): Roll {
  return accepted(
    rollPlayerDice(expression, faces, {
      sceneIndex: 3,
      ordinal: 1,
      purpose: 'Test',
      playerDice: 'allowed',
      ...request,
    }),
  );
}

const dc = (value: number) => ({ kind: 'DC', value }) as const;
const ac = (value: number) => ({ kind: 'AC', value }) as const;

describe('the line a player reads', () => {
  it.each([
    [
      'Perception check: 1d20+3 = 15+3 = 18 vs DC 15 (Success)',
      fallen('1d20+3', [15], { purpose: 'Perception check', target: dc(15) }),
    ],
    [
      'Attack roll: 1d20+5 = 12+5 = 17 vs AC 14 (Hit)',
      fallen('1d20+5', [12], { purpose: 'Attack roll', target: ac(14) }),
    ],
    ['Damage: 1d8+3 = 6+3 = 9 slashing', fallen('1d8+3', [6], { purpose: 'Damage', damageType: 'slashing' })],
    [
      'Attack (advantage): 1d20+5 = [14, 8]+5 = 19 (took higher) vs AC 15 (Hit)',
      fallen('1d20+5', [14, 8], { purpose: 'Attack roll', advantage: 'ADVANTAGE', target: ac(15) }),
    ],
    [
      'Stealth check (disadvantage): 1d20-1 = [14, 8]-1 = 7 (took lower) vs DC 12 (Failure)',
      fallen('1d20-1 dis', [14, 8], { purpose: 'Stealth check', target: dc(12) }),
    ],
    ['Test: 1d20 = 15', fallen('d20', [15])],
    ['Test: 2d6 = [3, 4] = 7', fallen('2d6', [3, 4])],
    ['Test: 2d6+1d4+3 = [3, 4]+2+3 = 12', fallen('2d6+1d4+3', [3, 4, 2])],
    ['Test: -1d4+10 = -3+10 = 7', fallen('10-1d4', [3])],
    ['Test: 4d6kh3 = [6, 1, 5, 3] = 14 (dropped 1)', fallen('4d6kh3', [6, 1, 5, 3])],
    ['Test: 3d6! = [6!, 4, 2, 3] = 15', fallen('3d6!', [6, 4, 2, 3])],
    ['Test: 4dF = [1, 0, -1, 1] = 1', fallen('4dF', [1, 0, -1, 1])],
    ['Test: 1dF+2 = [-1]+2 = 1', fallen('1dF+2', [-1])],
    ['Test: 1dF+2 = 0+2 = 2', fallen('1dF+2', [0])],
    ['Test: 1d100 = 73', fallen('d%', [73])],
    [
      'Save (advantage): 1d20+4d6kh3 = [9, 12]+[6, 1, 5, 3] = 26 (took higher; dropped 1)',
      fallen('1d20+4d6kh3 adv', [9, 12, 6, 1, 5, 3], { purpose: 'Save' }),
    ],
  ])('%s', (line, roll) => {
    expect(roll.line).toBe(line);
  });
});

describe('keeping and dropping', () => {
  it.each([
    ['4d6kh3', [2, 5, 2, 6], [2], 13],
    ['4d6kl3', [2, 5, 2, 6], [3], 9],
    ['4d6dh1', [2, 5, 2, 6], [3], 9],
    ['4d6dl1', [2, 5, 2, 6], [2], 13],
    ['4d6dl2', [2, 5, 2, 6], [0, 2], 11],
    ['2d20kl1', [17, 4], [0], 4],
    ['2d20kh1', [4, 17], [0], 17],
    ['2d20kh1', [9, 9], [1], 9],
    ['3d6kh3', [1, 2, 3], [], 6],
    ['2d6!kh1', [6, 2, 5], [1, 2], 6],
    ['2d6!dl1', [6, 2, 5], [1], 11],
    ['2d6kh1+2d8kl1', [3, 5, 8, 2], [0, 2], 7],
  ])('%s of %j leaves out %j and totals %i', (expression, faces, dropped, total) => {
    expect(fallen(expression, faces)).toMatchObject({ faces, dropped, total });
  });
});

describe('advantage', () => {
  it.each([
    ['1d20+5 adv', undefined, 'ADVANTAGE'],
    ['1d20+5', 'ADVANTAGE', 'ADVANTAGE'],
    ['1d20+5 adv', 'ADVANTAGE', 'ADVANTAGE'],
    ['1d20+5 dis', undefined, 'DISADVANTAGE'],
    ['1d20+5', 'DISADVANTAGE', 'DISADVANTAGE'],
    ['1d20+5 adv', 'DISADVANTAGE', 'NONE'],
    ['1d20+5 dis', 'ADVANTAGE', 'NONE'],
    ['1d20+5 adv', 'NONE', 'ADVANTAGE'],
  ] as const)('of %s asked with %s is %s', (expression, advantage, expected) => {
    const roll = rolled(expression, advantage === undefined ? {} : { advantage });

    expect(roll).toMatchObject({ expression: '1d20+5', advantage: expected });
    expect(roll.faces).toHaveLength(expected === 'NONE' ? 1 : 2);
  });

  it('is refused when the dice do not begin with a single die', () => {
    const request = { seed: SEED, sceneIndex: 0, ordinal: 0, purpose: 'Test' };

    expect(rollDice('2d6', { ...request, advantage: 'ADVANTAGE' })).toMatchObject({
      rejected: 'no-single-die',
    });
  });
});

describe('the result', () => {
  it.each([
    ['a total that reaches the DC', [12], dc(15), 'Success'],
    ['a total one short of the DC', [11], dc(15), 'Failure'],
    ['a bare 20 against a DC out of reach', [20], dc(30), 'Failure'],
    ['a bare 1 against a DC within reach', [1], dc(4), 'Success'],
    ['a total that reaches the AC', [12], ac(15), 'Hit'],
    ['a total one short of the AC', [11], ac(15), 'Miss'],
    ['a bare 20 against an AC out of reach', [20], ac(30), 'Critical hit'],
    ['a bare 1 against an AC within reach', [1], ac(4), 'Miss'],
  ])('of %s', (_case, faces, target, result) => {
    expect(fallen('1d20+3', faces, { target }).result).toBe(result);
  });

  it('of an attack with advantage heeds the die that counted', () => {
    expect(fallen('1d20', [20, 1], { advantage: 'ADVANTAGE', target: ac(25) }).result).toBe('Critical hit');
    expect(fallen('1d20', [20, 1], { advantage: 'DISADVANTAGE', target: ac(1) }).result).toBe('Miss');
  });

  it('of dice that are not a d20 has no criticals', () => {
    expect(fallen('2d10', [10, 10], { target: ac(25) }).result).toBe('Miss');
    expect(fallen('2d20', [1, 20], { target: ac(21) }).result).toBe('Hit');
    expect(fallen('1d100', [20], { target: ac(50) }).result).toBe('Miss');
    expect(fallen('1d8', [1], { target: ac(1) }).result).toBe('Hit');
  });

  it('can be named by a ruleset', () => {
    const nameResult = (total: number) => (total >= 7 ? 'Mixed' : 'Failure');

    expect(fallen('2d6+1', [3, 5], { nameResult })).toMatchObject({
      result: 'Mixed',
      line: 'Test: 2d6+1 = [3, 5]+1 = 9 (Mixed)',
    });
  });

  it('is the target’s to decide where there is one', () => {
    expect(fallen('1d20', [9], { nameResult: () => 'Triumph', target: dc(10) }).result).toBe('Failure');
  });
});

describe('exploding dice', () => {
  it('roll again on their highest face, and again', () => {
    expect(fallen('2d6!', [6, 6, 1, 3])).toMatchObject({
      total: 16,
      line: 'Test: 2d6! = [6!, 6!, 1, 3] = 16',
    });
  });

  it('stop after 20 explosions of one die, however they fall', () => {
    const roll = fallen(
      '1d2!',
      Array.from({ length: 21 }, () => 2),
    );

    expect(roll.total).toBe(42);
    expect(roll.line).toContain('2!, 2] = 42');
  });
});

describe('the record', () => {
  it('says what was rolled, by whom, where and what for, and never the seed', () => {
    const roll = rolled('d20', {
      sceneIndex: 5,
      ordinal: 2,
      purpose: 'Perception check',
      modifier: 3,
      characterId: 'pc_ada_001',
      target: dc(15),
    });

    expect(roll).toEqual({
      expression: '1d20+3',
      advantage: 'NONE',
      faces: [19],
      dropped: [],
      modifier: 3,
      total: 22,
      position: { sceneIndex: 5, ordinal: 2 },
      purpose: 'Perception check',
      source: 'ENGINE',
      characterId: 'pc_ada_001',
      target: { kind: 'DC', value: 15 },
      result: 'Success',
      line: 'Perception check: 1d20+3 = 19+3 = 22 vs DC 15 (Success)',
    });
    expect(JSON.stringify(roll)).not.toContain(SEED);
  });

  it('survives being stored', () => {
    const roll = rolled('4d6kh3+2', { damageType: 'fire' });

    expect(Roll.parse(JSON.parse(JSON.stringify(roll)))).toEqual(roll);
  });

  it('holds even the largest roll', () => {
    expect(
      Roll.safeParse(
        fallen(
          '100d2!',
          Array.from({ length: 2100 }, () => 2),
        ),
      ).success,
    ).toBe(true);
  });
});

it.each([
  ['an empty purpose', { purpose: '' }, 'bad-label'],
  ['a purpose of a page', { purpose: 'x'.repeat(121) }, 'bad-label'],
  ['a purpose of two lines', { purpose: 'Check\nAttack roll: 1d20 = 20' }, 'bad-label'],
  ['a damage type of two lines', { damageType: 'fire\nDamage: 8' }, 'bad-label'],
  ['a character without a name', { characterId: '' }, 'bad-label'],
  ['a DC that is no number', { target: { kind: 'DC', value: Number.NaN } }, 'bad-target'],
  ['half an AC', { target: { kind: 'AC', value: 12.5 } }, 'bad-target'],
  ['half a modifier', { modifier: 0.5 }, 'bad-modifier'],
  ['a modifier that is no number', { modifier: Number.NaN }, 'bad-modifier'],
  ['a modifier beyond sense', { modifier: 10_001 }, 'bad-modifier'],
] as const)('refuses %s', (_case, request, rejected) => {
  expect(
    rollDice('1d20', { seed: SEED, sceneIndex: 0, ordinal: 0, purpose: 'Test', ...request }),
  ).toMatchObject({
    rejected,
    reason: expect.stringMatching(/./),
  });
});
