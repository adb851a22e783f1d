import { z } from 'zod';
import type { Degree } from './bands.ts';
import { type ConsequenceTier, RiskFlag } from './consequences.ts';
import { SnakeName } from './mechanics/snake-name.ts';

/** How far a character goes against the players: words, force, or killing. */
export const ESCALATION_LEVELS = ['soft', 'hard', 'lethal'] as const;
export const EscalationLevel = z.enum(ESCALATION_LEVELS);
export type EscalationLevel = z.infer<typeof EscalationLevel>;

/** How much it takes to push one kind of character from one level to the next. */
export const EscalationProfile = z
  .strictObject({
    starts: EscalationLevel.default('soft'),
    at_most: EscalationLevel.default('lethal'),
    hard_after: z.int().min(1).max(100).default(2).describe('Provocations until words no longer do.'),
    lethal_after: z.int().min(1).max(100).default(4).describe('Provocations until a life is at stake.'),
    lethal_needs: z
      .array(RiskFlag)
      .default(['violence', 'dangerous'])
      .describe('Only an action with one of these risks makes it lethal; an empty list asks for none.'),
  })
  .refine(({ hard_after, lethal_after }) => hard_after < lethal_after, {
    path: ['lethal_after'],
    error: 'lethal_after must be more than hard_after',
  })
  .refine(({ starts, at_most }) => rank(starts) <= rank(at_most), {
    path: ['at_most'],
    error: 'at_most must not be milder than starts',
  });
export type EscalationProfile = Readonly<z.infer<typeof EscalationProfile>>;

const ByTier = z.tuple([z.int().min(0).max(20), z.int().min(0).max(20), z.int().min(0).max(20)]);

export const EscalationRules = z.strictObject({
  profiles: z
    .record(SnakeName, EscalationProfile)
    .default({})
    .describe('Other figures for usual, bystander and killer, and profiles of its own.'),
  provocation: z
    .strictObject({ failure: ByTier.default([0, 1, 2]), mixed: ByTier.default([0, 0, 1]) })
    .prefault({})
    .describe('How much an attempt provokes whoever it is aimed at, for tier 0, 1 and 2.'),
});
export type EscalationRules = Readonly<z.infer<typeof EscalationRules>>;

/** Where one character stands. */
export const Escalation = z.strictObject({ level: EscalationLevel, provocations: z.int().min(0) });
export type Escalation = Readonly<z.infer<typeof Escalation>>;

export type Provocation = {
  readonly tier: ConsequenceTier;
  readonly degree: Degree;
  readonly flags: readonly RiskFlag[];
};

const PUBLISHED: Readonly<Record<string, EscalationProfile>> = {
  usual: EscalationProfile.parse({}),
  bystander: EscalationProfile.parse({ at_most: 'hard' }),
  killer: EscalationProfile.parse({ starts: 'hard', hard_after: 1, lethal_after: 2 }),
};

/** The profile a character goes by; one nobody knows is `usual`. */
export function profileNamed(rules: EscalationRules, name = 'usual'): EscalationProfile {
  const profiles = { ...PUBLISHED, ...rules.profiles };
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : profiles.usual;
  if (profile === undefined) throw new Error('there is no profile called usual');
  return profile;
}

/** Where a character of this profile stands before anything happened. */
export function calmAs({ starts }: EscalationProfile): Escalation {
  return { level: starts, provocations: 0 };
}

/** Where a character stands after an attempt against it. It rises one level at a time, and only when provoked. */
export function escalate(
  rules: EscalationRules,
  profile: EscalationProfile,
  now: Escalation,
  { tier, degree, flags }: Provocation,
): Escalation {
  const provoked = degree === 'failure' || degree === 'mixed' ? rules.provocation[degree][tier] : 0;
  if (provoked === 0) return now;
  const provocations = now.provocations + provoked;
  const here = rank(now.level);
  const due = Math.min(rank(levelDue(profile, provocations, flags)), rank(profile.at_most));
  return { level: (due > here ? ESCALATION_LEVELS[here + 1] : undefined) ?? now.level, provocations };
}

function levelDue(
  profile: EscalationProfile,
  provocations: number,
  flags: readonly RiskFlag[],
): EscalationLevel {
  const { hard_after, lethal_after, lethal_needs } = profile;
  const mayKill = lethal_needs.length === 0 || flags.some((flag) => lethal_needs.includes(flag));
  if (provocations >= lethal_after && mayKill) return 'lethal';
  return provocations >= hard_after ? 'hard' : 'soft';
}

function rank(level: EscalationLevel): number {
  return ESCALATION_LEVELS.indexOf(level);
}
