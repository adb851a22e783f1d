import { oncePer } from '#engine/kit/once-per.ts';
import type { Deed } from './deed.ts';
import { furtherDeeds } from './further-deeds.ts';
import type { Sentence, Token } from './narrated.ts';
import { type Predicate, predicateAt } from './predicate.ts';
import { DO, HAVE, MODALS } from './small-words.ts';
import { occurrences, type Subject, standingAt } from './subjects.ts';
import { familiesOf, readVerb } from './verbs.ts';

/** What a sentence says a subject does. What befalls them, what they may do and what they perceive is not in it. */
export function deedsOf(sentence: Sentence, subject: Subject): readonly Deed[] {
  return deedsIn(sentence)(subject);
}

// Prose is read again with every sentence that is added to it.
const deedsIn = oncePer((sentence: Sentence) =>
  oncePer((subject: Subject): readonly Deed[] =>
    occurrences(sentence.tokens, subject).flatMap((at) => deedsAt(sentence, subject, at)),
  ),
);

function deedsAt(
  { tokens, text }: Sentence,
  { agreement }: Subject,
  { start, end }: { readonly start: number; readonly end: number },
): readonly Deed[] {
  const standing = standingAt(tokens, start);
  if (standing === 'inverted') return [spoken(tokens, start)];
  if (isScriptLine(tokens, start, end))
    return [{ lemma: 'say', kind: 'speak', behind: '', speech: tokens[end + 1]?.text ?? null }];
  if (/\?["”’']*$/.test(text)) return [];
  if (isPerceived(tokens, start)) return perceived(tokens, end);
  if (standing !== 'asserted') return [];
  const predicate = predicateAt(tokens, end, agreement);
  if (predicate === null) return [];
  // `the shelf, where you left it` tells of before.
  if (tokens[start - 1]?.lower === 'where' && predicate.form === 'past') return [];
  const first = isTag(tokens, start, predicate)
    ? [uttered(tokens, start, end)]
    : headDeed(tokens, start, predicate);
  const how = {
    ...howTold(tokens, start),
    ...(predicate.form === agreement ? { isNow: true } : {}),
  };
  return [...first, ...furtherDeeds(tokens, predicate, agreement)].map((deed) => ({ ...deed, ...how }));
}

function howTold(tokens: readonly Token[], start: number): Pick<Deed, 'isAside'> {
  return ASIDE.test(tokens[start - 1]?.lower ?? '') ? { isAside: true } : {};
}

const ASIDE = /^(?:as|while|when|where)$/;

/** `we saw Ketch throw`, `she noticed how you took`: somebody else perceives it, and so it happens. */
function isPerceived(tokens: readonly Token[], start: number): boolean {
  const verb = tokens[start - 1]?.lower === 'how' ? start - 2 : start - 1;
  const isOfSense = readVerb(tokens[verb]?.lower ?? '').some(
    ({ lemma, form }) => /^(?:see|watch|hear|notice)$/.test(lemma) && form !== 'ing',
  );
  const before = tokens[verb - 1]?.lower ?? '';
  return (
    isOfSense && verb > 0 && before !== 'to' && !MODALS.has(before) && !DO.has(before) && !HAVE.has(before)
  );
}

/** Whoever is seen to move may have been moved: only what takes hands or a voice is a deed here. */
function perceived(tokens: readonly Token[], end: number): readonly Deed[] {
  const predicate = predicateAt(tokens, end, 'base');
  if (predicate === null || predicate.deed === null) return [];
  const { deed } = predicate;
  return deed.kind === 'act' || deed.kind === 'speak' ? [{ ...deed, speech: null }] : [];
}

function headDeed(tokens: readonly Token[], start: number, { deed, next, form }: Predicate): readonly Deed[] {
  if (deed === null) return [];
  if (deed.kind !== 'speak') return [{ ...deed, speech: null, ...(form === 'past' ? { isPast: true } : {}) }];
  const near = [tokens[start - 1], tokens[start - 2], ...tokens.slice(next, next + 5)];
  return [{ ...deed, speech: spokenIn(near) }];
}

/** `"Tell me," you snarl, "or else"`: behind speech a gesture, or any verb nobody listed, is one of speech. */
function isTag(tokens: readonly Token[], start: number, { deed, sensing, next, under }: Predicate): boolean {
  const before = tokens[start - 1];
  if (before?.kind !== 'speech' || !/[,!?]["”’'»]+$/.test(before.text)) return false;
  const verb = tokens[next - 1]?.text ?? '';
  const isOther = deed === null ? readVerb(verb).length > 0 : !familiesOf(deed.lemma).has('gesture');
  if (isOther || sensing !== null || under !== null) return false;
  return /^[,.]$/.test(tokens[next]?.text ?? '') && /^\p{Ll}{4,}$/u.test(verb);
}

function uttered(tokens: readonly Token[], start: number, end: number): Deed {
  const speech = spokenIn([tokens[start - 1], ...tokens.slice(end, end + 4)]);
  return { lemma: tokens[end]?.lower ?? 'say', kind: 'speak', behind: '', speech };
}

/** All that is said on both sides of whoever says it: `"Professor," you say, "he sells the answers."` */
function spokenIn(near: readonly (Token | undefined)[]): string | null {
  const said = near.flatMap((token) => (token?.kind === 'speech' ? [token.text] : []));
  return said.length === 0 ? null : said.join(' ');
}

function spoken(tokens: readonly Token[], start: number): Deed {
  const verb = readVerb(tokens[start - 1]?.lower ?? '')[0]?.lemma ?? 'say';
  const speech = [tokens[start - 2], tokens[start - 3]].find((token) => token?.kind === 'speech');
  return { lemma: verb, kind: 'speak', behind: '', speech: speech?.text ?? null };
}

/** `Juan: "Bring the horses."` */
function isScriptLine(tokens: readonly Token[], start: number, end: number): boolean {
  return start === 0 && tokens[end]?.text === ':' && tokens[end + 1]?.kind === 'speech';
}
