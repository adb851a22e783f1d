import type { Srd5eEnding } from '#engine/srd5e/terms.ts';
import { isAbleToFight, type SrdResolution } from './srd-resolution.ts';

/** Ends what a deed or suffering of a creature ends: its invisibility when it strikes, its one better blow. */
export function endLasting(bout: SrdResolution, characterId: string, event: Srd5eEnding): void {
  const block = bout.fighter(characterId)?.block;
  if (block === undefined) return;
  bout.apply([
    ...block.active_effects.flatMap(({ name, ends_on = [] }) =>
      ends_on.includes(event) ? [{ op: 'end_effect', characterId, name }] : [],
    ),
    ...block.conditions.flatMap(({ name, source, ends_on = [] }) =>
      ends_on.includes(event) ? [{ op: 'remove_condition', characterId, name, source }] : [],
    ),
  ]);
}

/**
 * Ends the fight when at most one side is on its feet; returns whether it is over. A party whose last members ran has fled;
 * foes who ran or gave up have lost.
 */
export function endFinishedFight(bout: SrdResolution): boolean {
  const { combat, personas } = bout.snapshot;
  if (combat === null) return true;
  const isUp = ({ id }: { readonly id: string }) => isAbleToFight(bout, id);
  const fighting = combat.combatants.filter((one) => !one.out && one.side !== 'neutral' && isUp(one));
  if (new Set(fighting.map(({ side }) => side)).size > 1) return false;
  const own = combat.combatants.find(({ id }) => personas.includes(id))?.side;
  const isOwnUp = own === undefined || fighting.some(({ side }) => side === own);
  const hasFled = combat.combatants.some((one) => one.side === own && one.out && isUp(one));
  bout.apply([{ op: 'end_combat', outcome: isOwnUp ? 'victory' : hasFled ? 'flight' : 'defeat' }]);
  return true;
}
