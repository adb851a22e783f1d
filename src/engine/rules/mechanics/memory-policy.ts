import { z } from 'zod';

/** How characters forget and what they take for the same memory. */
export const MemoryPolicy = z.strictObject({
  lambda_per_minute: z
    .number()
    .min(0)
    .max(10)
    .default(0.0005)
    .describe('How fast memories fade with world time; at 0.0005 half is left after about 23 hours.'),
  near_identical_from: z
    .number()
    .min(0)
    .max(1)
    .default(0.9)
    .describe('From this likeness on, an observation reinforces an old one.'),
});
