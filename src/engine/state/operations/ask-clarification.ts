import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findPersonas } from '../parts/find.ts';
import { Line, Prose } from '../records/bounds.ts';

/** Puts the one question to a player on which the outcome of an action hangs. */
export const askClarification = defineOperation({
  name: 'ask_clarification',
  summary: 'Asks a player the one question on which an action hangs; the action waits for the answer.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ personaId: CharacterId, question: Line.min(1), actionText: Prose }),

  apply(snapshot, { personaId, question, actionText }, { sceneIndex }) {
    if (snapshot.pendingClarification !== null) {
      return reject(
        'clarification-awaited',
        `A question is open already: ${snapshot.pendingClarification.question}`,
      );
    }
    const personas = findPersonas(snapshot, [personaId], ['personaId']);
    if ('rejected' in personas) return personas;
    return { ...snapshot, pendingClarification: { personaId, question, actionText, sceneIndex } };
  },
});
