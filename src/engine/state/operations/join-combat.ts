import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { combatantRefusal, rollCombatants } from '../parts/combatants.ts';
import { Slug } from '../records/bounds.ts';

/** Lets somebody join a fight that goes on, at the place initiative gives. */
export const joinCombat = defineOperation({
  name: 'join_combat',
  summary: 'Lets a character who is here join the fight; the engine throws initiative.',
  input: z.strictObject({ characterId: CharacterId, side: Slug, surprised: z.boolean().default(false) }),

  apply(snapshot, fighter, context) {
    const { combat } = snapshot;
    if (combat === null) return reject('no-combat', 'There is no fight; use start_combat.');
    const refusal = combatantRefusal(snapshot, fighter.characterId, ['characterId']);
    if (refusal !== null) return refusal;
    if (combat.combatants.some(({ id }) => id === fighter.characterId)) {
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
