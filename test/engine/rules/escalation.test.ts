import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createCalmEscalation,
  ESCALATION_LEVELS,
  type Escalation,
  type EscalationLevel,
  EscalationProfile,
  EscalationRules,
  escalate,
  findEscalationProfile,
  type Provocation,
} from '#engine/rules/attempt-consequences.ts';

const rules = EscalationRules.parse({});
const usual = findEscalationProfile(rules);

const talkGoneWrong: Provocation = { tier: 1, degree: 'failure', flags: ['contested'] };
const fightGoneWrong: Provocation = { tier: 2, degree: 'failure', flags: ['violence'] };
const chaseGoneWrong: Provocation = { tier: 2, degree: 'failure', flags: ['pursuit'] };

/** The levels a character goes through. */
function levels(profile: EscalationProfile, provocations: readonly Provocation[]): EscalationLevel[] {
  let now = createCalmEscalation(profile);
  return provocations.map((provocation) => {
    now = escalate(rules, profile, now, provocation);
    return now.level;
  });
}

describe('a character', () => {
  it.each<[string, Provocation[], string[]]>([
    ['hardens at the second provocation', [talkGoneWrong, talkGoneWrong], ['soft', 'hard']],
    [
      'kills at the fourth, when it comes to violence',
      [talkGoneWrong, talkGoneWrong, talkGoneWrong, { ...talkGoneWrong, flags: ['violence'] }],
      ['soft', 'hard', 'hard', 'lethal'],
    ],
    [
      'does not kill over words, however many',
      Array.from({ length: 8 }, () => talkGoneWrong),
      ['soft', 'hard', 'hard', 'hard', 'hard', 'hard', 'hard', 'hard'],
    ],
    [
      'goes through every level, even in a fight',
      [fightGoneWrong, fightGoneWrong, fightGoneWrong],
      ['hard', 'lethal', 'lethal'],
    ],
    [
      'does not kill for being chased',
      [chaseGoneWrong, chaseGoneWrong, chaseGoneWrong],
      ['hard', 'hard', 'hard'],
    ],
    [
      'is not provoked by safe failures',
      Array.from({ length: 5 }, () => ({ ...talkGoneWrong, tier: 0 as const })),
      ['soft', 'soft', 'soft', 'soft', 'soft'],
    ],
    [
      'is not provoked by what succeeds against it',
      [
        { ...fightGoneWrong, degree: 'success' },
        { ...fightGoneWrong, degree: 'critical' },
      ],
      ['soft', 'soft'],
    ],
    [
      'is provoked a little by a dangerous attempt that half works',
      [
        { ...fightGoneWrong, degree: 'mixed' },
        { ...fightGoneWrong, degree: 'mixed' },
      ],
      ['soft', 'hard'],
    ],
  ])('%s', (_case, provocations, expected) => {
    expect(levels(usual, provocations)).toEqual(expected);
  });

  it('rises one step at a time, however much it was provoked before', () => {
    expect(escalate(rules, usual, { level: 'soft', provocations: 50 }, fightGoneWrong).level).toBe('hard');
  });

  it('does not rise by itself while nothing provokes it', () => {
    const now: Escalation = { level: 'soft', provocations: 50 };

    expect(escalate(rules, usual, now, { ...fightGoneWrong, degree: 'success' })).toBe(now);
  });
});

describe('a profile', () => {
  it('holds a bystander back from killing', () => {
    expect(
      levels(findEscalationProfile(rules, 'bystander'), [fightGoneWrong, fightGoneWrong, fightGoneWrong]),
    ).toEqual(['hard', 'hard', 'hard']);
  });

  it('starts a killer hard and makes it lethal at the first blow', () => {
    const killer = findEscalationProfile(rules, 'killer');

    expect(createCalmEscalation(killer)).toEqual({ level: 'hard', provocations: 0 });
    expect(levels(killer, [fightGoneWrong])).toEqual(['lethal']);
  });

  it('nobody declared is the usual one', () => {
    expect(findEscalationProfile(rules, 'saint')).toBe(usual);
    expect(findEscalationProfile(rules, 'constructor')).toBe(usual);
  });

  it('is the ruleset’s to declare', () => {
    const own = EscalationRules.parse({
      profiles: { dog: { hard_after: 1, lethal_after: 2, lethal_needs: [] } },
    });
    const dog = findEscalationProfile(own, 'dog');
    const bitten = escalate(
      own,
      dog,
      escalate(own, dog, createCalmEscalation(dog), talkGoneWrong),
      talkGoneWrong,
    );

    expect(bitten).toEqual({ level: 'lethal', provocations: 2 });
    expect(findEscalationProfile(own, 'killer').starts).toBe('hard');
  });

  it.each([
    [{ hard_after: 4, lethal_after: 4 }, 'lethal_after must be more than hard_after'],
    [{ starts: 'lethal', at_most: 'hard' }, 'at_most must not be milder than starts'],
  ])('%j is refused', (profile, message) => {
    expect(EscalationProfile.safeParse(profile).error?.issues.map((issue) => issue.message)).toEqual([
      message,
    ]);
  });
});

it('never falls, never skips a level and never passes the profile’s own limit', () => {
  const provocation = fc.record({
    tier: fc.constantFrom(0, 1, 2) as fc.Arbitrary<0 | 1 | 2>,
    degree: fc.constantFrom('critical', 'success', 'mixed', 'failure'),
    flags: fc.subarray(['violence', 'contested', 'pursuit', 'dangerous'] as const),
  }) as fc.Arbitrary<Provocation>;
  fc.assert(
    fc.property(
      fc.constantFrom('usual', 'bystander', 'killer'),
      fc.array(provocation),
      (name, provocations) => {
        const profile = findEscalationProfile(rules, name);
        const rank = (level: EscalationLevel) => ESCALATION_LEVELS.indexOf(level);
        const ranks = [profile.starts, ...levels(profile, provocations)].map(rank);

        for (const [index, here] of ranks.slice(1).entries()) {
          const before = ranks[index] ?? 0;
          expect([before, before + 1]).toContain(here);
          expect(here).toBeLessThanOrEqual(rank(profile.at_most));
        }
      },
    ),
    { numRuns: 300, seed: 3 },
  );
});
