import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { ReflectInput } from '../../step-inputs.ts';
import { choose, say } from '../grammar.ts';
import { VOICED } from '../phrases.ts';
import { shares, topicWords } from '../speech/about-topic.ts';
import { inFirstPerson } from '../speech/first-person.ts';
import { mannerOf } from '../speech/manner.ts';
import { ownLines, quotable, voiced, wasSaid } from '../speech/own-lines.ts';
import { askedIn, isAsking } from '../speech/question.ts';
import { shortName } from '../speech/short-name.ts';
import { spokenTo } from '../speech/spoken-to.ts';
import { REFUSES, TELLS, WANTS } from '../telling/reply-phrases.ts';
import type { Profile } from './read-profile.ts';
import { wordsSaid } from './words-said.ts';

export type OwnReply = { readonly text: string; readonly intent: 'answer' | 'refuse' };

/** What somebody answers from what they know and want; a refusal where it touches what they keep; null when they know nothing of it. */
export function ownReply(input: ReflectInput, profile: Profile, random: KeyedRandom): OwnReply | null {
  const words = wordsSaid(input);
  if (!isAsking(words)) return null;
  const name = shortName(input.name);
  const asked = askedIn(words);
  const manner = mannerOf(profile.meets);
  if (asked?.kind === 'wants') return wish(input, profile, random);
  if (asked !== null && asked.kind !== 'topic') return null;
  const about = topicOf(words, input.name);
  const known = knownAbout(about, input, profile);
  if (known !== null) {
    return { text: say(random, TELLS[manner], { name, line: known }, input.lastNarration), intent: 'answer' };
  }
  const line = choose(
    random,
    ownLines(profile.speaks).filter((one) => shares(about, one) > 0 && !wasSaid(one, input.lastNarration)),
  );
  if (line !== null)
    return { text: say(random, VOICED, voiced(name, line), input.lastNarration), intent: 'answer' };
  const isKept = profile.keeps.some((secret) => shares(about, secret) > 1);
  if (!isKept || asked === null) return null;
  const topic = asked.topic.replace(/\s+(?:that|who|which|when|if|and|but|what|how)\s.*$/i, '');
  return { text: say(random, REFUSES.wary, { name, topic }, input.lastNarration), intent: 'refuse' };
}

function topicOf(words: string, name: string): string[] {
  const own = name.toLowerCase().split(/[^\p{L}]+/u);
  return topicWords(spokenTo(words).matter).filter((word) => !own.includes(word));
}

/** Something known that may be told and is about it, as they would say it; not what was said a moment ago. Memories are their own. */
function knownAbout(
  about: readonly string[],
  { name, lastNarration }: ReflectInput,
  profile: Profile,
): string | null {
  const speaker = { name, about: `${profile.head} ${profile.speaks} ${profile.meets}` };
  const rated = profile.knows
    .flatMap((one) => sayable(one, speaker))
    .filter((line) => !wasSaid(line, lastNarration))
    .map((line) => ({ line, worth: shares(about, line) }))
    .filter(({ worth }) => worth > 0);
  return rated.toSorted((one, other) => other.worth - one.worth)[0]?.line ?? null;
}

const PART = /^(?:What|Who|Whom|Which|How|Where|Why|That|When|Whether)\s/;

/** A thing known, in the mouth of who knows it: of themselves as `I`, and a part of a sentence made whole. */
function sayable(known: string, speaker: { readonly name: string; readonly about: string }): string[] {
  if (PART.test(known)) return [quotable(`I know ${known.replace(/^./, (first) => first.toLowerCase())}`)];
  const own = inFirstPerson(known, speaker);
  if (own !== null) return [quotable(own)];
  const isOfSelf =
    /^(?:He|She|His|Her|They)\b/.test(known) ||
    speaker.name.split(/\s+/).some((word) => word.length > 3 && known.startsWith(word));
  return isOfSelf || known.split(/\s+/).length < 5 ? [] : [quotable(known)];
}

const OF_ANOTHER = /\b(?:he|him|his|himself|she|her|hers|herself|they|them|their)\b/i;
const KEPT_DARK =
  /:|^(?:From|Wants|Today|Has|Is|Keep|Hide|Conceal|Prevent|Stop|Make sure|See that|Avoid|Never|Not)\b/;

/** A wish that may be said aloud: nothing of what is kept, and no word that would need turning. */
function wish(input: ReflectInput, { wants, keeps, meets }: Profile, random: KeyedRandom): OwnReply | null {
  const kept = keeps.join(' ');
  const open = wants.filter(
    (goal) => !OF_ANOTHER.test(goal) && !KEPT_DARK.test(goal) && shares(topicWords(`I ${goal}`), kept) < 2,
  );
  const goal = mannerOf(meets) === 'wary' ? null : choose(random, open);
  if (goal === null) return null;
  const said = quotable(`To ${goal.replace(/^./, (first) => first.toLowerCase())}`);
  return {
    text: say(random, WANTS, { name: shortName(input.name), goal: said }, input.lastNarration),
    intent: 'answer',
  };
}
