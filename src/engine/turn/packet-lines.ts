import type { Json } from '#engine/kit/canonical-json.ts';
import type { PlayerView } from '#engine/state/player-view.ts';

type Fact = Pick<PlayerView['facts'][number], 'subjectId' | 'predicate' | 'object'>;
type Names = { readonly entities: { readonly [id: string]: { readonly name: string } | undefined } };

/** A fact as a whole sentence: who, what, whom or what. */
export function sentenceOf({ subjectId, predicate, object }: Fact, { entities }: Names): string {
  const subject = entities[subjectId]?.name ?? 'Somebody';
  const what = typeof object === 'string' ? (entities[object]?.name ?? object) : JSON.stringify(object);
  return `${subject} ${predicate.replaceAll('_', ' ')} ${what.replace(/\.+$/, '')}.`;
}

/** A stat block or a ruleset's state as lines: `pressure clock: 2`. Nested values are written out flat. */
export function sheetLines(value: Json, name = ''): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [name === '' ? String(value) : `${name}: ${value}`];
  const entries: [string, Json][] = Array.isArray(value)
    ? value.map((item, at) => [String(at + 1), item])
    : Object.entries(value);
  return entries.flatMap(([key, inner]) => sheetLines(inner, `${name} ${key.replaceAll('_', ' ')}`.trim()));
}
