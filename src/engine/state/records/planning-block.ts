import { z } from 'zod';
import { Line, Prose, StoredName } from './bounds.ts';

export const Risk = z.enum(['safe', 'low', 'medium', 'high']);

export const ChoiceKey = z
  .string()
  .max(80)
  .regex(/^(?:god:)?[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'a choice key is snake_case, like attack_goblin');

export const Choice = z.strictObject({ key: ChoiceKey, text: StoredName, description: Line, risk: Risk });
export type Choice = z.infer<typeof Choice>;

/** What a player can do next, as the scene offers it. `thinking` is the game master's and never shown. */
export const PlanningBlock = z.strictObject({
  thinking: Prose.optional(),
  context: Prose.optional(),
  /** Of a think turn: what speaks for and against, and how sure it is. */
  analysis: z
    .strictObject({ pros: z.array(Line).max(12), cons: z.array(Line).max(12), confidence: Line })
    .optional(),
  choices: z.array(Choice).max(12),
  notes: z
    .array(Line)
    .max(8)
    .optional()
    .describe('Game master only: the narrator’s notes to itself, newest last.'),
  refused: z
    .array(Line)
    .max(8)
    .optional()
    .describe('Game master only: what the engine refused of the last outcome, as sentences.'),
  tension: z
    .array(z.string().max(20))
    .max(6)
    .optional()
    .describe('Game master only: how the planner moved the tension in the last turns, oldest first.'),
  language: z
    .string()
    .max(35)
    .optional()
    .describe('BCP 47 tag of the language the table plays in, when it is not the pack’s.'),
});
export type PlanningBlock = z.infer<typeof PlanningBlock>;
