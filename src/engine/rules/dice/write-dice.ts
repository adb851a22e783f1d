import type { Dice, DiceTerm } from './dice-terms.ts';

/** The expression, tidied: dice in the order written, then the modifier. Reading it again gives the same dice. */
export function writeDice(dice: Dice): string {
  const terms = dice.terms.map(writeTerm).join('');
  return `${terms.startsWith('+') ? terms.slice(1) : terms}${signed(dice.modifier)}`;
}

/** `+3`, `-1`, or nothing for 0. */
export function signed(modifier: number): string {
  if (modifier === 0) return '';
  return modifier > 0 ? `+${modifier}` : String(modifier);
}

function writeTerm({ sign, count, sides, fate, exploding, selection }: DiceTerm): string {
  const kept = selection === null ? '' : `${selection.rule}${selection.count}`;
  return `${sign === 1 ? '+' : '-'}${count}d${fate ? 'F' : sides}${exploding ? '!' : ''}${kept}`;
}
