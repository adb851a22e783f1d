import type { Json } from '#engine/kit/canonical-json.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import { isWholeSentence } from './packet/whole-sentence.ts';

type Fact = Pick<PlayerView['facts'][number], 'subjectId' | 'predicate' | 'object'>;
type Names = { readonly entities: { readonly [id: string]: { readonly name: string } | undefined } };

/** A fact as a whole sentence: who, what, whom or what. */
export function sentenceOf({ subjectId, predicate, object }: Fact, { entities }: Names): string {
  const subject = entities[subjectId]?.name ?? 'Somebody';
  const what = typeof object === 'string' ? (entities[object]?.name ?? object) : JSON.stringify(object);
  if (isWholeSentence(what, subject)) return ended(what);
  return ended(`${subject} ${predicate.replaceAll('_', ' ')} ${inside(what.trim())}`);
}

/** With one full stop behind it, unless it ends with a mark of its own. */
function ended(text: string): string {
  const bare = text.trim().replace(/\.+$/, '');
  return /[.!?…]["”’']?$/.test(bare) ? bare : `${bare}.`;
}

const SMALL_WORD =
  /^(?:The|An?|All|Any|Some|Every|Each|No|Not|Whatever|Whoever|What|Which|Who|That|How|Where|When|Why|To|In|On|At|By|From|For|With|His|Her|Its|Their|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Twenty|Thirty|Forty|Fifty|Full|Half|Only|Enough|[A-Z][a-z]+(?:ed|ing))(?=[\s,:;])/;

/** A phrase that was written to stand alone, inside a sentence. */
function inside(phrase: string): string {
  // `King's Landing` and `Red Sea` keep their capitals: what is followed by another is a name.
  const isName =
    /^\p{Lu}\p{L}+ \p{Lu}/u.test(phrase) &&
    !/^(?:The|An?|His|Her|Its|Their|In|On|At|By|From|For|With|To|That|How|What|Which|Where|All|Every|Some|No|Any)\s/.test(
      phrase,
    );
  return isName ? phrase : phrase.replace(SMALL_WORD, (word) => word.toLowerCase());
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
