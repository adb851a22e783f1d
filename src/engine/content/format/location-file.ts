import { z } from 'zod';
import { commonFrontmatter, Discoverable } from './common-frontmatter.ts';
import { Line, Lines, LocationReference, Name } from './words.ts';

export const ExitData = z.strictObject({
  to: LocationReference.describe('The location it leads to.'),
  label: Line.optional().describe('How it looks from here: "a rusted hatch in the floor".'),
  minutes: z.number().min(0).max(1_000_000).optional().describe('How long the way takes on foot.'),
  blocked: Line.optional().describe('Why nobody can pass now; leave out when the way is open.'),
  secret: z.boolean().default(false).describe('Players do not see it until it is found.'),
  one_way: z
    .boolean()
    .default(false)
    .describe('Say so when there is no way back; otherwise the checker asks.'),
});

/** `locations/*.md`: a place. */
export const LocationFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('location').optional(),
  district: Name.optional().describe('The part of town or country it lies in.'),
  part_of: LocationReference.optional().describe('The larger location it lies within.'),
  exits: z
    .array(ExitData)
    .max(60)
    .optional()
    .describe(
      'The ways out. [] is a place without any; left out, the map is not drawn and every place can be reached.',
    ),
  atmosphere: Lines.default([]).describe('What one sees, hears and smells; short, ready to be woven in.'),
  effects: Lines.max(40).default([]).describe('What the place does to those in it: "slippery underfoot".'),
  discoverables: z.array(Discoverable).max(40).default([]),
  gm_notes: Lines.default([]).describe('For the game master alone.'),
});
export type LocationFrontmatter = z.infer<typeof LocationFrontmatter>;
