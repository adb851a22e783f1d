import { z } from 'zod';
import {
  addCosts,
  type BindingConsequence,
  type Consequence,
  ConsequenceRules,
  type ConsequenceTier,
  CostRules,
  type Costs,
  createCalmEscalation,
  type Escalation,
  EscalationRules,
  escalate,
  type FailureStreak,
  FailureStreakRules,
  findConsequenceTier,
  findEscalationProfile,
  limitCosts,
  MeterRules,
  type RiskFlag,
  selectConsequence,
  updateFailureStreak,
} from './attempt-consequences.ts';
import { CheckData } from './declared-check.ts';
import { TimeCostsData, TravelPace } from './elapsed-time.ts';
import { findCheckListFaults, findCostFaults } from './mechanics/check-list-faults.ts';
import { type Degree, Resolution } from './resolution.ts';

const StatId = z.string().regex(/^[a-z][a-z0-9_]*$/);

/** Limits of new characters beside those of the stat block's schema. SRD 5e has rules of its own. */
const NewCharacters = z.strictObject({
  fixed: z
    .array(StatId)
    .max(60)
    .default([])
    .describe('Stats no player chooses; they begin as in default_stat_block.'),
  budgets: z
    .array(
      z.strictObject({ stats: z.array(StatId).min(1).max(60), total: z.number().min(-1000).max(1_000_000) }),
    )
    .max(10)
    .default([])
    .describe('Stats that add up to at most so much.'),
});

const Share = z.number().gt(0).lt(1);

/** Share of a deadline's time that has passed when each warning is given. */
const DeadlineWarnings = z
  .strictObject({ subtle: Share.default(0.5), clear: Share.default(0.75), urgent: Share.default(0.9) })
  .refine(({ subtle, clear, urgent }) => subtle < clear && clear < urgent, {
    error: 'warnings come in the order subtle, clear, urgent: each needs a larger share than the one before',
  });

const RestValues = z.array(z.union([z.string().max(200), z.number(), z.boolean()])).max(20);

/** Says which values of the scene's state allow a rest. A scene whose state does not say allows both. */
const RestRules = z.strictObject({
  path: StatId.describe('The property of the scene’s state that says so.'),
  long: RestValues.describe('Its values that allow a long rest.'),
  short: RestValues.optional().describe('Its values that allow a short rest. Left out: all do.'),
});

/** Rules by which characters forget, and by which two memories count as the same. */
const MemoryPolicy = z.strictObject({
  lambda_per_minute: z
    .number()
    .min(0)
    .max(10)
    .default(0.0005)
    .describe('How fast memories fade with world time; at 0.0005 half is left after about 23 hours.'),
  near_identical_from: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      'Share of words in common from which an observation reinforces an old one. Below 1 a single word more, such as a negation, goes unnoticed.',
    ),
});

const Words = z.int().min(1).max(5000);

/** Lengths of narrations, in words. */
const NarrationLengths = z
  .strictObject({
    typical_from: Words.default(80),
    typical_to: Words.default(150),
    most: Words.default(200).describe('The most for ordinary scenes.'),
    most_in_major_scenes: Words.default(400),
  })
  .refine(
    ({ typical_from, typical_to, most, most_in_major_scenes }) =>
      typical_from <= typical_to && typical_to <= most && most <= most_in_major_scenes,
    { error: 'lengths must grow: typical_from, typical_to, most, most_in_major_scenes' },
  );

/**
 * Response to one kind of finding. `repair`: requests one repair; remaining faults are narrated with a visible flag.
 * `flag`: narrates with the flag at once. `fail`: requests one repair, and then the turn fails.
 */
const Policy = z.enum(['repair', 'flag', 'fail']);

/** Response to each kind of fault found in a narration. */
const FindingPolicies = z.strictObject({
  agency: Policy.default('repair').describe('It acts, speaks, thinks or moves for a player’s character.'),
  internal_labels: Policy.default('repair').describe('It names alignments or personality types.'),
  sheet_numbers: Policy.default('repair').describe('It tells numbers of a character sheet as prose.'),
  secrets: Policy.default('repair').describe('It tells what was not discovered.'),
  dice: Policy.default('repair').describe('It tells of dice that were not rolled.'),
  contradiction: Policy.default('repair').describe('It contradicts what is so.'),
  binding_row: Policy.default('repair').describe('It does not tell the row that was rolled.'),
  boundaries: Policy.default('repair').describe('It crosses a boundary the players agreed on before play.'),
  length: Policy.default('flag').describe('It is too long or too short.'),
});

