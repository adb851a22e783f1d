export const FUNCTIONS = ['min', 'max', 'floor', 'ceil'] as const;
export type FunctionName = (typeof FUNCTIONS)[number];
export type Operator = '+' | '-' | '*' | '/';

/** A formula as a tree. */
export type FormulaNode =
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
