import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import {
  countKeptDice,
  DICE_LIMITS,
  type Dice,
  type DiceTerm,
  listThrownTerms,
  type Selection,
  writeDice,
} from './dice-notation.ts';

/** Gives the next face of a die of this kind, or null when there is none left to give. */
type NextFace = (term: DiceTerm) => number | null;

export type ThrownDie = { readonly face: number; readonly exploded: boolean; readonly counts: boolean };
export type ThrownTerm = { readonly term: DiceTerm; readonly dice: readonly ThrownDie[] };

/** Throws every term from left to right; null as soon as the faces run out. */
export function throwDice(dice: Dice, nextFace: NextFace): readonly ThrownTerm[] | null {
  const thrown: ThrownTerm[] = [];
  for (const term of listThrownTerms(dice)) {
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
  const most = rule.startsWith('k') ? countKeptDice(term) : dice.length - (term.count - countKeptDice(term));
  const better = rule === 'kh' || rule === 'dl' ? -1 : 1;
  const faceAt = (position: number) => dice[position]?.face ?? 0;
  const best = [...dice.keys()].sort((one, other) => better * (faceAt(one) - faceAt(other)) || one - other);
  const counting = new Set(best.slice(0, most));
  return dice.map((die, position) => (counting.has(position) ? die : { ...die, counts: false }));
}

export function sumThrow(dice: Dice, thrown: readonly ThrownTerm[]): number {
  return thrown.reduce(
    (sum, { term, dice: thrownDice }) => sum + term.sign * countingSum(thrownDice),
    dice.modifier,
  );
}

function countingSum(dice: readonly ThrownDie[]): number {
  return dice.reduce((sum, { face, counts }) => (counts ? sum + face : sum), 0);
}

/** Returns the least and the most a throw of these dice can total. */
export function measureDiceRange(dice: Dice): { readonly least: number; readonly most: number } {
  let least = dice.modifier;
  let most = dice.modifier;
  for (const term of listThrownTerms(dice)) {
    const low = countKeptDice(term) * findLowestFace(term);
    const high = mostOf(term);
    least += term.sign === 1 ? low : -high;
    most += term.sign === 1 ? high : -low;
  }
  return { least, most };
}

function findLowestFace(term: DiceTerm): number {
  return term.fate ? -1 : 1;
}

function findHighestFace(term: DiceTerm): number {
  return term.fate ? 1 : term.sides;
}

// With `kh` and `kl` explosions add dice to choose from but never more dice that count.
function mostOf(term: DiceTerm): number {
  const counting = countKeptDice(term);
  if (!term.exploding) return counting * findHighestFace(term);
  const rule = term.selection?.rule;
  if (rule === 'kh' || rule === 'kl') return counting * term.sides;
  const everyFace = term.count * (DICE_LIMITS.explosionsPerDie + 1);
  return (everyFace - (term.count - counting)) * term.sides;
}

/** Creates faces from the session's seed, the scene's place in the stream and the ordinal of the check only. */
export function createSeededFaces(seed: string, diceIndex: number, ordinal: number): NextFace {
  if (seed === '') throw new RangeError('dice need a seed');
  if (!Number.isSafeInteger(diceIndex) || diceIndex < 0 || !Number.isSafeInteger(ordinal) || ordinal < 0) {
    throw new RangeError(`dice need a scene index and an ordinal from 0, not ${diceIndex} and ${ordinal}`);
  }
  const random = createKeyedRandom(seed, `dice:${diceIndex}:${ordinal}`);
  return (term) => findLowestFace(term) + random.below(term.sides);
}

/** Gives out faces reported by the player, in order. `used` returns the number of faces taken. */
function createReportedFaces(faces: readonly number[]): { readonly next: NextFace; used(): number } {
  let used = 0;
  return {
    next: () => {
      const face = faces[used];
      if (face === undefined) return null;
      used += 1;
      return face;
    },
    used: () => used,
  };
}

/** Reads the numbers a player's own dice show, one for each die, or says which of them cannot be. */
export function throwFromPlayer(dice: Dice, faces: readonly number[]): readonly ThrownTerm[] | Rejection {
  const reported = createReportedFaces(faces);
  const thrown = throwDice(dice, reported.next);
  if (thrown === null) return tooFew(dice, faces);
  if (reported.used() < faces.length) return wrongCount(dice, reported.used(), faces.length);
  return impossibleFace(thrown) ?? thrown;
}

function tooFew(dice: Dice, faces: readonly number[]): Rejection {
  const needed = listThrownTerms(dice).reduce((sum, term) => sum + term.count, 0);
  if (faces.length < needed) return wrongCount(dice, needed, faces.length);
  const reason = 'the highest face explodes: roll that die again and give every number in the order rolled';
  return reject('missing-explosion', `${writeDice(dice)} got ${faces.length} numbers; ${reason}`, ['faces']);
}

function wrongCount(dice: Dice, needed: number, given: number): Rejection {
  const each = dice.advantage === 'NONE' ? 'one for each die' : 'the first die is rolled twice';
  const count = `${needed} ${needed === 1 ? 'number' : 'numbers'}`;
  return reject('wrong-number-of-faces', `${writeDice(dice)} needs ${count} (${each}); ${given} came`, [
    'faces',
  ]);
}

function impossibleFace(thrown: readonly ThrownTerm[]): Rejection | null {
  let position = 0;
  for (const { term, dice } of thrown) {
    for (const { face } of dice) {
      if (!canShow(term, face)) return notAFace(term, face, position);
      position += 1;
    }
  }
  return null;
}

function canShow(term: DiceTerm, face: number): boolean {
  return Number.isInteger(face) && face >= findLowestFace(term) && face <= findHighestFace(term);
}

function notAFace(term: DiceTerm, face: number, position: number): Rejection {
  const die = term.fate ? 'a Fate die' : `a d${term.sides}`;
  const hint = face === 0 && term.sides === 100 ? '; 00 on percentile dice counts as 100' : '';
  const range = `a whole number from ${findLowestFace(term)} to ${findHighestFace(term)}`;
  return reject('impossible-face', `${die} cannot show ${face}; give ${range}${hint}`, ['faces', position]);
}
