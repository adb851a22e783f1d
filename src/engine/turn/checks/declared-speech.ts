import { kindOf, readVerb } from './english/verbs.ts';
import { ownDoings } from './own-doings.ts';
import { plainWords } from './text/words.ts';

/** Verbs of speech that mean something else as often, or whose words stand elsewhere. */
export const UNSURE_SPEECH: ReadonlySet<string> = new Set(
  'read observe object continue add snap bark counter address mention recite sing offer accept lead cry'.split(
    ' ',
  ),
);
const EXCHANGE = new Set(
  'confront interview haggle bargain negotiate argue talk chat converse question interrogate debate discuss banter flirt tease joke'.split(
    ' ',
  ),
);
/** Asking licenses a question, and none of what else can be said. */
export const ASKS = new Set(['ask', 'inquire', 'enquire', 'request', 'question']);
const PICKS_UP =
  /\b(?:take|takes|pick up|picks up|answer|answers|lift|grab|get)\b[^.!?]{0,12}\b(?:phone|call|receiver|radio|handset|intercom|telephone|burner)\b|\b(?:call|phone|telephone|ring|dial)s? (?:(?:the|my) )?(?:\p{Lu}|(?<=(?:the|my) ))/u;
/** Whoever asks somebody to do something puts no question. */
const REQUESTS = /\b(?:ask|asks|asked|request|requests) [^.,;!?]{1,30}? (?:not )?to \p{L}/u;
/** Counted, read or sung: the words are what is there to be counted, read or sung. */
const ALOUD = /\b(?:aloud|out loud)\b/i;
const LIES_DOWN = /\b(?:lie|lies) (?!to\b|about\b)/i;
const QUOTED = /["“«„「]/;

/**
 * Whether the players announced a speech without giving its words: "I refuse", "I answer the phone", "I haggle". Its words are
 * then the narrator's to find, once; of an exchange, as often as it goes back and forth.
 */
export function declaredSpeech(playerWords: readonly string[]): 'exchange' | 'speech' | 'question' | null {
  if (playerWords.some((text) => PICKS_UP.test(text) || ALOUD.test(text))) return 'exchange';
  const texts = playerWords.filter((text) => !QUOTED.test(text) && !LIES_DOWN.test(text));
  const words = texts.map(ownDoings).flatMap(plainWords);
  const lemmas = words.flatMap((word) => [word, ...readVerb(word).map(({ lemma }) => lemma)]);
  if (lemmas.some((lemma) => EXCHANGE.has(lemma))) return 'exchange';
  const spoken = lemmas.filter((lemma) => kindOf(lemma) === 'speak' && !UNSURE_SPEECH.has(lemma));
  if (spoken.length === 0) return null;
  const isRequest = texts.some((text) => REQUESTS.test(text));
  return spoken.every((lemma) => ASKS.has(lemma)) && !isRequest ? 'question' : 'speech';
}
