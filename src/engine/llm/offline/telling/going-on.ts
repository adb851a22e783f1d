import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { ended } from '../ended.ts';
import { say } from '../grammar.ts';
import { awake, calledBy, personAddressed } from '../speech/person-addressed.ts';
import { capital, midSentence, shortName } from '../speech/short-name.ts';
import { spokenTo } from '../speech/spoken-to.ts';
import { GOES_ON, TURNED_TO } from './deed-leads.ts';
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

/** A matter that is taken up by its name: what hangs on it, told once. Null when none is. */
export function takenUp({ playerText, packet }: NarrateInput, told: string): string | null {
  if (!/\b(?:follow|take|look) (?:it )?(?:up|into)\b/i.test(playerText)) return null;
  const meant = packet.threads.find(({ title }) =>
    playerText.toLowerCase().includes(title.toLowerCase().replace(/[.!?]+$/, '')),
  );
  if (meant === undefined || meant.stakes === '' || told.includes(meant.stakes)) return null;
  return ended(meant.stakes);
}

/** Whoever is turned to without a question, and how they take it; null when nobody is. */
export function turnedTo(input: NarrateInput, random: KeyedRandom, told: string): string | null {
  const { whom, matter } = spokenTo(input.playerText);
  if (whom === null || /\p{L}/u.test(matter) || !/\b(?:talk|speak|chat)/i.test(input.playerText)) return null;
  const person = personAddressed(input);
  return person === null ? null : capital(say(random, TURNED_TO, { name: shortName(person.name) }, told));
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
