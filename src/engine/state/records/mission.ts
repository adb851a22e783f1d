import { z } from 'zod';
import { CharacterId } from '../ids.ts';
import { Prose, Slug, StoredName } from './bounds.ts';
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
  title: StoredName,
  status: MissionStatus,
  objective: Prose,
  giverId: CharacterId.optional(),
  ...knowledge,
});
export type Mission = z.infer<typeof Mission>;
