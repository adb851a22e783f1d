import type { Json } from '#engine/kit/canonical-json.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

/** Returns the name an id stands for; other texts stay as they are. */
type NameId = (text: string) => string;

const keepText: NameId = (text) => text;

/**
 * Writes a stat block or a ruleset's state, a line for each of its entries: `abilities: strength 16, wisdom 14`. Ids among the
 * values are replaced by names.
 */
export function sheetLines(sheet: Json, nameId: NameId = keepText): string[] {
  if (sheet === null) return [];
  if (typeof sheet !== 'object') return [nameId(String(sheet))];
  const entries: readonly (readonly [string, Json])[] = Array.isArray(sheet)
    ? sheet.map((item, at) => [String(at + 1), item] as const)
    : Object.entries(sheet);
  return entries.flatMap(([key, value]) => {
    const written = inLine(value, nameId);
    return written === '' ? [] : [`${inWords(key)}: ${written}`];
  });
}

/** A value in a line: what belongs together between brackets, things of a list apart from each other. */
function inLine(value: Json, nameId: NameId): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return value
      .map((inner) => inBrackets(inner, nameId))
      .filter(isSome)
      .join('; ');
  if (typeof value !== 'object') return typeof value === 'string' ? nameId(value) : String(value);
  return Object.entries(value)
    .flatMap(([key, inner]) => {
      const written = inBrackets(inner, nameId);
      return written === '' ? [] : [`${inWords(key)} ${written}`];
    })
    .join(', ');
}

function inBrackets(value: Json, nameId: NameId): string {
  const written = inLine(value, nameId);
  const isWhole = typeof value !== 'object' || written === '';
  return isWhole || (Array.isArray(value) && value.length === 1) ? written : `(${written})`;
}

const inWords = (key: string): string => key.replaceAll('_', ' ');
const isSome = (text: string): boolean => text !== '';

/** Writes the ruleset's state as a player knows it: entities the persona knows are called by their names. */
export function writeRulesetState(view: PlayerView, { entities }: Pick<Snapshot, 'entities'>): string[] {
  const names = new Map<string, string>();
  for (const { id, name } of Object.values(view.entities)) {
    const packId = entities[id]?.packEntityId ?? id;
    // Authors write ids of their own pack without its name.
    for (const key of [id, packId, packId.slice(packId.indexOf(':') + 1)]) names.set(key, name);
  }
  return sheetLines(view.rulesetState, (text) => names.get(text) ?? text);
}
