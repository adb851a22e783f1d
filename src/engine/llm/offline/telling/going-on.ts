import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { ended } from '../ended.ts';
import { say } from '../grammar.ts';
import { shares, topicWords } from '../speech/about-topic.ts';
import { awake, calledBy } from '../speech/person-addressed.ts';
import { capital, midSentence, shortName } from '../speech/short-name.ts';
import { GOES_ON, NO_FURTHER, TURNED_TO } from './deed-leads.ts';
import { NOBODY_SUCH } from './reply-phrases.ts';

const ONWARD =
  /^\W*(?:(?:i|we|please|just|let(?:'s| us)?)\s+)*(?:continue|carry on|go on|keep going|proceed|next|and then|ok(?:ay)?|yes|no|nope|sure|fine|hm+|so)(?:\.\s*see what comes)?\W*$/i;

/** `continue`, `ok`, nothing but dots or nothing at all: nothing is done, and the story is to go on by itself. */
export function isGoingOn({ playerText }: Pick<NarrateInput, 'playerText'>): boolean {
  return ONWARD.test(playerText) || !/[\p{L}\p{N}]/u.test(playerText);
}

export function goesOn({ packet: { scene } }: NarrateInput, random: KeyedRandom, told: string): string {
  const place = midSentence(scene.place?.name ?? 'this place');
  return capital(say(random, GOES_ON, { place, time: scene.timeOfDay.toLowerCase() }, told));
}

/** A matter that is taken up by its name: what hangs on it, told once, then what else is known of it. Null when none is. */
export function takenUp(
  { playerText, packet }: NarrateInput,
  random: KeyedRandom,
  told: string,
): string | null {
  if (!/\b(?:follow|take|look) (?:it )?(?:up|into)\b/i.test(playerText)) return null;
  const meant = packet.threads.find(({ title }) =>
    playerText.toLowerCase().includes(title.toLowerCase().replace(/[.!?]+$/, '')),
  );
  if (meant === undefined) return null;
  if (meant.stakes !== '' && !told.includes(meant.stakes)) return ended(meant.stakes);
  const words = topicWords(`? ${meant.title} ${meant.stakes}`);
  const more = packet.facts.find(({ text }) => shares(words, text) >= 2 && !told.includes(text.slice(0, -1)));
  const thread = `“${meant.title.replace(/[.!]+$/, '')}”`;
  return more === undefined ? say(random, NO_FURTHER, { thread }, told) : ended(more.text);
}

const SUMMONED =
  /^\W*(?:i\s+|we\s+)?(?:summon|fetch|call for|call in|send for)\s+((?:the|my)\s+[\p{L}’'-]+(?:\s+of\s+[\p{L}’'-]+)?)\W*$/iu;

/** Whoever is sent for by an office: they are here, or they cannot be had. */
export function summoned(
  { playerText, packet }: NarrateInput,
  random: KeyedRandom,
  told: string,
): string | null {
  const whom = SUMMONED.exec(playerText)?.[1]?.replace(/^my\s/i, 'the ');
  if (whom === undefined) return null;
  const person = calledBy(whom, awake(packet.cast));
  return person === null
    ? capital(say(random, NOBODY_SUCH, { whom }, told))
    : capital(say(random, TURNED_TO, { name: shortName(person.name) }, told));
}

const ROLLING =
  /^\W*(?:i\s+)?(?:roll|throw)(?:s|ed)?(?:\s+(?:an?|the|my|for it)?\s*(?:die|dice|d\d+|\d{1,3})?)?\W*$/i;

/** Whoever throws where nothing waits for a die is told so; null when nobody throws. */
export function thrownAtNothing({ playerText }: NarrateInput): string | null {
  return ROLLING.test(playerText) ? 'No table lies open, and nothing waits for a die just now.' : null;
}
