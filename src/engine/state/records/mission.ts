import { z } from 'zod';
import { CharacterId } from '../ids.ts';
import { Name, Prose, Slug } from './bounds.ts';
import { knowledge } from './knowledge.ts';

export const MissionStatus = z.enum([
  'offered',
  'accepted',
  'in_progress',
  'completed',
  'failed',
  'abandoned',
]);

/** A task the personas were given or set themselves. */
export const Mission = z.strictObject({
  id: Slug,
  title: Name,
  status: MissionStatus,
  objective: Prose,
  giverId: CharacterId.optional(),
  ...knowledge,
});
export type Mission = z.infer<typeof Mission>;
