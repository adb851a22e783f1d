import { z } from 'zod';
import { SnakeName } from './names/snake-name.ts';
import type { Degree } from './resolution.ts';
import { RowOperation } from './roll.ts';

/** Classes of action for a ruleset that declares none. Ordinary talk costs time and nothing else. */
const PUBLISHED_COST_CLASSES = {
  talk: { time: { min: 1, max: 5 } },
  look: { time: { min: 0, max: 1 } },
  move: { time: { min: 1, max: 15 } },
  investigate: { time: { min: 10, max: 30 } },
  trade: { time: { min: 5, max: 30 }, cred: { min: -10_000, max: 10_000 } },
  sneak: { time: { min: 1, max: 15 }, heat: { min: 0, max: 1 } },
  tamper: { time: { min: 5, max: 30 }, heat: { min: 0, max: 1 } },
  threaten: { time: { min: 1, max: 5 }, heat: { min: 0, max: 1 }, rep: { min: -1, max: 0 } },
  violence: {
    time: { min: 0, max: 5 },
    heat: { min: 1, max: 3 },
    harm: { min: 0, max: 2 },
    rep: { min: -2, max: 0 },
  },
  other: { time: { min: 0, max: 30 } },
} as const;

const LARGEST = 1_000_000;
const Amount = z.int().min(-LARGEST).max(LARGEST);
const Range = z
  .strictObject({ min: Amount, max: Amount })
  .refine(({ min, max }) => min <= max, { path: ['max'], error: 'max must not be less than min' });
type Range = z.infer<typeof Range>;

/** Event at the end of a meter's scale. */
const MeterBound = z.strictObject({
  text: z.string().min(1).max(400).describe('What happens, for players and whoever narrates.'),
  condition: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe('A condition the character has as long as the meter stands there.'),
  operations: z
    .array(RowOperation)
    .max(12)
    .optional()
    .describe('What the engine does when it gets there; `persona` is the character whose meter it is.'),
});

/** A meter of the ruleset. Its value is the number of the same id in a character's stat block. */
const Meter = z
  .strictObject({
    name: z.string().min(1).max(60).describe('What players call it.'),
    min: Amount.default(0),
    max: Amount.default(10),
    start: Amount.optional().describe('Where it begins when a stat block does not say; 0 or the nearest.'),
    better: z
      .enum(['higher', 'lower'])
      .default('lower')
      .describe(
        'Which way is a gain for the character. No model gives a persona a gain the prose does not tell.',
      ),
    money: z
      .boolean()
      .default(false)
      .describe('Whether it is money: it is paid and received, and what it cannot pay is refused.'),
    at_min: MeterBound.optional().describe('What happens when it falls to min.'),
    at_max: MeterBound.optional().describe('What happens when it rises to max.'),
  })
  .refine(({ min, max }) => min < max, { path: ['max'], error: 'max must be more than min' })
  .refine(({ min, max, start = min }) => start >= min && start <= max, {
    path: ['start'],
    error: 'start must lie between min and max',
  });
export type Meter = Readonly<z.infer<typeof Meter>>;

export const MeterRules = z
  .record(SnakeName, Meter)
  .default({})
  .describe('The meters of a stat block, by id: a number of the stat block each.');
export type MeterRules = Readonly<z.infer<typeof MeterRules>>;

/** Returns where a meter begins for a character whose stat block does not say. */
export function findMeterStart({ start = 0, min, max }: Pick<Meter, 'start' | 'min' | 'max'>): number {
  return clamp(start, min, max);
}

/** Key of minutes among costs. The other keys are meters. */
const TIME = 'time';

/** Changes caused by an attempt: minutes that pass under `time`, and how far meters move. */
export type Costs = Readonly<Record<string, number>>;

/** Range of costs for one class of action. A plain number is always that number. Time is in minutes. */
const CostClass = z.record(SnakeName, z.union([Amount, Range]));
type CostClass = Readonly<z.infer<typeof CostClass>>;

/** The costs of attempts by class of action. */
export const CostRules = z.strictObject({
  classes: z
    .record(SnakeName, CostClass)
    .default({})
    .describe('Other figures for the published classes of action, and classes of its own for checks.'),
});
export type CostRules = Readonly<z.infer<typeof CostRules>>;

const PUBLISHED = z.record(z.string(), CostClass).parse(PUBLISHED_COST_CLASSES);

/** Lists every class of action with its range of costs: the published ones, overridden by the ruleset's own. */
export function listCostClasses(rules: CostRules): Readonly<Record<string, CostClass>> {
  return { ...PUBLISHED, ...rules.classes };
}

