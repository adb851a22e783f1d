import { z } from 'zod';
import type { Degree } from './bands.ts';
import { SnakeName } from './mechanics/snake-name.ts';

/** Why an action could go badly wrong, as whoever reads the player's words flags it. */
export const RiskFlag = z.enum([
  'violence',
  'sensitive',
  'contested',
  'dangerous',
  'pursuit',
  'hostile_present',
]);
export type RiskFlag = z.infer<typeof RiskFlag>;

/** How much a failure may cost: 0 safe, 1 risky, 2 dangerous. */
export const ConsequenceTier = z.literal([0, 1, 2]);
export type ConsequenceTier = z.infer<typeof ConsequenceTier>;

/** What follows, beside the costs of the attempt. */
export const Consequence = z.strictObject({
  clock_ticks: z.int().min(0).max(20).default(0),
  harm: z.int().min(0).max(20).default(0),
  heat: z.int().min(0).max(20).default(0),
  meaning: z.string().max(400).default('').describe('What it means in the story, for whoever narrates.'),
});
export type Consequence = Readonly<z.infer<typeof Consequence>>;

const Tier = z.strictObject({ failure: Consequence.prefault({}), mixed: Consequence.prefault({}) });

/** Which risks belong to which tier, and what each tier costs when it goes wrong. */
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
    failure: { clock_ticks: 1, heat: 1, meaning: 'A door closes or somebody notices.' },
    mixed: { clock_ticks: 1, meaning: 'It works, and the trouble comes nearer.' },
  }),
  dangerous: Tier.prefault({
    failure: { clock_ticks: 2, harm: 2, heat: 1, meaning: 'Somebody is hurt or something is gone for good.' },
    mixed: { clock_ticks: 1, harm: 1, meaning: 'It works, and it hurts.' },
  }),
});
export type ConsequenceRules = Readonly<z.infer<typeof ConsequenceRules>>;

/** The tier of an action: that of the worst of its risks; without any it is safe. */
export function tierOf(rules: ConsequenceRules, flags: readonly RiskFlag[]): ConsequenceTier {
  const tiers = flags.map((flag) => rules.risks[flag]);
  if (tiers.includes(2)) return 2;
  return tiers.includes(1) ? 1 : 0;
}

/** What follows from an attempt of this tier; null when it succeeded. */
export function consequenceOf(
  rules: ConsequenceRules,
  tier: ConsequenceTier,
  degree: Degree,
): Consequence | null {
  if (degree === 'success' || degree === 'critical') return null;
  const names = ['safe', 'risky', 'dangerous'] as const;
  return rules[names[tier]][degree];
}
