import { listSpellcasting, type SpellcastingNumbers } from '#engine/srd5e/checks.ts';
import type { Srd5eSpell } from '#engine/srd5e/spells.ts';
import type { Fighter, SrdResolution } from '../srd-resolution.ts';
import type { Cast, CastAction } from './cast.ts';
import { chooseTargets } from './choose-targets.ts';

/** Numbers for a spell that asks for none, cast from a boon or an item. */
const UNTRAINED: SpellcastingNumbers = {
  source: 'innate',
  ability: 'charisma',
  casterLevel: 1,
  modifier: 0,
  saveDifficulty: 10,
  attackBonus: 0,
};

/** Works out the numbers and the targets of a spell. */
export function prepareCast(
  bout: SrdResolution,
  caster: Fighter,
  action: CastAction,
  spell: Srd5eSpell,
  slot: number,
): Cast {
  const ways = listSpellcasting(caster.block);
  const numbers =
    ways.find(({ source }) => source !== 'innate' && spell.classes.includes(source)) ?? ways[0] ?? UNTRAINED;
  const casting = {
    slot: Math.max(slot, spell.level),
    casterLevel: numbers.casterLevel,
    modifier: numbers.modifier,
  };
  const targetIds = chooseTargets(bout, caster.character.id, action, spell, casting.slot);
  const { name, note = '', chosen = [], goesTo = '' } = action;
  return { name, note, spell, caster, numbers, casting, targetIds, chosen, goesTo };
}
