import { z } from 'zod';

/** One exchange of the conversation, as it was said. `date` is the in-world date it was played on, where known. */
export const Exchange = z.strictObject({
  player: z.string(),
  narration: z.string(),
  date: z.string().optional(),
});
export type Exchange = z.infer<typeof Exchange>;