const OperationName = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/, 'an operation is named like move-character');

const PolicyMap = z.record(z.string(), z.enum(['repair', 'flag', 'fail']));
const LIST_OF_CHECKS = 'write a list of checks, each with id, label and covers';

/**
 * Former place of `on_finding`, from the first edition. Campaigns pinned to such packs still open; the map is not
 * read.
 */
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
 * Everything the engine enforces for a ruleset. Every key has a default. Without `resolution` the ruleset has no
 * mechanics of its own: its rulebook is text, and the model requests dice by it.
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
    new_characters: NewCharacters.prefault({}).describe('What a player may choose for a new character.'),
    meters: MeterRules,
    difficulty: z
      .strictObject({
        gentle: z.int().min(-20).max(20).default(1),
        normal: z.int().min(-20).max(20).default(0),
        hard: z.int().min(-20).max(20).default(-1),
        brutal: z.int().min(-20).max(20).default(-2),
      })
      .prefault({})
      .describe(
        "What the table's difficulty adds to every check of a player's character. Under srd5e it lowers the DC of checks by as much and is added to attack rolls and saving throws.",
      ),
    costs: CostRules.prefault({}),
    consequences: ConsequenceRules.prefault({}),
    failure_streak: FailureStreakRules.prefault({}),
    escalation: EscalationRules.prefault({}),
    memory: MemoryPolicy.prefault({}),
    time_costs: TimeCostsData.default({}).describe(
      'Other figures for the published time costs, and costs of its own.',
    ),
    travel: TravelPace.prefault({}),
    rests: RestRules.optional().describe('Where people can rest. Left out: everywhere.'),
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
    for (const { path, message } of findCheckListFaults(mechanics.checks, mechanics.resolution)) {
      context.addIssue({ code: 'custom', message, path: ['checks', ...path] });
    }
    for (const { path, message } of findCostFaults(mechanics)) {
      context.addIssue({ code: 'custom', message, path: [...path] });
    }
  });
export type Mechanics = Readonly<z.infer<typeof Mechanics>>;

/** Attempt that was made, and its degree of success. Refused actions are no attempts and cost nothing. */
export type Attempt = {
  readonly degree: Degree;
  readonly actionClass: string;
  readonly proposedCosts?: Partial<Costs>;
  readonly risks: readonly RiskFlag[];
  readonly streak: FailureStreak;
  /** Target of the attempt, if it had one: profile by name, and current escalation. */
  readonly against?: { readonly profile?: string; readonly escalation?: Escalation };
};

export type AttemptOutcome = {
  readonly tier: ConsequenceTier;
  /** Owed after every outcome; includes the meters of the consequence. */
  readonly costs: Costs;
  readonly consequence: Consequence | null;
  readonly streak: FailureStreak;
  /** Event that must happen now, after too many failures in a row. */
  readonly binding: BindingConsequence | null;
  readonly escalation: Escalation | null;
};

/** Computes all effects of an attempt by the ruleset's numbers alone. */
export function resolveAttempt(mechanics: Mechanics, attempt: Attempt): AttemptOutcome {
  const { degree, risks } = attempt;
  const tier = findConsequenceTier(mechanics.consequences, risks);
  const consequence = selectConsequence(mechanics.consequences, tier, degree);
  const costs = limitCosts(mechanics, attempt.actionClass, attempt.proposedCosts);
  return {
    tier,
    costs: addCosts(costs, selectDeclared(consequence?.meters ?? {}, mechanics.meters)),
    consequence,
    ...updateFailureStreak(mechanics.failure_streak, attempt.streak, degree),
    escalation: escalationAfter(mechanics, attempt, tier),
  };
}

function selectDeclared(moved: Costs, meters: Mechanics['meters']): Costs {
  return Object.fromEntries(Object.entries(moved).filter(([meter]) => Object.hasOwn(meters, meter)));
}

function escalationAfter(
  { escalation: rules }: Mechanics,
  { against, degree, risks }: Attempt,
  tier: ConsequenceTier,
): Escalation | null {
  if (against === undefined) return null;
  const profile = findEscalationProfile(rules, against.profile);
  return escalate(rules, profile, against.escalation ?? createCalmEscalation(profile), {
    tier,
    degree,
    flags: risks,
  });
}
