import { assertNever } from '#engine/kit/assert-never.ts';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { FormulaNode, FunctionName, Operator } from './formula-node.ts';

export type Stats = Readonly<Record<string, number>>;

/** The exact value of a formula, or why it has none. */
export function valueOfFormula(formula: FormulaNode, stats: Stats): number | Rejection {
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
    const value = valueOfFormula(part, stats);
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
