import { findNearestName } from '#engine/state/suggest-name.ts';

/** Commands to the program instead of to the story. */
export const TABLE_COMMANDS = [
  'undo',
  'regenerate',
  'fork',
  'inventory',
  'sheet',
  'stop',
  'skip',
  'soften',
  'recap',
  'cost',
  'why',
  'look',
  'help',
  'quit',
] as const;
export type TableCommand = (typeof TABLE_COMMANDS)[number];

export type DisplayedChoice = { readonly key: string; readonly text: string; readonly description: string };

/** Meaning of a line typed while the story waits. */
export type ParsedLine =
  | { readonly meant: 'nothing' }
  | { readonly meant: 'table'; readonly word: TableCommand; readonly rest: string }
  | { readonly meant: 'say'; readonly text: string; readonly mode: 'DM' | null }
  | { readonly meant: 'choose'; readonly key: string }
  /** It cannot be done; the sentence says why. */
  | { readonly meant: 'unclear'; readonly because: string };

/** Parses a line. Passes `THINK` and `GOD MODE:` on unchanged, because the server reads them. */
export function parseLine(line: string, choices: readonly DisplayedChoice[]): ParsedLine {
  const text = line.trim();
  if (text === '') return { meant: 'nothing' };
  if (text.startsWith('/')) return tableWord(text.slice(1));
  if (text.startsWith('?')) return question(text.slice(1).trim());
  if (/^\d{1,3}$/.test(text) && choices.length > 0) return chosen(Number(text), choices);
  return { meant: 'say', text, mode: null };
}

function tableWord(typed: string): ParsedLine {
  const [first = '', ...others] = typed.split(/\s+/);
  const name = first.toLowerCase();
  const word = TABLE_COMMANDS.find((each) => each === name);
  if (word !== undefined) return { meant: 'table', word, rest: others.join(' ') };
  const near = findNearestName(name, TABLE_COMMANDS);
  const advice = near === null ? '/help lists what there is.' : `Did you mean /${near}?`;
  return { meant: 'unclear', because: `There is no /${name}. ${advice}` };
}

function question(text: string): ParsedLine {
  return text === ''
    ? { meant: 'unclear', because: 'Write the question behind it: ? what do I know of the harbour' }
    : { meant: 'say', text, mode: 'DM' };
}

function chosen(number: number, choices: readonly DisplayedChoice[]): ParsedLine {
  const choice = choices[number - 1];
  if (choice === undefined) {
    return { meant: 'unclear', because: `There are the choices 1 to ${choices.length}.` };
  }
  return { meant: 'choose', key: choice.key };
}

export type ParsedDice = { readonly faces: readonly number[] | null } | { readonly because: string };

/** Words for letting the engine throw. */
const THROW = /^\W*(?:i\s+)?(?:roll|throw)(?:\s+(?:it|the dice|the die|for me))?\W*$/i;

/** Parses dice a player threw at their own table. An empty line lets the engine throw. */
export function parseThrownDice(line: string, expression: string): ParsedDice {
  const words = line
    .trim()
    .split(/[\s,+]+/)
    .filter((word) => word !== '');
  if (words.length === 0 || THROW.test(line)) return { faces: null };
  const sides = Math.max(...[...expression.matchAll(/d(\d+)/gi)].map(([, each]) => Number(each)), 0);
  const faces = words.map(Number);
  const isFine = faces.every((face) => Number.isInteger(face) && face >= 1 && (sides === 0 || face <= sides));
  const count = diceIn(expression);
  if (isFine && (count === null || faces.length === count)) return { faces };
  const range = sides === 0 ? 'from 1 up' : `from 1 to ${sides}`;
  return {
    because: `Write what each die of ${expression} shows${count === 2 ? ', both of them' : ''}, ${range}, without modifiers; or press enter and the engine throws.`,
  };
}

/** Counts the dice of an expression; null when the number depends on the results. */
function diceIn(expression: string): number | null {
  if (expression.includes('!')) return null;
  const counts = [...expression.matchAll(/(\d*)d(?=[\d%f])/gi)].map(([, count]) => Number(count || 1));
  const sum = counts.reduce((total, count) => total + count, 0);
  return /\b(?:dis)?advantage\b/.test(expression) ? sum + 1 : sum;
}
