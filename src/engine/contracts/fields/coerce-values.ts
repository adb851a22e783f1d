import { z } from 'zod';

/** Wraps the contract of things that models often write as their main words alone; those are then put under `field`. */
export function withMainField<Shape extends z.ZodType>(field: string, shape: Shape): z.ZodPreprocess<Shape> {
  return z.preprocess((value) => (typeof value === 'string' ? { [field]: value } : value), shape);
}

/** Reads one of a contract's words in any case: `Hostile present` as `hostile_present`. */
export function coerceWord(value: unknown): unknown {
  return typeof value === 'string' ? snakeCased(value) : value;
}

/** Reads a number that was written as text, also with minutes behind it; hours and days are not guessed at. */
export function coerceMinutes(value: unknown): unknown {
  const [, number] =
    typeof value === 'string' ? (/^\s*(\d+(?:\.\d+)?)\s*(?:min(?:ute)?s?)?\s*$/i.exec(value) ?? []) : [];
  return number === undefined ? value : Number(number);
}

/** Keeps the known words of a list. */
export function createWordListCoercion(known: readonly string[]): (value: unknown) => unknown {
  return (value) => {
    const list = Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
    return [...new Set(list.map(coerceWord))].filter((word) => known.some((one) => one === word));
  };
}

/**
 * Accepts a state operation in any spelling. Its name may stand under another key or in other letters. Its fields may be in
 * snake_case, as in the rest of a reply, or in an object of their own.
 */
export function coerceOperation(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const written: Readonly<Record<string, unknown>> = { ...value };
  const name = ['op', 'operation', 'type'].find((word) => typeof written[word] === 'string');
  if (name === undefined) return value;
  const { [name]: op, ...rest } = written;
  const fields = unwrapped(rest);
  return withSign({ ...camelCased(fields), op: snakeCased(String(op)) });
}

/** Turns an increment by a negative number into a decrement, and the other way round. */
function withSign(operation: Record<string, unknown>): Record<string, unknown> {
  const { op, value } = operation;
  if ((op !== 'increment' && op !== 'decrement') || typeof value !== 'number' || value >= 0) return operation;
  return { ...operation, op: op === 'increment' ? 'decrement' : 'increment', value: -value };
}

const WRAPPERS = ['input', 'args', 'arguments', 'params', 'parameters', 'fields'];

function unwrapped(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const [only, ...others] = Object.keys(fields);
  if (only === undefined || others.length > 0 || !WRAPPERS.includes(only)) return fields;
  const inner = fields[only];
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? { ...inner } : fields;
}

function camelCased(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key.replace(/(?<=[a-z0-9])_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

function snakeCased(name: string): string {
  return name
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}
