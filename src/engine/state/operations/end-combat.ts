import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { defineOperation, type OperationContext } from '../operation.ts';
import { roundsAsTime } from '../parts/rounds.ts';
import { withStatBlock } from '../parts/stat-block.ts';
import type { Snapshot } from '../snapshot.ts';

/** Ends the fight. */
export const endCombat = defineOperation({
  name: 'end_combat',
  summary: 'Ends the fight and says how: victory, defeat, flight or truce.',
  input: z.strictObject({ outcome: z.enum(['victory', 'defeat', 'flight', 'truce']) }),

  apply(snapshot, { outcome }, context) {
    if (snapshot.combat === null) return reject('no-combat', 'There is no fight.');
    const rounds = snapshot.combat.round;
    const text = `The fight ends in ${outcome} after ${rounds} ${rounds === 1 ? 'round' : 'rounds'}.`;
    const personaIds = snapshot.personas.filter((id) => snapshot.scene.presentIds.includes(id));
    const told =
      personaIds.length === 0 ? ({ audience: 'gm' } as const) : ({ audience: 'player', personaIds } as const);
    return {
      snapshot: { ...withoutRounds(snapshot, context), combat: null },
      effects: [{ type: 'notice', text, ...told }],
    };
  },
});

/** What was to last for rounds of this fight lasts as long without it. */
function withoutRounds(snapshot: Snapshot, { rules }: OperationContext): Snapshot {
  let next = snapshot;
  for (const { id } of snapshot.combat?.combatants ?? []) {
    const character = next.entities[id];
    const parsed =
      character?.kind === 'character' && rules.srd5e ? Srd5eStatBlock.safeParse(character.stats) : null;
    if (character?.kind !== 'character' || parsed?.success !== true) continue;
    const block = roundsAsTime(parsed.data, snapshot.time);
    if (block !== parsed.data) next = withStatBlock(next, character, block);
  }
  return next;
}
