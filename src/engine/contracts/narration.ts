import { z } from 'zod';
import { OfferedChoice } from './offered-choice.ts';

/** One row of a d100 table. */
export const TableRow = z.object({
  from: z.int().min(1).max(100),
  to: z.int().min(1).max(100),
  outcome: z.string().min(1).max(600),
});
export type TableRow = z.infer<typeof TableRow>;

/** Everything the narrator wrote, read out of its text: prose, then the lines behind `===`. */
export const Narration = z.object({
  prose: z.string(),
  choices: z.array(OfferedChoice),
  /** Rows of the table that was due; empty when none was. They are whole: every number from 1 to 100 is in one. */
  rows: z.array(TableRow),
  /** The narrator's line to its later self; game master only. */
  notes: z.string(),
});
export type Narration = z.infer<typeof Narration>;
