import { z } from 'zod';

const Words = z.int().min(1).max(5000);

/** How long narration is, in words. */
export const NarrationLengths = z
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
 * What is done about one kind of finding. `repair`: one repair is asked for, and what is still wrong is told with a
 * visible flag. `flag`: it is told with the flag at once. `fail`: one repair, and then the turn fails.
 */
const Policy = z.enum(['repair', 'flag', 'fail']);

/** What is done about each kind of fault found in a narration. */
export const FindingPolicies = z.strictObject({
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
