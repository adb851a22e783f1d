import { z } from 'zod';
import { Secret } from '#engine/util/secret.ts';

/** One setting. */
export type Variable = {
  readonly schema: z.ZodType;
  /** Purpose of the variable, as stated in docs/settings.md. */
  readonly about: string;
  /** Example of an accepted value, shown in every error message. */
  readonly example: string;
  /** Description of the default, as stated in docs/settings.md. */
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
