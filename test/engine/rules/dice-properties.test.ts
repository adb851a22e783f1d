import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDiceRange, rollDice, rollPlayerDice } from '#engine/rules/dice.ts';
import { Roll } from '#engine/rules/roll.ts';
import { commitToSeed, verifyRolls } from '#engine/rules/verifiable-rolls.ts';
import { accepted, normalised } from './dice/rolled.ts';

const group = fc
  .record({
    count: fc.integer({ min: 1, max: 12 }),
    sides: fc.oneof(fc.integer({ min: 2, max: 1000 }), fc.constant('%'), fc.constant('F')),
    explodes: fc.boolean(),
    rule: fc.constantFrom('', 'kh', 'kl', 'dh', 'dl'),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ count, sides, explodes, rule, share }) => {
    const most = rule.startsWith('d') ? count - 1 : count;
    const selection = rule === '' || most < 1 ? '' : `${rule}${1 + Math.floor(share * (most - 1))}`;
    return `${count}d${sides}${explodes && sides !== 'F' ? '!' : ''}${selection}`;
  });

const sum = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom('+', '-'), group), { minLength: 1, maxLength: 4 }),
    fc.option(fc.integer({ min: -999, max: 999 })),
  )
  .map(([groups, modifier]) => {
    const dice = groups.map(([sign, text]) => `${sign}${text}`).join('');
    return `${dice}${modifier === null ? '' : `${modifier < 0 ? '' : '+'}${modifier}`}`;
  });

const single = fc
  .tuple(fc.integer({ min: 2, max: 100 }), fc.integer({ min: -20, max: 20 }), fc.constantFrom(' adv', ' dis'))
  .map(([sides, modifier, word]) => `1d${sides}${modifier < 0 ? modifier : `+${modifier}`}${word}`);

const expression = fc.oneof({ weight: 4, arbitrary: sum }, { weight: 1, arbitrary: single });

const request = fc.record({
  seed: fc.string({ minLength: 1, maxLength: 64 }),
  sceneIndex: fc.nat(100_000),
  ordinal: fc.nat(9999),
  purpose: fc.constantFrom('Check', 'Attack roll', 'Damage'),
  target: fc.constantFrom({ kind: 'DC', value: 15 } as const, { kind: 'AC', value: 15 } as const),
});

const RUNS = { numRuns: 400, seed: 20_261_116 };

describe('every roll', () => {
  it('totals within the range of its dice', () => {
    fc.assert(
      fc.property(expression, request, (dice, asked) => {
        const { total } = accepted(rollDice(dice, asked));
        const { least, most } = accepted(findDiceRange(dice));

        expect(total).toBeGreaterThanOrEqual(least);
        expect(total).toBeLessThanOrEqual(most);
      }),
      RUNS,
    );
  });

  it('fits its schema and survives being stored', () => {
    fc.assert(
      fc.property(expression, request, (dice, asked) => {
        const made = accepted(rollDice(dice, asked));

        expect(Roll.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
      }),
      RUNS,
    );
  });

  it('is the same when asked again, and verified', () => {
    fc.assert(
      fc.property(expression, request, (dice, asked) => {
        const made = accepted(rollDice(dice, asked));

        expect(rollDice(dice, asked)).toEqual(made);
        const known = { asked: () => ({ ...asked, expression: dice }) };
        expect(verifyRolls(asked.seed, commitToSeed(asked.seed), [made], known).rolls).toMatchObject([
          { verdict: 'VERIFIED' },
        ]);
      }),
      RUNS,
    );
  });

  it('can be retold from its faces alone, as if a player had thrown them', () => {
    fc.assert(
      fc.property(expression, request, (dice, { seed, ...asked }) => {
        const made = accepted(rollDice(dice, { ...asked, seed }));
        const retold = accepted(rollPlayerDice(dice, made.faces, { ...asked, playerDice: 'allowed' }));

        expect({ ...retold, source: 'ENGINE' }).toEqual(made);
      }),
      RUNS,
    );
  });

  it('shows a sum a person can add up: faces that count and the modifier make the total', () => {
    fc.assert(
      fc.property(
        sum.filter((text) => !text.slice(1).includes('-') && !text.startsWith('-')),
        request,
        (dice, asked) => {
          const { faces, dropped, modifier, total } = accepted(rollDice(dice, asked));
          const counting = faces.filter((_face, position) => !dropped.includes(position));

          expect(counting.reduce((one, other) => one + other, modifier)).toBe(total);
        },
      ),
      RUNS,
    );
  });

  it('at another ordinal or scene has faces of its own', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const faces = accepted(rollDice('10d1000', asked)).faces;

        expect(accepted(rollDice('10d1000', { ...asked, ordinal: asked.ordinal + 1 })).faces).not.toEqual(
          faces,
        );
        expect(
          accepted(rollDice('10d1000', { ...asked, sceneIndex: asked.sceneIndex + 1 })).faces,
        ).not.toEqual(faces);
      }),
      RUNS,
    );
  });
});

describe('every text', () => {
  it('is read or refused with a reason, never a crash', () => {
    const fragments = fc.array(
      fc.constantFrom('d', '6', '20', '+', '-', 'k', 'h', 'l', '!', '%', 'F', ' ', 'adv', 'x', '0'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fragments.map((parts) => parts.join('')),
        ),
        (text) => {
          const tidy = normalised(text);

          if (typeof tidy === 'string') expect(normalised(tidy)).toBe(tidy);
          else expect(tidy.reason.length).toBeGreaterThan(10);
        },
      ),
      { ...RUNS, numRuns: 2000 },
    );
  });

  it('that can be rolled can be verified, however many groups it adds', () => {
    const groups = fc.array(fc.constantFrom('d%', 'd%kh', '9d9!dl', 'd2', '4dF', 'd20', '77'), {
      minLength: 1,
      maxLength: 22,
    });
    fc.assert(
      fc.property(groups, request, fc.integer({ min: -10_000, max: 10_000 }), (parts, asked, modifier) => {
        const made = rollDice(parts.join('+'), { ...asked, modifier });
        if ('rejected' in made) return;

        expect(Roll.safeParse(made).success).toBe(true);
        expect(verifyRolls(asked.seed, commitToSeed(asked.seed), [made]).rolls).toMatchObject([
          { verdict: 'FACES_VERIFIED' },
        ]);
      }),
      RUNS,
    );
  });

  it('that was tidied rolls the same', () => {
    fc.assert(
      fc.property(sum, request, (dice, asked) => {
        const tidy = accepted(normalised(dice));

        expect(rollDice(tidy, asked)).toEqual(rollDice(dice, asked));
      }),
      RUNS,
    );
  });
});
