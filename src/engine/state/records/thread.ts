import { z } from 'zod';
import { EntityId } from '../ids.ts';
import { Prose, Slug, StoredName, Tags } from './bounds.ts';
import { knowledge } from './knowledge.ts';
import { provenance } from './provenance.ts';

export const ThreadStatus = z.enum(['dormant', 'active', 'resolved', 'failed']);

/** A question the story has opened and not yet answered. */
export const Thread = z.strictObject({
  id: Slug,
  title: StoredName,
  status: ThreadStatus,
  stakes: Prose,
  relatedIds: z.array(EntityId).max(60),
  tags: Tags,
  ...knowledge,
  ...provenance,
});
export type Thread = z.infer<typeof Thread>;
