import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { highestFace, lowestFace } from './dice-range.ts';
import { type Dice, type DiceTerm, thrownTerms } from './dice-terms.ts';
import { reportedFaces } from './face-sources.ts';
import { type ThrownTerm, throwDice } from './throw-dice.ts';
import { writeDice } from './write-dice.ts';

/** Reads the numbers a player's own dice show, one for each die, or says which of them cannot be. */
export function throwFromPlayer(dice: Dice, faces: readonly number[]): readonly ThrownTerm[] | Rejection {
  const reported = reportedFaces(faces);
  const thrown = throwDice(dice, reported.next);
  if (thrown === null) return tooFew(dice, faces);
  if (reported.used() < faces.length) return wrongCount(dice, reported.used(), faces.length);
  return impossibleFace(thrown) ?? thrown;
}

function tooFew(dice: Dice, faces: readonly number[]): Rejection {
  const needed = thrownTerms(dice).reduce((sum, term) => sum + term.count, 0);
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
  return Number.isInteger(face) && face >= lowestFace(term) && face <= highestFace(term);
}

function notAFace(term: DiceTerm, face: number, position: number): Rejection {
  const die = term.fate ? 'a Fate die' : `a d${term.sides}`;
  const hint = face === 0 && term.sides === 100 ? '; 00 on percentile dice counts as 100' : '';
  const range = `a whole number from ${lowestFace(term)} to ${highestFace(term)}`;
  return reject('impossible-face', `${die} cannot show ${face}; give ${range}${hint}`, ['faces', position]);
}
