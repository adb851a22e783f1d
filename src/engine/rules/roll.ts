import { z } from 'zod';

/** Two throws of the first die, of which the higher or the lower counts. */
export const Advantage = z.enum(['NONE', 'ADVANTAGE', 'DISADVANTAGE']);
export type Advantage = z.infer<typeof Advantage>;

/** The number a roll must reach: a difficulty class, or the armour class an attack must beat. */
export const RollTarget = z.strictObject({
  kind: z.enum(['DC', 'AC']),
  value: z.int().min(0).max(1000),
});
export type RollTarget = z.infer<typeof RollTarget>;

/**
 * Position of a roll in its session's random stream. Together with the seed it decides the faces; it never contains
 * the seed.
 */
export const SeedPosition = z.strictObject({
  sceneIndex: z.int().min(0).describe('The scene the turn makes.'),
  ordinal: z.int().min(0).max(9999).describe('Which check of that turn, counted from 0.'),
  diceIndex: z
    .int()
    .min(0)
    .exactOptional()
    .describe(
      'Where in the stream the dice of that scene stand; left out where it is the scene’s own index.',
    ),
});
export type SeedPosition = z.infer<typeof SeedPosition>;

/**
 * Returns the number that decides the faces, with the seed and the ordinal. It is the scene's index less some earlier
 * scenes: those in which neither the story went on nor dice fell. So a player does not get other faces by thinking
 * twice.
 */
export function getDiceIndex({
  diceIndex,
  sceneIndex,
}: Pick<SeedPosition, 'diceIndex' | 'sceneIndex'>): number {
  return diceIndex ?? sceneIndex;
}

/**
 * Dice that fell. Written once, by the engine or from the player's own dice, and never changed. The narrating model
 * receives this record and cannot ask for another.
 */
export const Roll = z.strictObject({
  expression: z.string().max(120).describe('What was rolled, tidied: 2d6+1d4+3.'),
  advantage: Advantage,
  faces: z.array(z.int()).max(2200).describe('Every die thrown, in order, also those that did not count.'),
  dropped: z.array(z.int().min(0)).describe('Positions in faces, from 0, of the dice that did not count.'),
  modifier: z.int().describe('The sum of the plain numbers in the expression.'),
  total: z.int(),
  position: SeedPosition,
  purpose: z.string().min(1).max(120).describe('What the roll decides: Perception check.'),
  source: z
    .enum(['ENGINE', 'PLAYER'])
    .describe('Who threw: the engine, or the player with dice of their own.'),
  characterId: z.string().min(1).max(160).exactOptional().describe('Who acts.'),
  damageType: z.string().min(1).max(40).exactOptional(),
  target: RollTarget.exactOptional(),
  result: z.string().min(1).max(80).exactOptional().describe('What the total means: Success, Hit, a band.'),
  line: z.string().max(20_000).describe('The whole roll as one line a player can check by hand.'),
});
export type Roll = Readonly<z.infer<typeof Roll>>;
