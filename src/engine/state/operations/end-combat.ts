import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';

/** Ends the fight. */
export const endCombat = defineOperation({
  name: 'end_combat',
  summary: 'Ends the fight and says how: victory, defeat, flight or truce.',
  input: z.strictObject({ outcome: z.enum(['victory', 'defeat', 'flight', 'truce']) }),

  apply(snapshot, { outcome }) {
    if (snapshot.combat === null) return reject('no-combat', 'There is no fight.');
    const rounds = snapshot.combat.round;
    const text = `The fight ends in ${outcome} after ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.`;
    return {
      snapshot: { ...snapshot, combat: null },
      effects: [{ type: 'notice', audience: 'player', text }],
    };
  },
});
