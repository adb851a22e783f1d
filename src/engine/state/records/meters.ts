import { z } from 'zod';
import { Amount } from './bounds.ts';

/** Where a persona stands in what attempts cost, within the ruleset's limits. Time is the world's own. */
export const Meters = z.strictObject({ heat: Amount, cred: Amount, harm: Amount, rep: Amount });
export type Meters = z.infer<typeof Meters>;
