import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { RollTable } from '#engine/rules/roll-table.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findPersonas } from '../parts/find.ts';
import { Name, Slug } from '../records/bounds.ts';

/** Offers a binding d100 table. Until somebody rolls on it the story waits. */
export const awaitRoll = defineOperation({
  name: 'await_roll',
  summary: 'Offers a binding d100 table of 5 to 8 rows covering 1 to 100; the next turn is the roll.',
  input: z.strictObject({ personaId: CharacterId, type: Slug, ...RollTable.shape, purpose: Name }),

  apply(snapshot, { personaId, ...offered }, { sceneIndex }) {
    if (snapshot.pendingRoll !== null) {
      return reject('roll-awaited', `A roll is awaited already: ${snapshot.pendingRoll.purpose}.`);
    }
    const personas = findPersonas(snapshot, [personaId], ['personaId']);
    if ('rejected' in personas) return personas;
    // What could be chosen before cannot be chosen now: the roll comes first.
    const planning = { ...snapshot.planning, choices: [] };
    return { ...snapshot, planning, pendingRoll: { personaId, ...offered, sceneIndex } };
  },
});
