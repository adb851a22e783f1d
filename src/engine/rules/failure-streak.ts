import { z } from 'zod';
import type { Degree } from './bands.ts';

/** Something that will happen after too many failures in a row; nobody may narrate around it. */
export const BindingConsequence = z.strictObject({
  name: z.string().min(1).max(60),
  text: z.string().min(1).max(400).describe('What happens, for whoever narrates.'),
});
export type BindingConsequence = Readonly<z.infer<typeof BindingConsequence>>;

/** When failures in a row bind, and to what. */
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

/** How things stand: failures in a row, and how often a consequence has bound before. */
export const FailureStreak = z.strictObject({ failures: z.int().min(0), bound: z.int().min(0) });
export type FailureStreak = Readonly<z.infer<typeof FailureStreak>>;

export const NO_STREAK: FailureStreak = { failures: 0, bound: 0 };

/** The streak after one more attempt, and the consequence that binds now, if one does. */
export function afterAttempt(
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
