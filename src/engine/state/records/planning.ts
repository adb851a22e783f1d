import { z } from 'zod';
import { RollTableRows } from '#engine/rules/roll.ts';
import { CharacterId } from '../ids.ts';
import { createRecordSchema, Line, Prose, Slug, StoredName } from './field-types.ts';

const Risk = z.enum(['safe', 'low', 'medium', 'high']);

const ChoiceKey = z
  .string()
  .max(80)
  .regex(/^(?:god:)?[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, 'a choice key is snake_case, like attack_goblin');

export const Choice = z.strictObject({ key: ChoiceKey, text: StoredName, description: Line, risk: Risk });

const offered = {
  context: Prose.optional(),
  /** Analysis of a think turn: arguments for and against, and confidence. */
  analysis: z
    .strictObject({ pros: z.array(Line).max(12), cons: z.array(Line).max(12), confidence: Line })
    .optional(),
  choices: z.array(Choice).max(12),
};

/** Choices the scene offers a player next. `thinking` belongs to the game master and is never shown. */
export const PlanningBlock = z.strictObject({
  thinking: Prose.optional(),
  ...offered,
  audience: z
    .array(CharacterId)
    .max(32)
    .optional()
    .describe('Personas the block is for; absent for the whole table.'),
  own: createRecordSchema(CharacterId, z.strictObject(offered), 32)
    .optional()
    .describe(
      'Blocks private to single personas, after they thought. They replace the block for that persona.',
    ),
  commands: z
    .array(Choice)
    .max(12)
    .optional()
    .describe('Game master only: commands offered after a GOD turn. The choices of players stay.'),
  notes: z
    .array(Line)
    .max(8)
    .optional()
    .describe('Game master only: the narrator’s notes to itself, newest last.'),
  notesApart: createRecordSchema(CharacterId, z.array(Line).max(8), 32)
    .optional()
    .describe(
      'Game master only: the notes that hold for personas who were elsewhere when the block was written.',
    ),
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

/** A d100 table offered to a player: the next turn is the roll, and the row it hits binds. */
export const PendingRoll = z.strictObject({
  personaId: CharacterId,
  /** Call type that made it: `persuasion`, `chaos`, `battle`. */
  type: Slug,
  purpose: StoredName,
  rows: RollTableRows,
  sceneIndex: z.int().min(0),
});

/** The one question that stands between a player's action and its outcome. */
export const PendingClarification = z.strictObject({
  personaId: CharacterId,
  question: Line,
  /** Action the player wanted to take; it resumes when the answer comes. */
  actionText: Prose,
  sceneIndex: z.int().min(0),
});
