import { z } from 'zod';
import { WorldTime } from '#engine/kit/world-time.ts';
import { Prose, Slug, StoredName } from './bounds.ts';
import { provenance } from './provenance.ts';

/** A law of the land. What is law is public. */
export const Law = z.strictObject({
  id: Slug,
  title: StoredName,
  summary: Prose,
  status: z.enum(['active', 'repealed']),
  enactedAt: WorldTime,
  repealedAt: WorldTime.nullable(),
  ...provenance,
});
export type Law = z.infer<typeof Law>;
