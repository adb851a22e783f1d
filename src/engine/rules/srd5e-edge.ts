import { signed } from './srd5e/signed.ts';
import type { RollDice, RollFacts } from './srd5e-roll-dice.ts';

/** What tilts a d20: two dice and the higher, two dice and the lower, or one die. */
export type Srd5eEdge = 'advantage' | 'disadvantage' | 'none';

/** Any number of advantages is one; one of each kind, however many there are of the other, is none. */
export function combineEdges(edges: readonly Srd5eEdge[]): Srd5eEdge {
  const better = edges.includes('advantage');
  const worse = edges.includes('disadvantage');
  if (better === worse) return 'none';
  return better ? 'advantage' : 'disadvantage';
}

/** A d20 as it fell: `natural` is the face that counts, `faces` all that were rolled. */
export type D20 = {
  readonly natural: number;
  readonly faces: readonly number[];
  readonly edge: Srd5eEdge;
  readonly bonus: number;
  readonly total: number;
};

/** Rolls a d20 with a bonus under an edge. The expression handed to the dice says both: `1d20+5 advantage`. */
export function rollD20(
  roll: RollDice,
  edge: Srd5eEdge,
  bonus: number,
  purpose: string,
  target?: RollFacts['target'],
): D20 {
  const facts = target === undefined ? {} : { target };
  const { faces } = roll(`1d20${signed(bonus)}${edge === 'none' ? '' : ` ${edge}`}`, purpose, facts);
  const natural = edge === 'disadvantage' ? Math.min(...faces) : Math.max(...faces);
  return { natural, faces, edge, bonus, total: natural + bonus };
}
