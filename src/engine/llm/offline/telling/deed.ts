import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { isGettingAway } from '../exit-taken.ts';
import { amongSoMany, type Phrases, say } from '../grammar.ts';
import { AFTER_THE_DICE, ALONE } from '../phrases.ts';
import { deedsIn } from '../read-words.ts';
import { isFight, retold } from '../retell-fight.ts';
import { awake, personMeant } from '../speech/person-addressed.ts';
import { isAsking } from '../speech/question.ts';
import { capital, midSentence, shortName } from '../speech/short-name.ts';
import { AGAIN, ANY_LEAD, LEADS } from './deed-leads.ts';
import { DEEDS, type Deed, isBlow } from './deed-phrases.ts';
import { NO_BREATH_FOR_IT, NO_ROOM_FOR_IT, NO_WAY_PAST } from './fight-phrases.ts';

const HEIGHT = { critical: 'high', success: 'high', mixed: 'middle', failure: 'low' } as const;

/** The deed the words name first: whoever accuses somebody of a killing kills nobody. */
export function deedOf(words: string): Deed | null {
  return firstNamed(deedsIn(words), DEEDS, ({ said }) => said);
}

function firstNamed<Kind>(
  words: string,
  kinds: readonly Kind[],
  patternOf: (kind: Kind) => RegExp,
): Kind | null {
  const found = kinds
    .map((kind) => ({ kind, at: words.search(patternOf(kind)) }))
    .filter(({ at }) => at !== -1);
  return found.toSorted((one, other) => one.at - other.at)[0]?.kind ?? null;
}

/** What came of what was done. What the rules have settled comes first: it is so, whatever else is told. */
export function deedTold(input: NarrateInput, random: KeyedRandom, recent: string): string {
  const { outcome, playerText } = input;
  const words = wordsFor(input);
  const deed = deedOf(playerText);
  if (outcome === null && isToNobody(input, deed)) return capital(say(random, ALONE, words, recent));
  if (outcome === null) return capital(say(random, leadFor(input, deed), words, recent));
  const told = retold(outcome.consequences, random, recent);
  const known = outcome.consequences.join(' ');
  const rest = outcome.text.startsWith(known) ? outcome.text.slice(known.length).trim() : outcome.text;
  const follows = told !== '' && !/^\S+ ?\+?-?\d/.test(told) ? told : '';
  if (follows !== '' && (deed === null || outcome.degree === null || isFight(outcome.consequences)))
    return `${amidBlows(input, deed, random, recent)} ${follows} ${rest}`.trim();
  if (outcome.degree === null)
    return withoutDegree(rest, capital(say(random, leadFor(input, deed), words, recent)));
  const height = HEIGHT[outcome.degree];
  // Of a deed that is told by its kind, what the ruleset says of every deed of that band would only be said twice.
  if (deed !== null)
    return `${capital(say(random, amongSoMany(deed[height], awake(input.packet.cast).length), words, recent))} ${follows}`.trim();
  return `${capital(say(random, AFTER_THE_DICE[height], words, recent))} ${rest}`.trim();
}

/** What cannot be had was not done either. */
function withoutDegree(rest: string, lead: string): string {
  return /^There is no\b/.test(rest) ? rest : `${lead} ${rest}`.trim();
}

/** What becomes of anything but a blow while blows fall. */
function amidBlows(input: NarrateInput, deed: Deed | null, random: KeyedRandom, recent: string): string {
  const { playerText, outcome } = input;
  const degree = outcome?.degree ?? null;
  const told = (phrases: Phrases) => capital(say(random, phrases, wordsFor(input), recent));
  const isUnderBlows = outcome?.consequences.some((line) => / (?:strikes|misses) /.test(line)) ?? false;
  // What gives strength back had its moment between the blows.
  const isHealed = outcome?.consequences.some((line) => / regains [1-9]/.test(line)) ?? false;
  if (isBlow(deed) || !isUnderBlows || isHealed) return '';
  if (isGettingAway(playerText)) return degree === 'failure' ? told(NO_WAY_PAST) : '';
  if (isAsking(playerText)) return told(NO_BREATH_FOR_IT);
  if (deed !== null && degree !== null)
    return told(amongSoMany(deed[HEIGHT[degree]], awake(input.packet.cast).length));
  return told(NO_ROOM_FOR_IT);
}

/** What is done to somebody needs somebody. */
function isToNobody({ packet }: NarrateInput, deed: Deed | null): boolean {
  return awake(packet.cast).length === 0 && (deed?.plain.some((phrase) => phrase.includes('{who}')) ?? false);
}

function leadFor(input: NarrateInput, deed: Deed | null): Phrases {
  if (isRepeated(input)) return AGAIN;
  const phrases = deed?.plain ?? firstNamed(input.playerText, LEADS, ([kind]) => kind)?.[1] ?? ANY_LEAD;
  return amongSoMany(phrases, awake(input.packet.cast).length);
}

const LATELY = 3;

/** Whether the very same was said a moment ago. */
export function isRepeated({ playerText, conversation }: NarrateInput): boolean {
  const plain = (words: string) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const now = plain(playerText);
  return now !== '' && conversation.slice(-LATELY).some(({ player }) => plain(player) === now);
}

function wordsFor(input: NarrateInput): Readonly<Record<string, string>> {
  const { scene } = input.packet;
  const person = personMeant(input);
  return {
    place: midSentence(scene.place?.name ?? 'this place'),
    time: scene.timeOfDay.toLowerCase(),
    who: person === null ? 'the other side' : shortName(person.name),
  };
}
