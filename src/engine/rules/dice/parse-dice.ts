import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { Advantage } from '../roll.ts';
import { DICE_LIMITS } from './dice-limits.ts';
import type { Dice, DiceTerm } from './dice-terms.ts';
import { parseDiceTerm } from './parse-dice-term.ts';
import { writeDice } from './write-dice.ts';

const ADVANTAGE = /\s+(adv|advantage|dis|disadvantage)$/i;
const TERM = /([+-]?)([^+-]*)/g;
const WHOLE_NUMBER = /^\d+$/;

/** Reads a dice expression, or says which part cannot be read and what would be right. */
export function parseDice(expression: string): Dice | Rejection {
  if (expression.length > DICE_LIMITS.expressionLength) return tooLong(expression.length);
  const text = expression.trim().replaceAll('\u2212', '-');
  const suffix = ADVANTAGE.exec(text);
  const sum = suffix === null ? text : text.slice(0, suffix.index);
  const parsed = parseSum(sum.replace(/\s*([+-])\s*/g, '$1'));
  if ('rejected' in parsed) return parsed;
  return advantageOn(parsed, advantageNamed(suffix?.[1]));
}

function advantageNamed(word: string | undefined): Advantage {
  if (word === undefined) return 'NONE';
  return word.toLowerCase().startsWith('adv') ? 'ADVANTAGE' : 'DISADVANTAGE';
}

/** The same dice with advantage or disadvantage; the two together cancel out. */
export function advantageOn(dice: Dice, advantage: Advantage): Dice | Rejection {
  if (advantage === 'NONE' || advantage === dice.advantage) return dice;
  if (dice.advantage !== 'NONE') return { ...dice, advantage: 'NONE' };
  const [first] = dice.terms;
  const single = first?.count === 1 && first.sign === 1 && !first.exploding && first.selection === null;
  if (single) return { ...dice, advantage };
  const word = advantage.toLowerCase();
  const fix = 'put a single die first, like 1d20+5, or keep dice yourself, like 3d6kh2';
  return reject('no-single-die', `${word} throws one die twice and keeps one of the two; ${fix}`);
}

function parseSum(text: string): Dice | Rejection {
  const terms: DiceTerm[] = [];
  let modifier = 0;
  for (const part of signedParts(text)) {
    if ('rejected' in part) return part;
    if (WHOLE_NUMBER.test(part.text)) {
      modifier += part.sign * Number(part.text);
      continue;
    }
    const term = parseDiceTerm(part.text, part.sign);
    if ('rejected' in term) return term;
    terms.push(term);
  }
  return withinLimits({ terms, modifier, advantage: 'NONE' }, text);
}

type SignedPart = { readonly sign: 1 | -1; readonly text: string };

function* signedParts(text: string): Generator<SignedPart | Rejection> {
  if (text === '') yield reject('no-dice', 'the dice expression is empty; write dice like 1d20+3');
  for (const { 0: whole, 1: sign, 2: part = '', index } of text.matchAll(TERM)) {
    if (part.trim() !== '') yield { sign: sign === '-' ? -1 : 1, text: part };
    else if (whole !== '') {
      const where = `the ${sign} at character ${index + 1} of "${text}"`;
      yield reject('missing-term', `nothing follows ${where}; write dice or a number there`);
    }
  }
}

function withinLimits(dice: Dice, text: string): Dice | Rejection {
  const count = dice.terms.reduce((sum, term) => sum + term.count, 0);
  if (count === 0) return reject('no-dice', `"${text}" has no dice in it; write dice like 1d20+3`);
  if (count > DICE_LIMITS.dice) {
    return reject('too-many-dice', `${count} dice are too many; one roll throws at most ${DICE_LIMITS.dice}`);
  }
  if (dice.terms.length > DICE_LIMITS.terms) {
    const most = DICE_LIMITS.terms;
    return reject(
      'too-many-terms',
      `${dice.terms.length} groups of dice are too many; one roll adds at most ${most}`,
    );
  }
  return recordable(dice);
}

/**
 * Refuses a modifier no game needs, and dice that could not be read again as a roll would record them. Asked once
 * more when a modifier is added to dice already read.
 */
export function recordable(dice: Dice): Dice | Rejection {
  const { modifier: most, expressionLength } = DICE_LIMITS;
  if (!Number.isInteger(dice.modifier) || Math.abs(dice.modifier) > most) {
    const right = `a whole number from -${most} to ${most}`;
    return reject('bad-modifier', `the modifier ${dice.modifier} is not ${right}`);
  }
  const { length } = writeDice(dice);
  return length <= expressionLength ? dice : tooLong(length);
}

function tooLong(length: number): Rejection {
  const most = DICE_LIMITS.expressionLength;
  return reject('dice-too-long', `the dice expression has ${length} characters; at most ${most} are read`);
}
