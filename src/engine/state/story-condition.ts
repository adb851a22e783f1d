import { z } from 'zod';
import { Amount } from './records/field-types.ts';

/** Schemas of the names a condition uses. Packs write references; a snapshot holds campaign ids. */
type ConditionNames = {
  readonly character: z.ZodType<string>;
  readonly location: z.ZodType<string>;
  readonly item: z.ZodType<string>;
  readonly holder: z.ZodType<string>;
  readonly fact: z.ZodType<string>;
  /** Ids of threads, missions, clocks, deadlines, resources and accounts. */
  readonly record: z.ZodType<string>;
  readonly date: z.ZodType<string>;
};

const limits = {
  at_least: Amount.optional(),
  at_most: Amount.optional(),
};
const MOST_PARTS = 12;

function createMeasures({ character, record }: ConditionNames) {
  return {
    relation: z
      .strictObject({
        of: character,
        to: character.optional(),
        measure: z.enum(['trust', 'tension', 'closeness']).default('trust'),
        ...limits,
      })
      .optional()
      .describe('How two people stand to each other, 0 to 10; without `to`, to any persona.'),
    meter: z
      .strictObject({ name: z.string().min(1).max(80), of: character.optional(), ...limits })
      .optional()
      .describe(
        'A meter or another number of a stat block, by its dotted name; without `of`, of any persona.',
      ),
    state: z
      .strictObject({
        path: z.string().min(1).max(120),
        is: z.union([z.string().max(200), z.number(), z.boolean()]).optional(),
        ...limits,
      })
      .optional()
      .describe('A value of the ruleset’s own state of the scene, by its dotted path.'),
    resource: z
      .strictObject({ id: record, ...limits })
      .optional()
      .describe('How much is left of it.'),
    account: z
      .strictObject({ id: record, ...limits })
      .optional()
      .describe('What the account holds.'),
  };
}

/**
 * Creates the schema of structured conditions. A condition is an object with exactly one key, which says what is
 * compared. `all`, `any` and `not` combine conditions.
 */
export function createConditionSchema(names: ConditionNames) {
  const { character, location, item, holder, fact, record, date } = names;
  const measures = createMeasures(names);
  const Condition = z
    .strictObject({
      get all() {
        return z.array(Condition).min(1).max(MOST_PARTS).optional().describe('Every one of these holds.');
      },
      get any() {
        return z.array(Condition).min(1).max(MOST_PARTS).optional().describe('At least one of these holds.');
      },
      get not() {
        return Condition.optional().describe('This does not hold.');
      },
      fact: z
        .strictObject({ id: fact, by: character.optional() })
        .optional()
        .describe('A persona knows the fact: the one in `by`, or any of them.'),
      thread: z
        .strictObject({ id: record, status: z.enum(['dormant', 'active', 'resolved', 'failed']) })
        .optional()
        .describe('The thread has this status.'),
      mission: z
        .strictObject({
          id: record,
          status: z.enum(['offered', 'accepted', 'in_progress', 'completed', 'failed', 'abandoned']),
        })
        .optional()
        .describe('The mission has this status.'),
      clock: z
        .strictObject({ id: record, at_least: z.int().min(0).max(1000).optional() })
        .optional()
        .describe('The clock stands at `at_least` or above; without it, the clock is full.'),
      deadline: z
        .strictObject({ id: record, status: z.enum(['active', 'met', 'missed', 'cancelled']) })
        .optional()
        .describe('The deadline has this status; missed is one that has passed.'),
      item: z
        .strictObject({ id: item, held_by: holder.optional(), at: location.optional() })
        .optional()
        .describe('The item is held by `held_by`, or lies at `at`; without both, a persona holds it.'),
      person: z
        .strictObject({
          id: character,
          at: location.optional(),
          present: z.boolean().optional(),
          alive: z.boolean().optional(),
          captive: z.boolean().optional(),
        })
        .optional()
        .describe('All that is said of the person holds. `present`: in the scene with the personas.'),
      relation: measures.relation,
      meter: measures.meter,
      state: measures.state,
      resource: measures.resource,
      account: measures.account,
      visited: location.optional().describe('The personas have been at this place.'),
      persona_at: location.optional().describe('A persona is at this place now.'),
      date: date.optional().describe('This moment of the world has come.'),
    })
    .superRefine((written, context) => {
      const keys = Object.values(written).filter((value) => value !== undefined).length;
      if (keys === 1) return;
      const message =
        keys === 0
          ? 'a condition has exactly one key, such as fact or clock'
          : 'a condition has exactly one key; join several with all or any';
      context.addIssue({ code: 'custom', message });
    });
  return Condition;
}

const Text = z.string().min(1).max(200);

/**
 * Condition as a snapshot keeps it. Ids of what the campaign does not have are kept as the pack wrote them: such a
 * condition does not hold.
 */
export const StoryCondition = createConditionSchema({
  character: Text,
  location: Text,
  item: Text,
  holder: Text,
  fact: Text,
  record: Text,
  date: Text,
});
export type StoryCondition = z.infer<typeof StoryCondition>;
