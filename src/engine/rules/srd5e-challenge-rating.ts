import { z } from 'zod';

/** As the SRD and authors write it: 0, 1/8, 1/4, 1/2, then 1 to 30. */
export const Srd5eChallengeRating = z.union([z.enum(['1/8', '1/4', '1/2']), z.int().min(0).max(30)]);
export type Srd5eChallengeRating = z.infer<typeof Srd5eChallengeRating>;
