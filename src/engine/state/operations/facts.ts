import { z } from 'zod';
import { reject } from '#engine/util/rejection.ts';
import { findEntity, findPersonas, findRecord } from '../edits/find-records.ts';
import { allocateFactId } from '../edits/new-records.ts';
import { revealEntity } from '../edits/scene-members.ts';
import type { Effect } from '../effect.ts';
import { CharacterId, EntityId, FactId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { hasChildren } from '../paths/json-path.ts';
import type { Fact } from '../record.ts';
import { JsonValue, Line, Name, Tags } from '../records/field-types.ts';
import { Visibility } from '../visibility.ts';

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
    if (hasChildren(fact.object) && changes.object !== undefined && !hasChildren(changes.object)) {
      return reject('replaces-parent', `${factId} holds several values; give all of them.`, ['object']);
    }
    return { ...snapshot, facts: { ...snapshot.facts, [factId]: { ...fact, ...changes } } };
  },
});

/** Lets personas learn a fact. From here on their players may see it. */
export const discoverFact = defineOperation({
  name: 'discover_fact',
  summary: 'Lets personas learn a hidden fact: those named, or all who are in the scene.',
  input: z.strictObject({
    factId: FactId,
    personaIds: z.array(CharacterId).min(1).max(32).optional(),
    method: Line,
  }),

  apply(snapshot, { factId, personaIds, method }, { sceneIndex }) {
    const fact = findRecord('fact', snapshot.facts, factId, ['factId']);
    if ('rejected' in fact) return fact;
    const subject = snapshot.entities[fact.subjectId];
    if (fact.visibility === 'gm' || subject?.visibility === 'gm') {
      return reject('not-discoverable', `${factId} is the game master's and cannot be discovered.`, [
        'factId',
      ]);
    }
    const finders = findPersonas(snapshot, personaIds, ['personaIds']);
    if ('rejected' in finders) return finders;
    const newcomers = fact.visibility === 'public' ? [] : finders.filter((id) => !fact.knownTo.includes(id));
    if (newcomers.length === 0)
      return reject('already-known', `Everybody asked about knows ${factId} already.`);

    const found = {
      ...fact,
      knownTo: [...fact.knownTo, ...newcomers],
      discovery: fact.discovery ?? { method, sceneIndex },
    };
    const told = { ...snapshot, facts: { ...snapshot.facts, [factId]: found } };
    return {
      // A persona who learns a fact also learns that its subject exists.
      snapshot: revealEntity(told, fact.subjectId, newcomers),
      effects: [
        { type: 'discovered', subject: { kind: 'fact', id: factId }, personaIds: newcomers, method },
        ...fireOnce(fact, newcomers),
      ],
    };
  },
});

/** Returns the effect that sets off the operations of a fact, at its first discovery. */
function fireOnce({ id, operations = [], discovery }: Fact, finders: readonly CharacterId[]): Effect[] {
  const [personaId] = finders;
  if (operations.length === 0 || discovery !== null || personaId === undefined) return [];
  return [{ type: 'trigger-fired', source: { kind: 'fact', id }, description: '', operations, personaId }];
}
