import { OPERATIONS } from '#engine/state/operations.ts';
import { operationShape, type Shape, snakeKey, targetsOf } from './operations/operation-shape.ts';

/** An operation as a pack writes it. */
export type ListedOperation = {
  readonly name: string;
  readonly summary: string;
  readonly fields: readonly { readonly name: string; readonly isRequired: boolean; readonly takes: string }[];
};

/** Every operation clocks, deadlines, agendas and resources of a pack can set off. */
export function listOperations(): readonly ListedOperation[] {
  return OPERATIONS.map(({ name, summary }) => {
    const { properties = {}, required = [] } = operationShape(name) ?? {};
    const fields = Object.entries(properties).map(([key, shape]) => {
      return { name: snakeKey(key), isRequired: required.includes(key), takes: taken(shape) };
    });
    return { name, summary, fields };
  });
}

function taken(shape: Shape): string {
  const targets = targetsOf(shape);
  if (targets !== null) return targets.length > 1 ? 'an entity' : `a ${targets[0]}`;
  if (shape.enum !== undefined) return shape.enum.join(' | ');
  if (shape.items !== undefined) return `list of: ${taken(shape.items)}`;
  const alternatives = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].map(taken);
  if (alternatives.length > 0) return [...new Set(alternatives)].join(' or ');
  return WORDS[shape.type ?? ''] ?? 'anything';
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'keys with values',
};
