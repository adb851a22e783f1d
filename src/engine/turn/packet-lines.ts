import type { PlayerView } from '#engine/state/player-view.ts';
import { asContinuation } from './packet/continuation.ts';

type Fact = Pick<PlayerView['facts'][number], 'predicate' | 'object' | 'standsAlone'> & {
  readonly subjectId: string;
};
type Names = { readonly entities: { readonly [id: string]: { readonly name: string } | undefined } };

/** A fact as a whole sentence: its own words where they are one, else who, what, whom or what. */
export function sentenceOf(fact: Fact, { entities }: Names): string {
  const { subjectId, predicate, object } = fact;
  const subject = entities[subjectId]?.name ?? 'Somebody';
  const what = typeof object === 'string' ? (entities[object]?.name ?? object) : JSON.stringify(object);
  if (standsAlone(fact, what, subject)) return ended(what);
  return ended(`${subject} ${predicate.replaceAll('_', ' ')} ${asContinuation(what.trim(), entities)}`);
}

/** What the format calls the discoverable whose author did not say how it relates to its subject. */
const HIDES = 'hides';
const FEWEST_WORDS = 5;
const SOMEBODY = /^(?:Somebody|Someone|Nobody|Everybody|Everyone|He|She|They|It|There)\s/;

/**
 * Whether the object says the whole of what is so. What is written to be discovered is a sentence by its form; of any other fact
 * only one that begins with its own subject is: nobody writes `Ketch saw Ketch`.
 */
function standsAlone({ standsAlone: isSaid, predicate }: Fact, text: string, subject: string): boolean {
  if (isSaid === true) return true;
  const [first = '', ...others] = text.trim().split(/\s+/);
  if (others.length + 1 < FEWEST_WORDS || !/^\p{Lu}|^\d/u.test(first)) return false;
  return predicate === HIDES || SOMEBODY.test(text) || isNameOf(first, subject);
}

const SHORTEST_NAME = 3;

function isNameOf(word: string, subject: string): boolean {
  const bare = word.replace(/['’]s$|[,.:;]$/g, '');
  const names = subject.replace(/["“”]/g, '').split(/\s+/);
  return bare.length >= SHORTEST_NAME && !/^(?:The|An?)$/.test(bare) && names.includes(bare);
}

/** With one full stop behind it, unless it ends with a mark of its own. */
function ended(text: string): string {
  const bare = text.trim().replace(/\.+$/, '');
  return /[.!?…]["”’']?$/.test(bare) ? bare : `${bare}.`;
}
