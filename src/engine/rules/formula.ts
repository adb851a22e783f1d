import { z } from 'zod';
import { assertNever } from '#engine/util/assert-never.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';

const FUNCTIONS = ['min', 'max', 'floor', 'ceil'] as const;
type FunctionName = (typeof FUNCTIONS)[number];
type Operator = '+' | '-' | '*' | '/';

/** A formula as a tree. */
type FormulaNode =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'stat'; readonly name: string }
  | { readonly kind: 'negative'; readonly of: FormulaNode }
  | {
      readonly kind: 'pair';
      readonly operator: Operator;
      readonly left: FormulaNode;
      readonly right: FormulaNode;
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly values: readonly FormulaNode[] };

type Token = { readonly text: string; readonly at: number };

const TOKEN = /\s*(?:(\d{1,6}(?:\.\d{1,4})?(?![\d.a-z_])|[a-z][a-z0-9_]*|[-+*/(),])|$)/giy;
const LONGEST = 200;

/** Cuts a formula into numbers, names and signs. Names are lower-cased. */
function tokenizeFormula(text: string): readonly Token[] | Rejection {
  if (text.length > LONGEST) {
    return reject(
      'formula-too-long',
      `the formula has ${text.length} characters; at most ${LONGEST} are read`,
    );
  }
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    end = match.index + match[0].length;
    if (match[1] !== undefined) tokens.push({ text: match[1].toLowerCase(), at: end - match[1].length });
    if (end >= text.length) break;
  }
  if (end >= text.length) return tokens;
  const rest = text.slice(end).trimStart();
  const at = text.length - rest.length + 1;
  return reject(
    'unreadable-formula',
    `"${rest.slice(0, 12)}" at character ${at} cannot be read; a formula has numbers, stats, + - * / and ( )`,
  );
}

const DEEPEST = 20;

/** Position in the tokens, and current depth of parentheses. */
type Reader = { readonly tokens: readonly Token[]; next: number; depth: number };

/**
 * Reads a formula by a closed grammar, and nothing else:
 *
 *     sum     = product { ("+" | "-") product }
 *     product = factor { ("*" | "/") factor }
 *     factor  = "-" factor | number | stat | function "(" sum { "," sum } ")" | "(" sum ")"
 */
function parseFormula(text: string): FormulaNode | Rejection {
  const tokens = tokenizeFormula(text);
  if ('rejected' in tokens) return tokens;
  if (tokens.length === 0)
    return reject('unreadable-formula', 'the formula is empty; write 0 for no modifier');
  const reader: Reader = { tokens, next: 0, depth: 0 };
  const formula = readSum(reader);
  const left = reader.tokens[reader.next];
  if (isRefused(formula) || left === undefined) return formula;
  return expected(left, 'an operator (+ - * /) or the end');
}

function isRefused(value: FormulaNode | Rejection): value is Rejection {
  return 'rejected' in value;
}

function expected(found: Token | undefined, what: string): Rejection {
  const where =
    found === undefined ? 'the formula ends' : `"${found.text}" stands at character ${found.at + 1}`;
  return reject('unreadable-formula', `${where} where ${what} is expected`);
}

function readSum(reader: Reader): FormulaNode | Rejection {
  return readPairs(reader, ['+', '-'], readProduct);
}

function readProduct(reader: Reader): FormulaNode | Rejection {
  return readPairs(reader, ['*', '/'], readFactor);
}

function readPairs(
  reader: Reader,
  operators: readonly Operator[],
  readPart: (reader: Reader) => FormulaNode | Rejection,
): FormulaNode | Rejection {
  let left = readPart(reader);
  for (;;) {
    const operator = operators.find((sign) => sign === reader.tokens[reader.next]?.text);
    if (isRefused(left) || operator === undefined) return left;
    reader.next += 1;
    const right = readPart(reader);
    if (isRefused(right)) return right;
    left = { kind: 'pair', operator, left, right };
  }
}

function readFactor(reader: Reader): FormulaNode | Rejection {
  const token = reader.tokens[reader.next];
  if (token === undefined) return expected(token, 'a number or a stat');
  reader.next += 1;
  if (/^\d/.test(token.text)) return { kind: 'number', value: Number(token.text) };
  if (/^[a-z]/.test(token.text)) return readName(reader, token);
  if (token.text === '-') return deeper(reader, () => negative(readFactor(reader)));
  if (token.text === '(') return deeper(reader, () => closed(reader, readSum(reader)));
  return expected(token, 'a number or a stat');
}

function readName(reader: Reader, token: Token): FormulaNode | Rejection {
  if (reader.tokens[reader.next]?.text !== '(') return { kind: 'stat', name: token.text };
  const name = FUNCTIONS.find((known) => known === token.text);
  if (name === undefined) {
    return reject('unknown-function', `"${token.text}" is no function; there are ${FUNCTIONS.join(', ')}`);
  }
  reader.next += 1;
  return deeper(reader, () => readCall(reader, name));
}

