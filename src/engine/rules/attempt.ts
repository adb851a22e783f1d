import type { Degree } from './bands.ts';
import {
  type Consequence,
  type ConsequenceTier,
  consequenceOf,
  type RiskFlag,
  tierOf,
} from './consequences.ts';
import { addCosts, type Costs, costOf } from './costs.ts';
import { calmAs, type Escalation, escalate, profileNamed } from './escalation.ts';
import { afterAttempt, type BindingConsequence, type FailureStreak } from './failure-streak.ts';
import type { Mechanics } from './mechanics.ts';

/** An attempt that was made, and how it went. Actions that were refused are no attempts and cost nothing. */
export type Attempt = {
  readonly degree: Degree;
  readonly actionClass: string;
  readonly proposedCosts?: Partial<Costs>;
  readonly risks: readonly RiskFlag[];
  readonly streak: FailureStreak;
  /** Whom it was aimed at, when it was aimed at someone: profile by name, and how far they have gone. */
  readonly against?: { readonly profile?: string; readonly escalation?: Escalation };
};

export type AttemptOutcome = {
  readonly tier: ConsequenceTier;
  /** Owed whatever came of it; the harm and heat of the consequence are in it. */
  readonly costs: Costs;
  readonly consequence: Consequence | null;
  readonly streak: FailureStreak;
  /** What must happen now, after too many failures in a row. */
  readonly binding: BindingConsequence | null;
  readonly escalation: Escalation | null;
};

/** Everything that follows from an attempt by the ruleset's numbers alone. */
export function resolveAttempt(mechanics: Mechanics, attempt: Attempt): AttemptOutcome {
  const { degree, risks } = attempt;
  const tier = tierOf(mechanics.consequences, risks);
  const consequence = consequenceOf(mechanics.consequences, tier, degree);
  const costs = costOf(mechanics.costs, attempt.actionClass, attempt.proposedCosts);
  return {
    tier,
    costs: addCosts(costs, { harm: consequence?.harm ?? 0, heat: consequence?.heat ?? 0 }),
    consequence,
    ...afterAttempt(mechanics.failure_streak, attempt.streak, degree),
    escalation: escalationAfter(mechanics, attempt, tier),
  };
}

function escalationAfter(
  { escalation: rules }: Mechanics,
  { against, degree, risks }: Attempt,
  tier: ConsequenceTier,
): Escalation | null {
  if (against === undefined) return null;
  const profile = profileNamed(rules, against.profile);
  return escalate(rules, profile, against.escalation ?? calmAs(profile), { tier, degree, flags: risks });
}
