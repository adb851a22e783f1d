import type { AgencyKind } from '../narration-facts.ts';
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
const SAME_WORD = new Set(
  'order command answer reply shout cry promise nod shrug bow smile laugh sigh wave warning curse offer step drink sip bite swing'.split(
    ' ',
  ),
);
const REACH = 3;

/** `give the order`, `make an offer`, `take a seat`: the noun names the deed. */
export function deedOfNoun(
  tokens: readonly Token[],
  next: number,
  lemma: string,
): { readonly lemma: string; readonly kind: AgencyKind } | null {
  if (!GIVING_VOICE.has(lemma)) return null;
  const from = tokens[next]?.lower === 'out' ? next + 1 : next;
  if (!DETERMINERS.has(tokens[from]?.lower ?? '')) return null;
  const named = tokens.slice(from + 1, from + 1 + REACH).find(({ lower }) => verbOf(lower) !== null);
  const verb = verbOf(named?.lower ?? '');
  const kind = kindOf(verb ?? '');
  return verb === null || kind === null ? null : { lemma: verb, kind };
}

function verbOf(noun: string): string | null {
  return VERB_OF[noun] ?? (SAME_WORD.has(noun) ? noun : null);
}
