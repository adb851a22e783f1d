import { DICE_LIMITS } from './dice-limits.ts';
import { type Dice, type DiceTerm, keptCount, type Selection, thrownTerms } from './dice-terms.ts';

/** Gives the next face of a die of this kind, or null when there is none left to give. */
export type NextFace = (term: DiceTerm) => number | null;

export type ThrownDie = { readonly face: number; readonly exploded: boolean; readonly counts: boolean };
export type ThrownTerm = { readonly term: DiceTerm; readonly dice: readonly ThrownDie[] };

/** Throws every term from left to right; null as soon as the faces run out. */
export function throwDice(dice: Dice, nextFace: NextFace): readonly ThrownTerm[] | null {
  const thrown: ThrownTerm[] = [];
  for (const term of thrownTerms(dice)) {
    const result = throwTerm(term, nextFace);
    if (result === null) return null;
    thrown.push(result);
  }
  return thrown;
}

function throwTerm(term: DiceTerm, nextFace: NextFace): ThrownTerm | null {
  const dice: ThrownDie[] = [];
  for (let die = 0; die < term.count; die += 1) {
    let explosions = 0;
    let again = true;
    while (again) {
      const face = nextFace(term);
      if (face === null) return null;
      again = term.exploding && face === term.sides && explosions < DICE_LIMITS.explosionsPerDie;
      if (again) explosions += 1;
      dice.push({ face, exploded: again, counts: true });
    }
  }
  return { term, dice: term.selection === null ? dice : selected(term, term.selection, dice) };
}

// Dice that exploded into being may be kept or dropped like the others; among equal faces the earliest is kept.
function selected(term: DiceTerm, { rule }: Selection, dice: readonly ThrownDie[]): readonly ThrownDie[] {
  const most = rule.startsWith('k') ? keptCount(term) : dice.length - (term.count - keptCount(term));
  const better = rule === 'kh' || rule === 'dl' ? -1 : 1;
  const faceAt = (position: number) => dice[position]?.face ?? 0;
  const best = [...dice.keys()].sort((one, other) => better * (faceAt(one) - faceAt(other)) || one - other);
  const counting = new Set(best.slice(0, most));
  return dice.map((die, position) => (counting.has(position) ? die : { ...die, counts: false }));
}

export function totalOf(dice: Dice, thrown: readonly ThrownTerm[]): number {
  return thrown.reduce(
    (sum, { term, dice: thrownDice }) => sum + term.sign * countingSum(thrownDice),
    dice.modifier,
  );
}

function countingSum(dice: readonly ThrownDie[]): number {
  return dice.reduce((sum, { face, counts }) => (counts ? sum + face : sum), 0);
}
