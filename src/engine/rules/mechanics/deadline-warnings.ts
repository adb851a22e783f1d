import { z } from 'zod';

const Share = z.number().gt(0).lt(1);

/** How much of a deadline's time has passed when each warning is given. */
export const DeadlineWarnings = z
  .strictObject({ subtle: Share.default(0.5), clear: Share.default(0.75), urgent: Share.default(0.9) })
  .refine(({ subtle, clear, urgent }) => subtle < clear && clear < urgent, {
    error: 'warnings come in the order subtle, clear, urgent: each needs a larger share than the one before',
  });
