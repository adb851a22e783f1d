import { z } from 'zod';
import { Mechanics } from '#engine/rules/mechanics.ts';
import { RowOperation } from '#engine/rules/roll.ts';
import { CallTemplates, yamlCommon } from './common-fields.ts';
import { AuthoredJsonObject, Line, Name, operationSchemas, PromptText } from './field-types.ts';

// The rules know nothing of packs; here their operations are made known, so that the ids in them are resolved.
operationSchemas.add(RowOperation, { operation: true });

const FilePath = z.string().min(1).max(200);

const StatData = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]*$/, 'the key of the stat block it explains'),
  name: Name,
  represents: Line,
  high: Line.optional().describe('Somebody who has much of it.'),
  low: Line.optional().describe('Somebody who has little of it.'),
  success: Line.optional().describe('What a good roll brings.'),
  failure: Line.optional().describe('What a bad roll costs.'),
});

/** `rulesets/*.yaml`: rules as text for those who tell the story, and as data for the engine that decides. */
export const RulesetFile = z.strictObject({
  ...yamlCommon,
  type: z.literal('ruleset').optional(),
  rulebook: PromptText.optional().describe('The rules in full, addressed to a game master.'),
  rulebook_file: FilePath.optional().describe('Or a Markdown file of this pack: rulesets/tide_dice.md.'),
  rulebook_summary: PromptText.describe('The rules in a few sentences; all the narrator gets.'),
  essentials: PromptText.optional().describe('The rulebook in a few lines, for when the budget is tight.'),
  templates: CallTemplates,
  stats: z.array(StatData).max(60).default([]).describe('What each number of a stat block means.'),
  stat_block_schema: z
    .union([z.literal('srd5e'), AuthoredJsonObject])
    .optional()
    .describe('JSON Schema (draft 2020-12) of a stat block, or srd5e for the built-in one.'),
  stat_block_schema_file: FilePath.optional().describe('Or a JSON file of this pack.'),
  scene_state_schema: AuthoredJsonObject.optional().describe(
    'JSON Schema of the ruleset’s own state of a scene.',
  ),
  scene_state_schema_file: FilePath.optional().describe('Or a JSON file of this pack.'),
  default_stat_block: AuthoredJsonObject.optional().describe(
    'For characters who have none and for newcomers in play.',
  ),
  mechanics: Mechanics.prefault({}).describe(
    'Dice, checks, bands, costs and limits the engine enforces. Left out: the rulebook alone rules, and a model asks for dice by it.',
  ),
});
export type RulesetFile = z.infer<typeof RulesetFile>;
