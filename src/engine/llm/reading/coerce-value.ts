import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Container = Record<PropertyKey, unknown>;

const NUMBER = /^\s*([+-]?\d+(?:\.\d+)?)\s*(?:min(?:ute)?s?\.?)?\s*$/i;
const YES = /^\s*(?:true|yes)\s*$/i;
const NO = /^\s*(?:false|no)\s*$/i;

/** Marks a value that is to be left out, because it is empty or cannot be understood. */
const NOTHING = Symbol('nothing');

/**
 * Coerces the parts of a value its contract rejected, where only one meaning is possible. Examples: a number in quotation
 * marks, one item in place of a list, a word in capitals, a text that is too long. Returns null when nothing could be coerced.
 */
export function coerceValue(value: unknown, { issues }: z.ZodError): unknown {
  const mended = { root: structuredClone(value) };
  const touched = issues.flatMap((issue) => mendOne(mended, issue));
  // Items are taken out at the end, so that the places of the others stay what the contract says.
  for (const list of new Set(touched)) if (Array.isArray(list)) removeNothings(list);
  return touched.length > 0 ? mended.root : null;
}

function removeNothings(list: unknown[]): void {
  let kept = 0;
  for (const item of list) {
    if (item !== NOTHING) list[kept++] = item;
  }
  list.length = kept;
}

/** Sets one thing right, and gives what holds it; nothing where it cannot be. */
function mendOne(root: Container, issue: Issue): readonly Container[] {
  const path: readonly PropertyKey[] = ['root', ...issue.path];
  const holder = at(root, path.slice(0, -1));
  const key = path.at(-1) ?? 'root';
  if (!isContainer(holder) || !(key in holder)) return [];
  const put = setRight(holder[key], issue);
  if (put === undefined) return [];
  if (put === NOTHING && !Array.isArray(holder)) delete holder[key];
  else holder[key] = put;
  return [holder];
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function at(root: unknown, path: readonly PropertyKey[]): unknown {
  let found = root;
  for (const key of path) found = isContainer(found) ? found[key] : undefined;
  return found;
}

/** Returns the intended value; undefined when that is not certain. */
function setRight(value: unknown, issue: Issue): unknown {
  switch (issue.code) {
    case 'invalid_type':
      return asType(value, issue.expected);
    case 'invalid_value':
      return asOneOf(value, issue.values);
    case 'too_big':
      return shortened(value, Number(issue.maximum));
    default:
      return undefined;
  }
}

function asType(value: unknown, expected: string): unknown {
  if (value === '') return NOTHING;
  switch (expected) {
    case 'number':
      return typeof value === 'string' ? asNumber(value) : undefined;
    case 'int':
      return typeof value === 'number' ? Math.round(value) : undefined;
    case 'boolean':
      return typeof value === 'string' ? asBoolean(value) : undefined;
    case 'string':
      return asText(value);
    case 'array':
      return asList(value);
    case 'object':
      return Array.isArray(value) && value.length === 1 ? value[0] : undefined;
    default:
      return undefined;
  }
}

function asNumber(text: string): number | undefined {
  const number = NUMBER.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

function asBoolean(text: string): boolean | undefined {
  if (YES.test(text)) return true;
  return NO.test(text) ? false : undefined;
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? value.join(' ') : undefined;
  const { id, name }: { readonly id?: unknown; readonly name?: unknown } = Object(value);
  return [id, name].find((said) => typeof said === 'string');
}

/** Wraps a single item where a list belongs. Converts an object of items by name to a list of items with those names as `key`. */
function asList(value: unknown): unknown[] | undefined {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return undefined;
  const entries: [string, unknown][] = Object.entries(value);
  const isMap = entries.every(([, item]) => typeof item === 'object' && item !== null);
  return isMap ? entries.map(([key, item]) => ({ key, ...Object(item) })) : [value];
}

/** Matches a word regardless of case, spaces and hyphens. An unknown word counts as nothing. */
function asOneOf(value: unknown, values: readonly unknown[]): unknown {
  if (typeof value !== 'string') return undefined;
  const plain = plainWord(value);
  return values.find((option) => typeof option === 'string' && plainWord(option) === plain) ?? NOTHING;
}

function plainWord(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

function shortened(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most);
  if (typeof value !== 'string' || most < 2) return undefined;
  const cut = value.slice(0, most - 1);
  const atWord = cut.slice(0, Math.max(cut.lastIndexOf(' '), Math.floor(most / 2)));
  return `${atWord.trimEnd().toWellFormed()}…`;
}
