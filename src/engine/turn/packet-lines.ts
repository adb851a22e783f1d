import type { Json } from '#engine/kit/canonical-json.ts';
import type { PlayerView } from '#engine/state/player-view.ts';

type Fact = Pick<PlayerView['facts'][number], 'subjectId' | 'predicate' | 'object'>;
type Names = { readonly entities: { readonly [id: string]: { readonly name: string } | undefined } };

/** A fact as a whole sentence: who, what, whom or what. */
export function sentenceOf({ subjectId, predicate, object }: Fact, { entities }: Names): string {
  const subject = entities[subjectId]?.name ?? 'Somebody';
  const what = typeof object === 'string' ? (entities[object]?.name ?? object) : JSON.stringify(object);
  if (isWholeSentence(what)) return `${what.trim().replace(/\.+$/, '')}.`;
  return `${subject} ${predicate.replaceAll('_', ' ')} ${inside(what).replace(/\.+$/, '')}.`;
}

/** Words that only a clause with its own subject has; enough to tell `The chest is short` from `the short chest`. */
const FINITE =
  /\s(?:is|are|was|were|has|have|had|does|did|will|would|can|could|must|may|might|knows?|wants?|keeps?|kept|noticed|comes?|came|goes|went|took|takes?|gave|gives?|left|sold|sells?|paid|pays?|made|makes?|said|says?|stands?|stood|lies|holds?|held|lent|sleeps?|works?|killed|saw|heard|wrote|signed|sent|met|moved|lost|found|brought|bought|hid|hides|owes?|owed)\s/;
const NO_SUBJECT =
  /^(?:Whatever|Whoever|What|Who|Which|That|How|Where|When|Why|To|In|On|At|By|From|For|With)\s/;
const FEWEST_WORDS = 5;

/** Authors often write the whole of what is so as the object of a fact; who and how are in it then. */
function isWholeSentence(text: string): boolean {
  const [clause = ''] = text.split(/[;:]/);
  const isLong = clause.trim().split(/\s+/).length >= FEWEST_WORDS;
  return isLong && /^\p{Lu}/u.test(clause) && !NO_SUBJECT.test(clause) && FINITE.test(`${clause} `);
}

/** A phrase that was written to stand alone, inside a sentence. */
function inside(phrase: string): string {
  return phrase.replace(
    /^(?:The|An?|All|Any|Some|Every|No|Whatever|Whoever|What|That|How|Where|To|In|On|At|By|From|For|With)\s/,
    (word) => word.toLowerCase(),
  );
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
