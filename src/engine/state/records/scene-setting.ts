import { z } from 'zod';
import { EntityId, LocationId } from '../ids.ts';
import { Line } from './bounds.ts';

/** Where the scene plays and what can be seen and heard there. */
export const SceneSetting = z.strictObject({
  placeId: LocationId.nullable(),
  presentIds: z.array(EntityId).max(200),
  /** Present, but not perceived: left out of every player's view. */
  obscuredIds: z.array(EntityId).max(200),
  visibility: z.enum(['clear', 'dim', 'dark', 'obscured']),
  noise: z.enum(['silent', 'quiet', 'normal', 'loud', 'deafening']),
  constraints: z.array(Line).max(20),
});
export type SceneSetting = z.infer<typeof SceneSetting>;
