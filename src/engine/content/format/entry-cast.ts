import { z } from 'zod';
import { CharacterStatus, HoldingData } from './character-file.ts';
import { CharacterReference, JsonObject, Line, Lines, LocationReference } from './words.ts';

/** One of the people of an entry point, and what is particular about them in this story. */
export const CastMember = z.strictObject({
  character: CharacterReference,
  role: z.enum(['persona', 'npc']).default('npc').describe('persona: a player may play them.'),
  part: Line.optional().describe('What they are in this story: "the friend who did not come home".'),
  location: LocationReference.optional().describe(
    'Where they are at the start; left out, their usual place.',
  ),
  present: z
    .boolean()
    .optional()
    .describe('In the opening scene; left out: personas are, npcs if they are there.'),
  obscured: z.boolean().default(false).describe('In the opening scene, but nobody has noticed them.'),
  status: CharacterStatus.optional(),
  goals: Lines.max(8).default([]).describe('What they want in this story, beside what they always want.'),
  knows: Lines.max(20).default([]),
  withholds: Lines.max(20).default([]),
  stat_block: JsonObject.optional().describe('Keys that differ from their stat block for the first ruleset.'),
  inventory: z.array(HoldingData).max(100).default([]),
});
export type CastMember = z.infer<typeof CastMember>;
