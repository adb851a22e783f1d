import { DICE_LIMITS } from './dice-limits.ts';
import { type Dice, type DiceTerm, keptCount, thrownTerms } from './dice-terms.ts';

/** The least and the most a throw of these dice can total. */
export function diceRange(dice: Dice): { readonly least: number; readonly most: number } {
  let least = dice.modifier;
  let most = dice.modifier;
  for (const term of thrownTerms(dice)) {
    const low = keptCount(term) * lowestFace(term);
    const high = mostOf(term);
    least += term.sign === 1 ? low : -high;
    most += term.sign === 1 ? high : -low;
  }
  return { least, most };
}

export function lowestFace(term: DiceTerm): number {
  return term.fate ? -1 : 1;
}

export function highestFace(term: DiceTerm): number {
  return term.fate ? 1 : term.sides;
}

// With `kh` and `kl` explosions add dice to choose from but never more dice that count.
function mostOf(term: DiceTerm): number {
  const counting = keptCount(term);
  if (!term.exploding) return counting * highestFace(term);
  const rule = term.selection?.rule;
  if (rule === 'kh' || rule === 'kl') return counting * term.sides;
  const everyFace = term.count * (DICE_LIMITS.explosionsPerDie + 1);
  return (everyFace - (term.count - counting)) * term.sides;
}
