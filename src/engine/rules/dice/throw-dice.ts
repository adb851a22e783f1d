import { DICE_LIMITS } from './dice-limits.ts';
import { type Dice, type DiceTerm, keptCount, thrownTerms } from './dice-terms.ts';

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
  const faces: { face: number; exploded: boolean }[] = [];
  for (let die = 0; die < term.count; die += 1) {
    let explosions = 0;
    let again = true;
    while (again) {
      const face = nextFace(term);
      if (face === null) return null;
      again = term.exploding && face === term.sides && explosions < DICE_LIMITS.explosionsPerDie;
      if (again) explosions += 1;
      faces.push({ face, exploded: again });
    }
  }
  const counting = positionsThatCount(
    term,
    faces.map(({ face }) => face),
  );
  return { term, dice: faces.map((die, index) => ({ ...die, counts: counting.has(index) })) };
}

// Dice that exploded into being may be kept or dropped like the others; among equal faces the earliest is kept.
function positionsThatCount(term: DiceTerm, faces: readonly number[]): ReadonlySet<number> {
  const positions = [...faces.keys()];
  const rule = term.selection?.rule;
  if (rule === undefined) return new Set(positions);
  const most = rule.startsWith('k') ? keptCount(term) : faces.length - (term.count - keptCount(term));
  const highestFirst = rule === 'kh' || rule === 'dl';
  const valueAt = (position: number) => faces[position] ?? 0;
  positions.sort((one, other) =>
    highestFirst
      ? valueAt(other) - valueAt(one) || one - other
      : valueAt(one) - valueAt(other) || one - other,
  );
  return new Set(positions.slice(0, most));
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
