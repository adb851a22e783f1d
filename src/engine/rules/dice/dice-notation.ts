import { formatSigned } from '#engine/util/format-signed.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { Advantage } from '../roll.ts';

/** Selection of the dice that count in a term: keep or drop (k, d) a number of the highest or lowest (h, l). */
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

/** Lists the terms as they are thrown: advantage and disadvantage throw the first die twice and keep one. */
export function listThrownTerms(dice: Dice): readonly DiceTerm[] {
  const [first, ...rest] = dice.terms;
  if (dice.advantage === 'NONE' || first === undefined) return dice.terms;
  const rule = dice.advantage === 'ADVANTAGE' ? 'kh' : 'kl';
  return [{ ...first, count: 2, selection: { rule, count: 1 } }, ...rest];
}

/** Counts the dice of a term that count, before any explode. */
export function countKeptDice(term: DiceTerm): number {
  if (term.selection === null) return term.count;
  const { rule, count } = term.selection;
  return rule.startsWith('k') ? count : term.count - count;
}

/** Limits of one roll. Generous for any table, small enough that no request can be made expensive. */
export const DICE_LIMITS = {
  expressionLength: 100,
  terms: 20,
  dice: 100,
  fewestSides: 2,
  mostSides: 1000,
  modifier: 10_000,
  explosionsPerDie: 20,
} as const;

const DICE = /^(\d*)d(\d+|%|f)(!?)(?:(kh|kl|dh|dl)(\d*))?$/i;
const FORMS = '2d6, d20, d%, 4dF, 3d6!, 4d6kh3, 2d20kl1, 4d6dl1';

/** Reads one term, like `4d6kh3`. Omitted counts are 1. */
function parseDiceTerm(text: string, sign: 1 | -1): DiceTerm | Rejection {
  const match = DICE.exec(text);
  if (match === null) {
    return reject('unreadable-dice', `"${text}" is neither dice nor a whole number; dice look like ${FORMS}`);
  }
  const [, count = '', sides = '', bang, rule, kept = ''] = match;
  const fate = sides.toLowerCase() === 'f';
  return sensible(
    {
      sign,
      count: count === '' ? 1 : Number(count),
      sides: sidesNamed(sides),
      fate,
      exploding: bang === '!',
      selection: selectionNamed(rule, kept),
    },
    text,
  );
}

function sidesNamed(text: string): number {
  if (text === '%') return 100;
  return text.toLowerCase() === 'f' ? 3 : Number(text);
}

function selectionNamed(rule: string | undefined, count: string): Selection | null {
  if (rule === undefined) return null;
  // The pattern admits these four pairs of letters and no others.
  return { rule: rule.toLowerCase() as Selection['rule'], count: count === '' ? 1 : Number(count) };
}

function sensible(term: DiceTerm, text: string): DiceTerm | Rejection {
  const { fewestSides, mostSides, dice } = DICE_LIMITS;
  if (term.count < 1) return reject('no-dice', `"${text}" throws no dice; throw at least one, like 1d6`);
  if (term.count > dice) {
    return reject('too-many-dice', `"${text}" throws ${term.count} dice; one roll throws at most ${dice}`);
  }
  if (term.sides < fewestSides || term.sides > mostSides) {
    return reject(
      'bad-sides',
      `"${text}" has dice of ${term.sides} sides; a die has ${fewestSides} to ${mostSides}`,
    );
  }
  if (term.exploding && term.fate) {
    return reject('fate-dice-do-not-explode', `"${text}" explodes Fate dice; they have no highest face`);
  }
  return sensibleSelection(term, text);
}

function sensibleSelection(term: DiceTerm, text: string): DiceTerm | Rejection {
  if (term.selection === null) return term;
  const kept = countKeptDice(term);
  if (kept >= 1 && term.selection.count >= 1 && term.selection.count <= term.count) return term;
  const keeps = term.selection.rule.startsWith('k');
  const most = keeps ? term.count : term.count - 1;
  const verb = keeps ? 'keeps' : 'drops';
  const right =
    most === 0 ? 'the only die must count' : `with ${term.count} dice write a number from 1 to ${most}`;
  return reject('bad-selection', `"${text}" ${verb} ${term.selection.count} of ${term.count} dice; ${right}`);
}

/**
 * Writes the expression in normal form: dice in the order written, then the modifier. Parsing it again gives the same
 * dice.
 */
export function writeDice(dice: Dice): string {
  const terms = dice.terms.map(writeTerm).join('');
  return `${terms.startsWith('+') ? terms.slice(1) : terms}${formatSigned(dice.modifier)}`;
}

function writeTerm({ sign, count, sides, fate, exploding, selection }: DiceTerm): string {
  const kept = selection === null ? '' : `${selection.rule}${selection.count}`;
  return `${sign === 1 ? '+' : '-'}${count}d${fate ? 'F' : sides}${exploding ? '!' : ''}${kept}`;
}

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
  return applyAdvantage(parsed, advantageNamed(suffix?.[1]));
}

function advantageNamed(word: string | undefined): Advantage {
  if (word === undefined) return 'NONE';
  return word.toLowerCase().startsWith('adv') ? 'ADVANTAGE' : 'DISADVANTAGE';
}

/** Returns the same dice with advantage or disadvantage; the two together cancel out. */
export function applyAdvantage(dice: Dice, advantage: Advantage): Dice | Rejection {
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
  return checkRecordable(dice);
}

/**
 * Refuses a modifier no game needs, and dice that could not be read again as a roll would record them. Asked once
 * more when a modifier is added to dice already read.
 */
export function checkRecordable(dice: Dice): Dice | Rejection {
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
