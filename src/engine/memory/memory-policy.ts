import { z } from 'zod';

const HALF_LIFE_MINUTES = 7 * 24 * 60;

/**
 * How memory works under a ruleset, as its author writes it. Only what no formula fixes is here: the formula of
 * priority itself is the same everywhere.
 */
export const MemoryPolicy = z.strictObject({
  lambda: z
    .number()
    .min(0)
    .max(100)
    .default(Math.LN2 / HALF_LIFE_MINUTES)
    .describe(
      'Decay per minute of world time. The default halves a memory in seven days; 0 forgets nothing.',
    ),
  near_identical: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.8)
    .describe('The share of words two observations must have in common to count as the same.'),
  recall_limit: z
    .int()
    .min(1)
    .max(500)
    .default(12)
    .describe('How many memories a character brings to a scene.'),
  confidence: z
    .strictObject({
      witnessed: z.number().min(0).max(1).default(1),
      told: z.number().min(0).max(1).default(0.7),
      inferred: z.number().min(0).max(1).default(0.5),
    })
    .default({ witnessed: 1, told: 0.7, inferred: 0.5 })
    .describe('How sure a character is when nothing else is said.'),
});
export type MemoryPolicy = Readonly<z.infer<typeof MemoryPolicy>>;

export const DEFAULT_MEMORY_POLICY: MemoryPolicy = MemoryPolicy.parse({});
