import type { Doing } from './deed.ts';
import type { Token } from './narrated.ts';
import { DETERMINERS } from './small-words.ts';
import { kindOf } from './verbs.ts';

const GIVING_VOICE = new Set(['give', 'make', 'utter', 'let', 'take']);
/** Nouns that name a doing by another word than its verb. */
const VERB_OF: Readonly<Record<string, string>> = {
  word: 'say',
  speech: 'speak',
  thanks: 'thank',
  oath: 'swear',
  toast: 'say',
  apology: 'apologize',
  seat: 'sit',
  chair: 'sit',
  stool: 'sit',
  settle: 'sit',
  bench: 'sit',
  place: 'sit',
};
/** What is taken by being there, and what by going there. */
const POSITIONS = new Set('corner booth table spot position window side end wall'.split(' '));
const WAYS = new Set(
  'stairs stair steps road path alley lane left right turn turning fork ladder lift elevator bridge trail street passage corridor'.split(
    ' ',
  ),
);
const SAME_WORD = new Set(
  'order command answer reply shout cry promise nod shrug bow smile laugh sigh wave warning curse offer step drink sip bite swing'.split(
    ' ',
  ),
);
const REACH = 3;

/** `give the order`, `make an offer`, `take a seat`: the noun names the deed. */
export function deedOfNoun(tokens: readonly Token[], next: number, lemma: string): Doing | null {
  if (!GIVING_VOICE.has(lemma)) return null;
  const place = lemma === 'take' ? placeTaken(tokens, next) : null;
  if (place !== null) return { lemma: place, kind: 'move', behind: '' };
  const from = tokens[next]?.lower === 'out' ? next + 1 : next;
  if (!DETERMINERS.has(tokens[from]?.lower ?? '')) return null;
  const named = tokens.slice(from + 1, from + 1 + REACH).find(({ lower }) => verbOf(lower) !== null);
  const verb = verbOf(named?.lower ?? '');
  const kind = kindOf(verb ?? '');
  return verb === null || kind === null ? null : { lemma: verb, kind, behind: '' };
}

function verbOf(noun: string): string | null {
  return VERB_OF[noun] ?? (SAME_WORD.has(noun) ? noun : null);
}

function placeTaken(tokens: readonly Token[], next: number): 'go' | 'sit' | null {
  if (isWay(tokens, next)) return 'go';
  return POSITIONS.has(tokens[next + 1]?.lower ?? '') ? 'sit' : null;
}

/** `take the stairs`, `take the second left`, `take them three at a time`. */
function isWay(tokens: readonly Token[], next: number): boolean {
  const near = tokens.slice(next, next + 5).map(({ lower }) => lower);
  // `take a turn of the rope` goes nowhere.
  const isNamed = [1, 2].some((at) => WAYS.has(near[at] ?? '') && near[at + 1] !== 'of');
  if (DETERMINERS.has(near[0] ?? '') && isNamed) return true;
  return near.join(' ').endsWith('at a time');
}
