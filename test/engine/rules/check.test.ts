import { describe, expect, it } from 'vitest';
import { type Check, type CheckedResolution, judgeCheck, selectCheckDice } from '#engine/rules/checks.ts';
import { Resolution } from '#engine/rules/resolution.ts';
import { commitToSeed, createRollLedger, verifyRolls } from '#engine/rules/verifiable-rolls.ts';
import { accepted, SEED } from './dice/rolled.ts';
import { everydayTension, freeform, innerChorus, sevenMinutes } from './mechanics/rulesets.ts';

const lena: Check = { stats: { shyness: 7, chemistry: 3 } };
const quietGuest: Check = { stats: { warmth: 4, logic: -1 }, stat: 'warmth' };

describe('what a check rolls', () => {
  it.each<[string, CheckedResolution, Check, string, number]>([
    ['two dice and nothing else', freeform, { stats: {} }, '2d6', 0],
    ['a d20 and the stat that matters', everydayTension, quietGuest, '1d20', 4],
    ['a low stat as a minus', everydayTension, { ...quietGuest, stat: 'logic' }, '1d20', -1],
    ['a d20 and the aspect', innerChorus, { stats: { empathy: 6 }, stat: 'empathy' }, '1d20', 6],
    ['a d20, ten less the shyness, and the chemistry', sevenMinutes, lena, '1d20', 6],
    ['the boldest there is', sevenMinutes, { stats: { shyness: 0, chemistry: 10 } }, '1d20', 20],
    ['the shyest there is', sevenMinutes, { stats: { shyness: 10, chemistry: 0 } }, '1d20', 0],
  ])('%s', (_case, resolution, check, expression, modifier) => {
    expect(selectCheckDice(resolution, check)).toMatchObject({ expression, modifier });
  });

  it('adds a named stat to the formula of the ruleset', () => {
    const resolution = accepted(
      Resolution.parse({ kind: 'banded', stats: ['edge'], modifier: 'level / 2' }),
    ) as CheckedResolution; // banded was asked for

    expect(selectCheckDice(resolution, { stats: { edge: 1, level: 5 }, stat: 'edge' })).toMatchObject({
      modifier: 3,
    });
    expect(selectCheckDice(resolution, { stats: { edge: 1, level: 5 } })).toMatchObject({ modifier: 2 });
  });

  it.each<[string, CheckedResolution, Check, string, string]>([
    [
      'a stat the ruleset does not have',
      everydayTension,
      { ...quietGuest, stat: 'strength' },
      'unknown-stat',
      'no check adds strength; there are warmth, self_awareness, boundaries, physicality, logic',
    ],
    [
      'a stat where checks name none',
      freeform,
      { stats: { edge: 3 }, stat: 'edge' },
      'unknown-stat',
      'no check adds edge; checks of this ruleset name none',
    ],
    [
      'no stat where one matters',
      everydayTension,
      { stats: { warmth: 4 } },
      'no-stat',
      'the check names no stat; there are warmth, self_awareness, boundaries, physicality, logic',
    ],
    [
      'a stat the character lacks',
      everydayTension,
      { stats: { warmth: 4 }, stat: 'logic' },
      'unknown-stat',
      'the character has no number called logic; it has warmth',
    ],
    [
      'a formula over a stat the character lacks',
      sevenMinutes,
      { stats: { shyness: 3 } },
      'unknown-stat',
      'the character has no number called chemistry; it has shyness',
    ],
    [
      'a formula in place of a stat',
      everydayTension,
      { ...quietGuest, stat: 'warmth + 100' },
      'unknown-stat',
      'no check adds warmth + 100; there are warmth, self_awareness, boundaries, physicality, logic',
    ],
  ])('refuses %s', (_case, resolution, check, rejected, reason) => {
    expect(selectCheckDice(resolution, check)).toMatchObject({ rejected, reason });
  });
});

describe('what a total means', () => {
  it.each<[number, string, string]>([
    [18, 'success', 'Bold success'],
    [17, 'mixed', 'Awkward partial'],
    [12, 'mixed', 'Awkward partial'],
    [11, 'failure', 'Failure'],
  ])('%i in seven minutes is a %s', (total, degree, name) => {
    expect(judgeCheck(sevenMinutes, total, lena)).toMatchObject({ kind: 'band', degree, name });
  });

  it.each<[number, string, string]>([
    [18, 'success', 'empathy overrides'],
    [17, 'mixed', 'empathy influences'],
    [12, 'mixed', 'empathy influences'],
    [11, 'failure', 'Natural reaction'],
  ])('%i in the inner chorus is a %s', (total, degree, name) => {
    const check: Check = { stats: { empathy: 6, logic: 5 }, stat: 'empathy' };

    expect(judgeCheck(innerChorus, total, check)).toMatchObject({ kind: 'reaction', degree, name });
  });

  it('lets a clearly higher voice speak where the one that rolled is silent', () => {
    const check: Check = { stats: { empathy: 2, logic: 6 }, stat: 'empathy' };

    expect(judgeCheck(innerChorus, 11, check)).toMatchObject({
      name: 'logic speaks instead',
      degree: 'failure',
    });
  });

  it('is never read of a check that was not made', () => {
    expect(() => judgeCheck(innerChorus, 11, { stats: {} })).toThrow('a check was read that was never made');
  });
});

it('shows in the line of the roll, whoever threw', () => {
  const ledger = createRollLedger(SEED, { sceneIndex: 6 });
  const dice = accepted(selectCheckDice(sevenMinutes, lena));
  const byEngine = accepted(ledger.roll(dice.expression, 'Shyness check', dice));
  const byPlayer = accepted(
    ledger.rollByPlayer(dice.expression, [12], 'Shyness check', { ...dice, playerDice: 'allowed' }),
  );

  expect(byPlayer.line).toBe('Shyness check: 1d20+6 = 12+6 = 18 (Bold success)');
  expect(byEngine.result).toBe(judgeCheck(sevenMinutes, byEngine.total, lena).name);
  const { rolls } = verifyRolls(SEED, commitToSeed(SEED), ledger.rolls(), { asked: () => dice });
  expect(rolls.map(({ verdict }) => verdict)).toEqual(['VERIFIED', 'UNVERIFIABLE']);
});
