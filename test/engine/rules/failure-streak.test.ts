import { describe, expect, it } from 'vitest';
import { FailureStreakRules, NO_STREAK, updateFailureStreak } from '#engine/rules/attempt-consequences.ts';
import type { Degree } from '#engine/rules/resolution.ts';

const rules = FailureStreakRules.parse({
  binding: [
    { name: 'barred', text: 'The way is barred.' },
    { name: 'lost', text: 'Something is lost.' },
  ],
});

/** The names of what binds after each attempt; a dot where nothing does. */
function playedOut(attempts: readonly Degree[], by = rules): string[] {
  let streak = NO_STREAK;
  return attempts.map((degree) => {
    const after = updateFailureStreak(by, streak, degree);
    streak = after.streak;
    return after.binding?.name ?? '.';
  });
}

describe('failures in a row', () => {
  it.each<[string, Degree[], string[]]>([
    ['bind at the third', ['failure', 'failure', 'failure'], ['.', '.', 'barred']],
    ['do not bind at the second', ['failure', 'failure', 'success'], ['.', '.', '.']],
    [
      'start again after a success',
      ['failure', 'failure', 'success', 'failure', 'failure'],
      ['.', '.', '.', '.', '.'],
    ],
    ['start again after a critical', ['failure', 'failure', 'critical', 'failure'], ['.', '.', '.', '.']],
    [
      'are not forgiven by a mixed outcome',
      ['failure', 'mixed', 'failure', 'mixed', 'failure'],
      ['.', '.', '.', '.', 'barred'],
    ],
    ['are not made by mixed outcomes', ['mixed', 'mixed', 'mixed', 'mixed'], ['.', '.', '.', '.']],
    [
      'bind the next consequence the next time, and repeat the last',
      Array.from({ length: 9 }, () => 'failure'),
      ['.', '.', 'barred', '.', '.', 'lost', '.', '.', 'lost'],
    ],
  ])('%s', (_case, attempts, bound) => {
    expect(playedOut(attempts)).toEqual(bound);
  });

  it.each([
    ['resets', ['failure', 'failure', 'mixed', 'failure', 'failure'], ['.', '.', '.', '.', '.']],
    ['counts', ['mixed', 'failure', 'mixed'], ['.', '.', 'barred']],
  ] as const)('when a mixed outcome %s', (mixed, attempts, bound) => {
    expect(playedOut(attempts, { ...rules, mixed })).toEqual(bound);
  });

  it('bind as soon as the ruleset says', () => {
    expect(playedOut(['failure', 'failure'], { ...rules, threshold: 1 })).toEqual(['barred', 'lost']);
  });
});

it('keeps count in a value of its own', () => {
  const streak = Object.freeze({ failures: 2, bound: 0 });

  expect(updateFailureStreak(rules, streak, 'failure').streak).toEqual({ failures: 0, bound: 1 });
  expect(streak).toEqual({ failures: 2, bound: 0 });
});

it('has a consequence ready in every ruleset', () => {
  const published = FailureStreakRules.parse({});

  expect(published.threshold).toBe(3);
  expect(updateFailureStreak(published, { failures: 2, bound: 0 }, 'failure').binding?.text).toMatch(/./);
  expect(FailureStreakRules.safeParse({ binding: [] }).success).toBe(false);
});
