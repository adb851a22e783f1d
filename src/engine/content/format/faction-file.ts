import { z } from 'zod';
import { commonFrontmatter, Discoverable } from './common-frontmatter.ts';
import { CharacterReference, FactionReference, Lines, LocationReference, Prose } from './words.ts';

/** `factions/*.md`: a house, guild, company or gang. */
export const FactionFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('faction').optional(),
  leader: CharacterReference.optional().describe('A character.'),
  seat: LocationReference.optional().describe('The location it is run from.'),
  goals: Lines.default([]).describe('What it is after; for the game master.'),
  methods: Lines.default([]),
  assets: Lines.default([]),
  attitudes: z
    .array(z.strictObject({ to: FactionReference, stance: Prose }))
    .max(40)
    .default([])
    .describe('How it stands to other factions.'),
  withholds: Lines.default([]).describe('What it hides. The engine guards these words.'),
  discoverables: z.array(Discoverable).max(40).default([]),
  gm_notes: Lines.default([]),
});
export type FactionFrontmatter = z.infer<typeof FactionFrontmatter>;
