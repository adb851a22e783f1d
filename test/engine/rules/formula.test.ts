import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateFormula, Formula, listFormulaStats } from '#engine/rules/formula.ts';

const lena = { shyness: 7, chemistry: 3, edge: -2 };

describe('a formula', () => {
  it.each([
    ['(10 - shyness) + chemistry', 6],
    ['0', 0],
    ['7', 7],
    ['chemistry', 3],
    ['CHEMISTRY', 3],
    ['-chemistry', -3],
    ['--chemistry', 3],
    ['10 - 3 - 2', 5],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['12 / 3 / 2', 2],
    ['7 / 2', 3],
    ['-7 / 2', -4],
    ['ceil(7 / 2)', 4],
    ['floor(7 / 2)', 3],
    ['0.5 * chemistry', 1],
    ['min(shyness, chemistry, 5)', 3],
    ['max(shyness, chemistry)', 7],
    ['max(-1, edge)', -1],
    ['min(max(shyness - 5, 0), 3)', 2],
    ['  shyness  +\n1 ', 8],
    ['((((chemistry))))', 3],
  ])('%s is %i', (text, value) => {
    expect(evaluateFormula(text, lena)).toBe(value);
  });

  it.each([
    ['', 'unreadable-formula', 'the formula is empty; write 0 for no modifier'],
    ['shyness +', 'unreadable-formula', 'the formula ends where a number or a stat is expected'],
    ['(shyness', 'unreadable-formula', 'the formula ends where a closing parenthesis is expected'],
    [
      'shyness)',
      'unreadable-formula',
      '")" stands at character 8 where an operator (+ - * /) or the end is expected',
    ],
    [
      '2 3',
      'unreadable-formula',
      '"3" stands at character 3 where an operator (+ - * /) or the end is expected',
    ],
    ['* 2', 'unreadable-formula', '"*" stands at character 1 where a number or a stat is expected'],
    ['min()', 'unreadable-formula', '")" stands at character 5 where a number or a stat is expected'],
    [
      '2 + $luck * 3',
      'unreadable-formula',
      '"$luck * 3" at character 5 cannot be read; a formula has numbers, stats, + - * / and ( )',
    ],
    ['pow(2, 3)', 'unknown-function', '"pow" is no function; there are min, max, floor, ceil'],
    ['floor(1, 2)', 'wrong-arguments', 'floor takes one value, not 2'],
    [
      'strength + 1',
      'unknown-stat',
      'the character has no number called strength; it has shyness, chemistry, edge',
    ],
    ['1 / (chemistry - 3)', 'division-by-zero', '1 cannot be divided by 0'],
    [
      'shyness * 9999',
      'formula-out-of-range',
      '"shyness * 9999" comes to 69993; the most is 10000 either way',
    ],
    ['1'.repeat(201), 'formula-too-long', 'the formula has 201 characters; at most 200 are read'],
    [`${'('.repeat(21)}1${')'.repeat(21)}`, 'formula-too-deep', 'the formula is nested deeper than 20'],
    [`${'-'.repeat(21)}1`, 'formula-too-deep', 'the formula is nested deeper than 20'],
  ])('%j is refused as %s', (text, rejected, reason) => {
    expect(evaluateFormula(text, lena)).toMatchObject({ rejected, reason });
  });

  it.each([
    '2 ** 3',
    'shyness[0]',
    'shyness.constructor',
    'process.exit(1)',
    'a = 1',
    '1; 2',
    '`1`',
    '"1"',
    '1 > 0',
    '1e9',
    '0x10',
    '1234567',
    '1.2.3',
    'x => x',
    '1 % 2',
    '$a',
    'a\u2028b',
  ])('knows nothing but sums: %j is refused', (text) => {
    expect(evaluateFormula(text, lena)).toMatchObject({
      rejected: expect.stringMatching(/unreadable-formula/),
    });
  });

  it.each(['constructor', '__proto__', 'tostring', 'hasownproperty', 'valueof'])(
    'never finds %s, which no character has',
    (name) => {
      expect(evaluateFormula(name, lena)).toMatchObject({
        rejected: expect.stringMatching(/^(?:unknown-stat|unreadable-formula)$/),
      });
    },
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('does not count with a stat of %d', (shyness) => {
    expect(evaluateFormula('shyness', { shyness })).toMatchObject({ rejected: 'unknown-stat' });
  });

  it('says so when the character has no stats at all', () => {
    expect(evaluateFormula('nerve', {})).toMatchObject({
      reason: 'the character has no number called nerve; it has none',
      path: ['nerve'],
    });
  });
});

it('tells which stats it asks for', () => {
  expect(listFormulaStats('min(shyness, 10 - chemistry) + -shyness * edge')).toEqual([
    'shyness',
    'chemistry',
    'edge',
  ]);
  expect(listFormulaStats('2 + 2')).toEqual([]);
  expect(listFormulaStats('2 +')).toMatchObject({ rejected: 'unreadable-formula' });
});

it('tells an author what is wrong with the formula in a file', () => {
  expect(Formula.safeParse('(10 - shyness) + chemistry').success).toBe(true);
  expect(Formula.safeParse('(10 - shyness').error?.issues.map(({ message }) => message)).toEqual([
    'the formula ends where a closing parenthesis is expected',
  ]);
});

type Sum = { readonly text: string; readonly value: number };

const sums = fc.letrec<{ sum: Sum }>((tie) => ({
  sum: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.nat(50).map((value): Sum => ({ text: String(value), value })),
    fc.constantFrom<Sum>(
      { text: 'shyness', value: 7 },
      { text: 'chemistry', value: 3 },
      { text: 'edge', value: -2 },
    ),
    fc.tuple(tie('sum'), fc.constantFrom('+', '-'), tie('sum')).map(
      ([left, sign, right]): Sum => ({
        text: `(${left.text} ${sign} ${right.text})`,
        value: sign === '+' ? left.value + right.value : left.value - right.value,
      }),
    ),
    fc.tuple(tie('sum'), tie('sum')).map(
      ([one, other]): Sum => ({
        text: `min(${one.text},${other.text})`,
        value: Math.min(one.value, other.value),
      }),
    ),
  ),
})).sum;

it('adds up as a person would', () => {
  fc.assert(
    fc.property(
      sums.filter(({ text }) => text.length <= 200),
      ({ text, value }) => {
        expect(evaluateFormula(text, lena)).toBe(value);
      },
    ),
    { numRuns: 500, seed: 7 },
  );
});

it('answers any text with a whole number or a reason', () => {
  const fragments = fc
    .array(fc.constantFrom('(', ')', '+', '-', '*', '/', ',', '3', '0', 'shyness', 'min', ' ', '.', 'x'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fragments), (text) => {
      const value = evaluateFormula(text, lena);

      if (typeof value === 'number') expect(Number.isInteger(value)).toBe(true);
      else expect(value.reason.length).toBeGreaterThan(10);
    }),
    { numRuns: 3000, seed: 8 },
  );
});