type PricedRules = { readonly costs: CostRules; readonly meters: MeterRules };

/**
 * Returns the costs of an attempt: the proposal, clamped to the ranges of its class. Uses the lowest cost where
 * nothing is proposed. Every attempt that is made owes them, independent of its outcome. An unknown class counts as
 * `other`; meters the ruleset does not declare cost nothing.
 */
export function limitCosts(
  { costs, meters }: PricedRules,
  actionClass: string,
  proposed: Partial<Costs> = {},
): Costs {
  const classes = listCostClasses(costs);
  const declared = Object.hasOwn(classes, actionClass) ? classes[actionClass] : classes.other;
  if (declared === undefined) throw new Error('there is no class of action called other');
  const owed = Object.entries({ [TIME]: 0, ...declared })
    .filter(([kind]) => kind === TIME || Object.hasOwn(meters, kind))
    .map(([kind, range]) => [kind, within(toRange(range), proposed[kind])] as const);
  return Object.fromEntries(owed);
}

/** Adds two costs. */
export function addCosts(one: Costs, other: Costs): Costs {
  const kinds = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...kinds].map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]));
}

function toRange(value: number | Range): Range {
  return typeof value === 'number' ? { min: value, max: value } : value;
}

// A proposal comes from a model: what is no number counts as no proposal, and parts are dropped.
function within({ min, max }: Range, value: number | undefined): number {
  if (value === undefined || Number.isNaN(value)) return clamp(0, min, max);
  return clamp(Math.trunc(value), min, max);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** Reason why an action could go badly wrong, as flagged by the reader of the player's text. */
export const RiskFlag = z.enum([
  'violence',
  'sensitive',
  'contested',
  'dangerous',
  'pursuit',
  'hostile_present',
]);
export type RiskFlag = z.infer<typeof RiskFlag>;

/** Severity of a failure: 0 safe, 1 risky, 2 dangerous. */
export const ConsequenceTier = z.literal([0, 1, 2]);
export type ConsequenceTier = z.infer<typeof ConsequenceTier>;

/** Effects of an attempt, beside its costs. */
export const Consequence = z.strictObject({
  clock_ticks: z.int().min(0).max(20).default(0),
  meters: z.record(SnakeName, Amount).default({}).describe('How far meters move: { harm: 2 }.'),
  meaning: z.string().max(400).default('').describe('What it means in the story, for whoever narrates.'),
});
export type Consequence = Readonly<z.infer<typeof Consequence>>;

const Tier = z.strictObject({ failure: Consequence.prefault({}), mixed: Consequence.prefault({}) });

/** Tier of each risk, and the costs of each tier when an attempt goes wrong. */
export const ConsequenceRules = z.strictObject({
  risks: z
    .strictObject({
      violence: ConsequenceTier.default(2),
      dangerous: ConsequenceTier.default(2),
      pursuit: ConsequenceTier.default(2),
      hostile_present: ConsequenceTier.default(2),
      contested: ConsequenceTier.default(1),
      sensitive: ConsequenceTier.default(1),
    })
    .prefault({}),
  clock: SnakeName.nullable()
    .default(null)
    .describe('The clock that ticks; null for the one that threatens what is at stake.'),
  safe: Tier.prefault({ failure: { meaning: 'Nothing is lost but the time it took.' } }),
  risky: Tier.prefault({
    failure: { clock_ticks: 1, meters: { heat: 1 }, meaning: 'A door closes or somebody notices.' },
    mixed: { clock_ticks: 1, meaning: 'It works, and the trouble comes nearer.' },
  }),
  dangerous: Tier.prefault({
    failure: {
      clock_ticks: 2,
      meters: { harm: 2, heat: 1 },
      meaning: 'Somebody is hurt or something is gone for good.',
    },
    mixed: { clock_ticks: 1, meters: { harm: 1 }, meaning: 'It works, and it hurts.' },
  }),
});
export type ConsequenceRules = Readonly<z.infer<typeof ConsequenceRules>>;

/** Returns the tier of an action: that of the worst of its risks. Without any risk it is safe. */
export function findConsequenceTier(rules: ConsequenceRules, flags: readonly RiskFlag[]): ConsequenceTier {
  const tiers = flags.map((flag) => rules.risks[flag]);
  if (tiers.includes(2)) return 2;
  return tiers.includes(1) ? 1 : 0;
}

/** Returns the consequence of an attempt of this tier; null when it succeeded. */
export function selectConsequence(
  rules: ConsequenceRules,
  tier: ConsequenceTier,
  degree: Degree,
): Consequence | null {
  if (degree === 'success' || degree === 'critical') return null;
  const names = ['safe', 'risky', 'dangerous'] as const;
  return rules[names[tier]][degree];
}

/** Event that must happen after too many failures in a row; a narration may not avoid it. */
export const BindingConsequence = z.strictObject({
  name: z.string().min(1).max(60),
  text: z.string().min(1).max(400).describe('What happens, for whoever narrates.'),
  operations: z
    .array(RowOperation)
    .max(12)
    .optional()
    .describe('What the engine does with it; all of them or none.'),
});
export type BindingConsequence = Readonly<z.infer<typeof BindingConsequence>>;

/** Number of failures in a row that binds, and the consequences it binds to. */
export const FailureStreakRules = z.strictObject({
  threshold: z.int().min(1).max(20).default(3).describe('How many failures in a row bind a consequence.'),
  mixed: z
    .enum(['keeps', 'resets', 'counts'])
    .default('keeps')
    .describe('What a mixed outcome does to the streak.'),
  binding: z
    .array(BindingConsequence)
    .min(1)
    .max(20)
    .default([
      { name: 'The way is barred', text: 'This approach no longer works; another has to be found.' },
      { name: 'The other side moves', text: 'Whoever stands against them gains what they wanted next.' },
      { name: 'A lasting loss', text: 'Something or someone they count on is lost, and stays lost.' },
    ])
    .describe('The first streak binds the first, the next the second; the last one is repeated.'),
});
export type FailureStreakRules = Readonly<z.infer<typeof FailureStreakRules>>;

/** Number of failures in a row, and of binding consequences so far. */
export const FailureStreak = z.strictObject({ failures: z.int().min(0), bound: z.int().min(0) });
export type FailureStreak = Readonly<z.infer<typeof FailureStreak>>;

export const NO_STREAK: FailureStreak = { failures: 0, bound: 0 };

/** Returns the streak after one more attempt, and the consequence that binds now, if one does. */
export function updateFailureStreak(
  rules: FailureStreakRules,
  streak: FailureStreak,
  degree: Degree,
): { readonly streak: FailureStreak; readonly binding: BindingConsequence | null } {
  const failures = failuresAfter(rules, streak.failures, degree);
  if (failures < rules.threshold) return { streak: { ...streak, failures }, binding: null };
  const binding = rules.binding[Math.min(streak.bound, rules.binding.length - 1)] ?? null;
  return { streak: { failures: 0, bound: streak.bound + 1 }, binding };
}

function failuresAfter({ mixed }: FailureStreakRules, failures: number, degree: Degree): number {
  if (degree === 'success' || degree === 'critical') return 0;
  if (degree === 'failure' || mixed === 'counts') return failures + 1;
  return mixed === 'keeps' ? failures : 0;
}

/** Steps of a character's hostility to the players: words, force, or killing. */
export const ESCALATION_LEVELS = ['soft', 'hard', 'lethal'] as const;
export const EscalationLevel = z.enum(ESCALATION_LEVELS);
export type EscalationLevel = z.infer<typeof EscalationLevel>;

/** Thresholds that push one kind of character from one level to the next. */
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

/** Escalation state of one character. */
export const Escalation = z.strictObject({ level: EscalationLevel, provocations: z.int().min(0) });
export type Escalation = Readonly<z.infer<typeof Escalation>>;

export type Provocation = {
  readonly tier: ConsequenceTier;
  readonly degree: Degree;
  readonly flags: readonly RiskFlag[];
};

const PUBLISHED_ESCALATION: Readonly<Record<string, EscalationProfile>> = {
  usual: EscalationProfile.parse({}),
  bystander: EscalationProfile.parse({ at_most: 'hard' }),
  killer: EscalationProfile.parse({ starts: 'hard', hard_after: 1, lethal_after: 2 }),
};

/** Returns the escalation profile of a character; an unknown name gives `usual`. */
export function findEscalationProfile(rules: EscalationRules, name = 'usual'): EscalationProfile {
  const profiles = { ...PUBLISHED_ESCALATION, ...rules.profiles };
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : profiles.usual;
  if (profile === undefined) throw new Error('there is no profile called usual');
  return profile;
}

/** Returns the escalation of a character of this profile before anything happened. */
export function createCalmEscalation({ starts }: EscalationProfile): Escalation {
  return { level: starts, provocations: 0 };
}

/**
 * Returns a character's escalation after an attempt against it. It rises one level at a time, and only when provoked.
 */
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
