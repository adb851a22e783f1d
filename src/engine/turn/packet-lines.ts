import type { Json } from '#engine/kit/canonical-json.ts';
import type { PlayerView } from '#engine/state/player-view.ts';

type Fact = PlayerView['facts'][number];

/** A fact as a whole sentence: who, what, whom or what. */
export function sentenceOf({ subjectId, predicate, object }: Fact, view: PlayerView): string {
  const subject = view.entities[subjectId]?.name ?? 'Somebody';
  const what = typeof object === 'string' ? (view.entities[object]?.name ?? object) : JSON.stringify(object);
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
