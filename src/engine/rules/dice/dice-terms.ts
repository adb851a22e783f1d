import type { Advantage } from '../roll.ts';

/** Which dice of a term count: keep or drop (k, d) so many of the highest or lowest (h, l). */
export type Selection = { readonly rule: 'kh' | 'kl' | 'dh' | 'dl'; readonly count: number };

/** `4d6kh3` or `4dF`, with the sign in front of it. */
export type DiceTerm = {
  readonly sign: 1 | -1;
  readonly count: number;
  readonly sides: number;
  /** A Fate die has three sides, which show -1, 0 and 1. */
  readonly fate: boolean;
  readonly exploding: boolean;
  readonly selection: Selection | null;
};

/** A dice expression, understood: its dice in the order written, its plain numbers as one modifier. */
export type Dice = {
  readonly terms: readonly DiceTerm[];
  readonly modifier: number;
  readonly advantage: Advantage;
};

/** The terms as they are thrown: advantage and disadvantage throw the first die twice and keep one. */
export function thrownTerms(dice: Dice): readonly DiceTerm[] {
  const [first, ...rest] = dice.terms;
  if (dice.advantage === 'NONE' || first === undefined) return dice.terms;
  const rule = dice.advantage === 'ADVANTAGE' ? 'kh' : 'kl';
  return [{ ...first, count: 2, selection: { rule, count: 1 } }, ...rest];
}

/** How many of a term's dice count, before any explode. */
export function keptCount(term: DiceTerm): number {
  if (term.selection === null) return term.count;
  const { rule, count } = term.selection;
  return rule.startsWith('k') ? count : term.count - count;
}
