import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { combatantRefusal, rollCombatants } from '../parts/combatants.ts';
import type { Combat } from '../record.ts';
import { Slug } from '../records/bounds.ts';
import type { Snapshot } from '../snapshot.ts';

const Input = z.strictObject({
  characterId: CharacterId,
  side: Slug,
  surprised: z.boolean().default(false),
});

/** Lets somebody join a fight that goes on, at the place initiative gives. */
export const joinCombat = defineOperation({
  name: 'join_combat',
  summary:
    'Lets a character who is here join the fight; the engine throws initiative, unless it was in it before.',
  input: Input,

  apply(snapshot, fighter, context) {
    const { combat } = snapshot;
    if (combat === null) return reject('no-combat', 'There is no fight; use start_combat.');
    const refusal = combatantRefusal(snapshot, fighter.characterId, ['characterId']);
    if (refusal !== null) return refusal;
    const known = combat.combatants.find(({ id }) => id === fighter.characterId);
    if (known?.out === true) return returned(snapshot, combat, fighter);
    if (known !== undefined) {
      return reject('combatant-twice', `${fighter.characterId} is in the fight already.`, ['characterId']);
    }
    const rolled = rollCombatants(snapshot, [fighter], context);
    if ('rejected' in rolled) return rolled;
    const [newcomer] = rolled.combatants;
    if (newcomer === undefined) return snapshot;
    const slower = combat.combatants.findIndex(({ initiative }) => initiative < newcomer.initiative);
    const at = slower < 0 ? combat.combatants.length : slower;
    const combatants = combat.combatants.toSpliced(at, 0, newcomer);
    // Whoever's turn it is keeps it.
    const turn = at <= combat.turn ? combat.turn + 1 : combat.turn;
    return { ...rolled.snapshot, combat: { ...combat, combatants, turn } };
  },
});

/** Whoever fled or fell and is back keeps the initiative it had. */
function returned(
  snapshot: Snapshot,
  combat: Combat,
  { characterId, side, surprised }: z.output<typeof Input>,
): Snapshot {
  const combatants = combat.combatants.map((fighter) =>
    fighter.id === characterId ? { ...fighter, side, surprised, out: false } : fighter,
  );
  return { ...snapshot, combat: { ...combat, combatants } };
}
