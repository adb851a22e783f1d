import { z } from 'zod';
import { Line, Lines, PackOperations, Prose } from './words.ts';

/** What somebody works at while nobody looks. */
export const AgendaData = z.strictObject({
  goal: Prose,
  progress: z.number().min(0).max(100).default(0).describe('Percent done when the campaign begins.'),
  pace_per_day: z.number().min(0).max(100).default(0).describe('Points gained in a day of world time.'),
  milestones: z
    .array(
      z.strictObject({
        at: z.number().min(0).max(100),
        description: Line,
        operations: PackOperations.default([]),
      }),
    )
    .max(20)
    .default([]),
  blocking_factors: Lines.max(20).default([]).describe('While one of these stands, nothing moves.'),
});
export type AgendaData = z.infer<typeof AgendaData>;
