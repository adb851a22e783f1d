import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { allocateFactId } from '../allocate.ts';
import { CharacterId, EntityId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { JsonValue, Line, Name, Tags } from '../records/bounds.ts';
import { Visibility } from '../records/knowledge.ts';
import { unknownEntity } from './find-entity.ts';

/** Establishes something as true. It gets the next fact id. */
export const addFact = defineOperation({
  name: 'add_fact',
  summary: 'Establishes a fact: subject, predicate, object; hidden unless its visibility says otherwise.',
  input: z.strictObject({
    subjectId: EntityId,
    predicate: Name,
    object: JsonValue,
    visibility: Visibility.optional(),
    knownTo: z.array(CharacterId).max(32).optional(),
    confidence: z.number().min(0).max(1).optional(),
    triggers: z.array(Line).max(20).optional(),
    tags: Tags.optional(),
  }),

  apply(snapshot, { subjectId, predicate, object, ...rest }) {
    if (snapshot.entities[subjectId] === undefined) return unknownEntity(snapshot, subjectId, ['subjectId']);
    const knownTo = [...new Set(rest.knownTo ?? [])];
    const stranger = knownTo.find((id) => !snapshot.personas.includes(id));
    if (stranger !== undefined) {
      return reject(
        'not-a-persona',
        `${stranger} is no player's persona; they are ${snapshot.personas.join(', ')}.`,
        ['knownTo'],
      );
    }

    const { id, counters } = allocateFactId(snapshot);
    const fact = {
      id,
      subjectId,
      predicate,
      object,
      confidence: rest.confidence ?? 1,
      visibility: rest.visibility ?? 'hidden',
      knownTo,
      triggers: rest.triggers ?? [],
      discovery: null,
      tags: rest.tags ?? [],
      origin: 'campaign' as const,
    };
    return { ...snapshot, counters, facts: { ...snapshot.facts, [id]: fact } };
  },
});
