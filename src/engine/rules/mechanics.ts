import { z } from 'zod';
import { ConsequenceRules } from './consequences.ts';
import { CostRules } from './costs.ts';
import { EscalationRules } from './escalation.ts';
import { FailureStreakRules } from './failure-streak.ts';
import { DeadlineWarnings } from './mechanics/deadline-warnings.ts';
import { MemoryPolicy } from './mechanics/memory-policy.ts';
import { CheckPolicies, NarrationLengths } from './mechanics/narration-policy.ts';
import { Resolution } from './resolution.ts';
import { TimeCostsData } from './time-costs.ts';
import { TravelPace } from './time-of-travel.ts';

const OperationName = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/, 'an operation is named like move-character');

/**
 * What a ruleset decides by numbers: everything the engine enforces for it. Only the pipeline and the resolution
 * must be written; every other number has the default stated here.
 */
export const Mechanics = z.strictObject({
  pipeline: z.enum(['duet', 'ensemble', 'full']).describe('Which steps a turn goes through.'),
  release: z
    .enum(['held', 'immediate'])
    .default('held')
    .describe('Whether prose is held back for a sentence while it is checked.'),
  player_dice: z
    .enum(['allowed', 'forbidden', 'asked'])
    .default('allowed')
    .describe(
      'Whether players may bring numbers from dice of their own; `asked`: every check waits for them.',
    ),
  resolution: Resolution,
  checks_per_turn: z.int().min(1).max(20).default(6).describe('The most checks one turn may ask for.'),
  costs: CostRules.prefault({}),
  consequences: ConsequenceRules.prefault({}),
  failure_streak: FailureStreakRules.prefault({}),
  escalation: EscalationRules.prefault({}),
  memory: MemoryPolicy.prefault({}),
  time_costs: TimeCostsData.default({}).describe(
    'Other figures for the published time costs, and costs of its own.',
  ),
  travel: TravelPace.prefault({}),
  deadline_warnings: DeadlineWarnings.prefault({}),
  operations: z
    .union([z.literal('all'), z.array(OperationName).max(200)])
    .default('all')
    .describe('The operations models and game masters may ask for.'),
  narration: NarrationLengths.prefault({}),
  checks: CheckPolicies.prefault({}),
});
export type Mechanics = Readonly<z.infer<typeof Mechanics>>;
