import type { PlayerView } from '#engine/state/player-view.ts';

type Fact = Pick<PlayerView['facts'][number], 'predicate' | 'object' | 'standsAlone'> & {
  readonly subjectId: string;
};
type Names = { readonly entities: { readonly [id: string]: { readonly name: string } | undefined } };

/** Writes a fact as a sentence: the object alone where it is one, else subject, predicate and object. */
export function sentenceOf(fact: Fact, { entities }: Names): string {
  const { subjectId, predicate, object } = fact;
  const subject = entities[subjectId]?.name ?? 'Somebody';
  const what = typeof object === 'string' ? (entities[object]?.name ?? object) : JSON.stringify(object);
  if (standsAlone(fact, what, subject)) return ended(what);
  return ended(`${subject} ${predicate.replaceAll('_', ' ')} ${what.trim()}`);
}

/** Predicate of a discoverable whose author named none. */
const HIDES = 'hides';
const FEWEST_WORDS = 5;

/** Whether the object is a whole sentence: marked so, written to be discovered, or beginning with its own subject. */
function standsAlone({ standsAlone: isSaid, predicate }: Fact, text: string, subject: string): boolean {
  if (isSaid === true) return true;
  const [first = '', ...others] = text.trim().split(/\s+/);
  if (others.length + 1 < FEWEST_WORDS || !/^\p{Lu}|^\d/u.test(first)) return false;
  return predicate === HIDES || isNameOf(first, subject);
}

const SHORTEST_NAME = 3;

function isNameOf(word: string, subject: string): boolean {
  const bare = word.replace(/['’]s$|[,.:;]$/g, '');
  const names = subject.replace(/["“”]/g, '').split(/\s+/);
  return bare.length >= SHORTEST_NAME && names.includes(bare);
}

/** Ends a text with one full stop, unless it ends with a mark of its own. */
function ended(text: string): string {
  const bare = text.trim().replace(/\.+$/, '');
  return /[.!?…]["”’']?$/.test(bare) ? bare : `${bare}.`;
}
