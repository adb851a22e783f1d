import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId, FactId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findPersonas, findRecord } from '../parts/find.ts';
import { knownEntity } from '../parts/known-entity.ts';
import { Line } from '../records/bounds.ts';

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
      // Whoever learns something of somebody knows that there is somebody.
      snapshot: knownEntity(told, fact.subjectId, newcomers),
      effects: [{ type: 'discovered', subject: { kind: 'fact', id: factId }, personaIds: newcomers, method }],
    };
  },
});
