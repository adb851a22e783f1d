import { z } from 'zod';
import { assertNever } from '#engine/kit/assert-never.ts';
import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { type Stats, valueOfFormula } from './formula/evaluate-formula.ts';
import type { FormulaNode } from './formula/formula-node.ts';
import { parseFormula } from './formula/parse-formula.ts';

export type { Stats } from './formula/evaluate-formula.ts';

const LARGEST = 10_000;

/** Arithmetic over stats, as authors write it: `(10 - shyness) + chemistry`. Never code: only sums are understood. */
export const Formula = z.string().superRefine((text, context) => {
  const parsed = parseFormula(text);
  if (isRejection(parsed)) context.addIssue({ code: 'custom', message: parsed.reason });
});

/** The value of a formula for these stats, rounded down to a whole number. */
export function evaluateFormula(text: string, stats: Stats): number | Rejection {
  const formula = parseFormula(text);
  if ('rejected' in formula) return formula;
  const value = valueOfFormula(formula, stats);
  if (typeof value !== 'number') return value;
  // Adding 0 turns -0 into 0.
  const whole = Math.floor(value) + 0;
  if (Math.abs(whole) <= LARGEST) return whole;
  return reject('formula-out-of-range', `"${text}" comes to ${whole}; the most is ${LARGEST} either way`);
}

/** The stats a formula asks for, each once, in the order they are named. */
export function statsOfFormula(text: string): readonly string[] | Rejection {
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
