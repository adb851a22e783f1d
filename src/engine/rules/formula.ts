import { z } from 'zod';
import { assertNever } from '#engine/util/assert-never.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { type FormulaNode, type FunctionName, type Operator, parseFormula } from './formula/parse-formula.ts';

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
