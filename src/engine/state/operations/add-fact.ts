import { z } from 'zod';
import { allocateFactId } from '../allocate.ts';
import { CharacterId, EntityId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findEntity, findPersonas } from '../parts/find.ts';
import { JsonValue, Line, Name, Tags } from '../records/bounds.ts';
import { Visibility } from '../records/knowledge.ts';

/** Establishes something as true. It gets the next fact id. */
export const addFact = defineOperation({
  name: 'add_fact',
  summary:
    'Establishes a fact: subject, predicate, object; hidden from players unless its visibility says otherwise.',
  input: z.strictObject({
    subjectId: EntityId,
    predicate: Name,
    object: JsonValue,
    visibility: Visibility.default('hidden'),
    knownTo: z.array(CharacterId).max(32).default([]),
    confidence: z.number().min(0).max(1).default(1),
    triggers: z.array(Line).max(20).default([]),
    tags: Tags.default([]),
  }),

  apply(snapshot, input) {
    const subject = findEntity(snapshot, input.subjectId, ['subjectId']);
    if ('rejected' in subject) return subject;
    const knownTo = findPersonas(snapshot, input.knownTo, ['knownTo']);
    if ('rejected' in knownTo) return knownTo;

    const { id, counters } = allocateFactId(snapshot);
    const fact = { ...input, id, knownTo, discovery: null, origin: 'campaign' as const };
    return { ...snapshot, counters, facts: { ...snapshot.facts, [id]: fact } };
  },
});
