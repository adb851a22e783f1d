import { z } from 'zod';
import { EntityId, FactId } from '../ids.ts';
import { JsonValue, Line, StoredName, Tags } from './bounds.ts';
import { knowledge } from './knowledge.ts';
import { provenance } from './provenance.ts';

/** Something true (or believed, by `confidence`) in the campaign: subject, predicate, object. */
export const Fact = z.strictObject({
  id: FactId,
  subjectId: EntityId,
  predicate: StoredName,
  object: JsonValue,
  /** The object is a whole sentence of its own; else it completes subject and predicate. */
  standsAlone: z.literal(true).optional(),
  confidence: z.number().min(0).max(1),
  ...knowledge,
  /** What a persona has to do or say for this to come to light. */
  triggers: z.array(Line).max(20),
  /** How and in which scene it first came to light; null while nobody found it. */
  discovery: z.strictObject({ method: Line, sceneIndex: z.int().min(0) }).nullable(),
  tags: Tags,
  ...provenance,
});
export type Fact = z.infer<typeof Fact>;
