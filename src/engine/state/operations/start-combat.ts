import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { combatantRefusal, rollCombatants } from '../parts/combatants.ts';
import { Slug } from '../records/bounds.ts';
import type { Snapshot } from '../snapshot.ts';

const Fighter = z.strictObject({
  characterId: CharacterId,
  side: Slug,
  surprised: z.boolean().default(false),
});

/** Begins a fight: the engine throws initiative for everybody and sets the order. */
export const startCombat = defineOperation({
  name: 'start_combat',
  summary: 'Begins a fight between characters who are here; the engine throws initiative.',
  input: z.strictObject({ combatants: z.array(Fighter).min(2).max(60) }),

  apply(snapshot, { combatants }, context) {
    if (snapshot.combat !== null) return reject('in-combat', 'There is a fight already; end it first.');
    const refusal = refusalOf(snapshot, combatants);
    if (refusal !== null) return refusal;
    const rolled = rollCombatants(snapshot, combatants, context);
    if ('rejected' in rolled) return rolled;
    const combat = { round: 1, turn: 0, combatants: rolled.combatants, startedInScene: context.sceneIndex };
    return { ...rolled.snapshot, combat };
  },
});

function refusalOf(snapshot: Snapshot, fighters: readonly z.output<typeof Fighter>[]): Rejection | null {
  for (const [at, { characterId }] of fighters.entries()) {
    const refusal = combatantRefusal(snapshot, characterId, ['combatants', at, 'characterId']);
    if (refusal !== null) return refusal;
    if (fighters.findIndex((other) => other.characterId === characterId) === at) continue;
    return reject('combatant-twice', `${characterId} is named twice.`, ['combatants', at, 'characterId']);
  }
  if (new Set(fighters.map(({ side }) => side)).size > 1) return null;
  return reject('one-side', 'A fight has at least two sides.', ['combatants']);
}
