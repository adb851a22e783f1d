import type { Json } from '#engine/kit/canonical-json.ts';

/** A stat block or a ruleset's state, a line for each of its entries: `abilities: strength 16, wisdom 14`. */
export function sheetLines(sheet: Json): string[] {
  if (sheet === null) return [];
  if (typeof sheet !== 'object') return [String(sheet)];
  const entries: readonly (readonly [string, Json])[] = Array.isArray(sheet)
    ? sheet.map((item, at) => [String(at + 1), item] as const)
    : Object.entries(sheet);
  return entries.flatMap(([key, value]) => {
    const written = inLine(value);
    return written === '' ? [] : [`${inWords(key)}: ${written}`];
  });
}

/** A value in a line: what belongs together between brackets, things of a list apart from each other. */
function inLine(value: Json): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(inBrackets).filter(isSome).join('; ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .flatMap(([key, inner]) => {
      const written = inBrackets(inner);
      return written === '' ? [] : [`${inWords(key)} ${written}`];
    })
    .join(', ');
}

function inBrackets(value: Json): string {
  const written = inLine(value);
  const isWhole = typeof value !== 'object' || written === '';
  return isWhole || (Array.isArray(value) && value.length === 1) ? written : `(${written})`;
}

const inWords = (key: string): string => key.replaceAll('_', ' ');
const isSome = (text: string): boolean => text !== '';