function readCall(reader: Reader, name: FunctionName): FormulaNode | Rejection {
  const values: FormulaNode[] = [];
  do {
    if (values.length > 0) reader.next += 1;
    const value = readSum(reader);
    if (isRefused(value)) return value;
    values.push(value);
  } while (reader.tokens[reader.next]?.text === ',');
  const rounds = name === 'floor' || name === 'ceil';
  if (rounds && values.length !== 1)
    return reject('wrong-arguments', `${name} takes one value, not ${values.length}`);
  return closed(reader, { kind: 'call', name, values });
}

function closed(reader: Reader, inside: FormulaNode | Rejection): FormulaNode | Rejection {
  if (isRefused(inside)) return inside;
  const token = reader.tokens[reader.next];
  if (token?.text !== ')') return expected(token, 'a closing parenthesis');
  reader.next += 1;
  return inside;
}

function negative(of: FormulaNode | Rejection): FormulaNode | Rejection {
  return isRefused(of) ? of : { kind: 'negative', of };
}

function deeper(reader: Reader, read: () => FormulaNode | Rejection): FormulaNode | Rejection {
  if (reader.depth >= DEEPEST)
    return reject('formula-too-deep', `the formula is nested deeper than ${DEEPEST}`);
  reader.depth += 1;
  const formula = read();
  reader.depth -= 1;
  return formula;
}

export type Stats = Readonly<Record<string, number>>;

/** Computes the exact value of a formula, or a rejection with the reason. */
function evaluateNode(formula: FormulaNode, stats: Stats): number | Rejection {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'stat':
      return statNamed(formula.name, stats);
    case 'negative':
      return combine([formula.of], stats, ([of = 0]) => -of);
    case 'pair':
      return combine([formula.left, formula.right], stats, ([left = 0, right = 0]) =>
        calculate(formula.operator, left, right),
      );
    case 'call':
      return combine(formula.values, stats, (values) => call(formula.name, values));
    default:
      return assertNever(formula);
  }
}

function combine(
  parts: readonly FormulaNode[],
  stats: Stats,
  join: (values: readonly number[]) => number | Rejection,
): number | Rejection {
  const values: number[] = [];
  for (const part of parts) {
    const value = evaluateNode(part, stats);
    if (typeof value !== 'number') return value;
    values.push(value);
  }
  return join(values);
}

function statNamed(name: string, stats: Stats): number | Rejection {
  const value = Object.hasOwn(stats, name) ? stats[name] : undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const names = Object.keys(stats);
  const known = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
  return reject('unknown-stat', `the character has no number called ${name}; ${known}`, [name]);
}

function calculate(operator: Operator, left: number, right: number): number | Rejection {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? reject('division-by-zero', `${left} cannot be divided by 0`) : left / right;
    default:
      return assertNever(operator);
  }
}

function call(name: FunctionName, values: readonly number[]): number {
  switch (name) {
    case 'min':
      return Math.min(...values);
    case 'max':
      return Math.max(...values);
    case 'floor':
      return Math.floor(values[0] ?? 0);
    case 'ceil':
      return Math.ceil(values[0] ?? 0);
    default:
      return assertNever(name);
  }
}

const LARGEST = 10_000;

/** Arithmetic over stats, as authors write it: `(10 - shyness) + chemistry`. Never code: only sums are understood. */
export const Formula = z.string().superRefine((text, context) => {
  const parsed = parseFormula(text);
  if (isRejection(parsed)) context.addIssue({ code: 'custom', message: parsed.reason });
});

/** Computes the value of a formula for these stats, rounded down to a whole number. */
export function evaluateFormula(text: string, stats: Stats): number | Rejection {
  const formula = parseFormula(text);
  if ('rejected' in formula) return formula;
  const value = evaluateNode(formula, stats);
  if (typeof value !== 'number') return value;
  // Adding 0 turns -0 into 0.
  const whole = Math.floor(value) + 0;
  if (Math.abs(whole) <= LARGEST) return whole;
  return reject('formula-out-of-range', `"${text}" comes to ${whole}; the most is ${LARGEST} either way`);
}

/** Lists the stats a formula uses, each once, in the order they are named. */
export function listFormulaStats(text: string): readonly string[] | Rejection {
  const formula = parseFormula(text);
  return 'rejected' in formula ? formula : [...new Set(namesIn(formula))];
}

function namesIn(formula: FormulaNode): readonly string[] {
  switch (formula.kind) {
    case 'number':
      return [];
    case 'stat':
      return [formula.name];
    case 'negative':
      return namesIn(formula.of);
    case 'pair':
      return [...namesIn(formula.left), ...namesIn(formula.right)];
    case 'call':
      return formula.values.flatMap(namesIn);
    default:
      return assertNever(formula);
  }
}
