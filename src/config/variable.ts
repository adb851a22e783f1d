import { z } from 'zod';
import { Secret } from '#engine/util/secret.ts';

/** One setting. */
export type Variable = {
  readonly schema: z.ZodType;
  /** What the README's table says the variable is for. */
  readonly about: string;
  /** A value that would be accepted: shown in the README and in every complaint. */
  readonly example: string;
  /** How the README states what happens when it is not set. */
  readonly without: string;
  readonly secret?: true;
};

export const defineWholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.number().min(least, `is below ${least}`).max(most, `is above ${most}`));

export const defineSecret = (text: z.ZodString) => text.transform((value) => new Secret(value)).optional();
