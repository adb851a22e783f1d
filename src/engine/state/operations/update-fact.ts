import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { FactId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findRecord } from '../parts/find.ts';
import { isParent } from '../parts/json-path.ts';
import { JsonValue, Tags } from '../records/bounds.ts';

/** Changes what is true about a subject, keeping who knows of it. */
export const updateFact = defineOperation({
  name: 'update_fact',
  summary: 'Changes the object, the confidence or the tags of a fact.',
  input: z.strictObject({
    factId: FactId,
    object: JsonValue.optional(),
    confidence: z.number().min(0).max(1).optional(),
    tags: Tags.optional(),
  }),

  apply(snapshot, { factId, ...changes }) {
    const fact = findRecord('fact', snapshot.facts, factId, ['factId']);
    if ('rejected' in fact) return fact;
    if (Object.values(changes).every((change) => change === undefined)) {
      return reject('nothing-to-do', 'Say what changes: object, confidence or tags.');
    }
    if (isParent(fact.object) && changes.object !== undefined && !isParent(changes.object)) {
      return reject('replaces-parent', `${factId} holds several values; give all of them.`, ['object']);
    }
    return { ...snapshot, facts: { ...snapshot.facts, [factId]: { ...fact, ...changes } } };
  },
});
