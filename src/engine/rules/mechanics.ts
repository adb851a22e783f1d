import { z } from 'zod';
import { ConsequenceRules } from './consequences.ts';
import { CostRules } from './costs.ts';
import { CheckData } from './declared-check.ts';
import { EscalationRules } from './escalation.ts';
import { FailureStreakRules } from './failure-streak.ts';
import { checkListFaults } from './mechanics/check-list-faults.ts';
import { DeadlineWarnings } from './mechanics/deadline-warnings.ts';
import { MemoryPolicy } from './mechanics/memory-policy.ts';
import { FindingPolicies, NarrationLengths } from './mechanics/narration-policy.ts';
import { Resolution } from './resolution.ts';
import { TimeCostsData } from './time-costs.ts';
import { TravelPace } from './time-of-travel.ts';

const OperationName = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/, 'an operation is named like move-character');

const PolicyMap = z.record(z.string(), z.enum(['repair', 'flag', 'fail']));
const LIST_OF_CHECKS = 'write a list of checks, each with id, label and covers';

/** The first edition kept here what is now `on_finding`. Campaigns pinned to such packs still open; the map is not read. */
const FirstEditionPolicies = z
  .looseObject({})
  .refine((written) => PolicyMap.safeParse(written).success, { error: LIST_OF_CHECKS, abort: true });

const Checks = z
  .union([z.array(CheckData).max(80), FirstEditionPolicies], LIST_OF_CHECKS)
  .default([])
  .transform((written) => (Array.isArray(written) ? written : []))
  .describe(
    'The checks a player’s words may call for. A model reads the words and chooses one by its sentence; the engine rolls it. ' +
      'Left out: one for each stat, aspect or roll type. Under srd5e these are added to the abilities and skills.',
  );

/**
 * Everything the engine enforces for a ruleset. Every key has a default. Without `resolution` the ruleset has no mechanics of
 * its own: its rulebook is text, and the model asks for dice by it.
 */
export const Mechanics = z
  .strictObject({
    pipeline: z
      .enum(['duet', 'ensemble', 'full'])
      .default('ensemble')
      .describe('Which steps a turn goes through.'),
    outcome: z
      .enum(['record', 'inline'])
      .default('record')
      .describe(
        'How it is found out what a narration made true. `record`: a small model reads the prose afterwards. ' +
          '`inline`: the narrator writes it itself, as a JSON block after its prose.',
      ),
    release: z
      .enum(['held', 'immediate', 'reviewed'])
      .default('held')
      .describe(
        'When players see prose. `held`: sentence by sentence, after the exact checks. `immediate`: at once, and checked later. ' +
          '`reviewed`: all of it, after a second model has judged it.',
      ),
    react: z
      .enum(['addressed', 'everyone'])
      .default('addressed')
      .describe(
        'Which characters decide for themselves in a turn. `addressed`: those spoken to, acted upon or with something due, at most three. ' +
          '`everyone`: all who are present.',
      ),
    conversation: z
      .enum(['window', 'none'])
      .default('window')
      .describe(
        'Whether the narrator sees the last exchanges. `window`: as many as fit. `none`: it plays from the state of the scene and memories alone.',
      ),
    player_dice: z
      .enum(['allowed', 'forbidden', 'asked'])
      .default('allowed')
      .describe(
        'Whether players may bring numbers from dice of their own; `asked`: every check waits for them.',
      ),
    resolution: Resolution.default({ kind: 'rulebook' }).describe(
      'How attempts are decided. Left out: by the rulebook, for which a model asks for dice.',
    ),
    checks: Checks,
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
    on_finding: FindingPolicies.prefault({}).describe(
      'What is done about each kind of fault found in a narration: repair, flag or fail.',
    ),
  })
  .superRefine((mechanics, context) => {
    for (const { path, message } of checkListFaults(mechanics.checks, mechanics.resolution)) {
      context.addIssue({ code: 'custom', message, path: ['checks', ...path] });
    }
  });
export type Mechanics = Readonly<z.infer<typeof Mechanics>>;
