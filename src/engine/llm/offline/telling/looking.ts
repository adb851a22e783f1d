import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { ended } from '../ended.ts';
import { say } from '../grammar.ts';
import { keywordsOf, namedIn } from '../read-words.ts';
import { awake } from '../speech/person-addressed.ts';
import { capital, midSentence, shortName } from '../speech/short-name.ts';
import { LOOKED_THROUGH, NONE_IN_SIGHT, NOTHING_ABOUT_IT } from './look-phrases.ts';
import { carried, waysOn } from './plain-answer.ts';
import { sights } from './scenery.ts';

const END =
  '(?=\\s+(?:to|and|then|until|while|with|for|in|on|at|under|behind|from|again|closely|carefully|once|so|because|before|after)\\b|[,;:.!?]|\\s*$)';
const NOUN = `((?:[\\p{L}\\p{N}'’-]+\\s+?){0,4}?[\\p{L}\\p{N}'’-]+)${END}`;
const AT = new RegExp(
  `\\b(?:look|glance|peer|stare|gaze)(?:s|d|ed|ing)?\\s+(?:closely\\s+|carefully\\s+|again\\s+)?(?:at|in|into|under|behind|through|inside|over|beneath)\\s+${NOUN}`,
  'iu',
);
const LOOKED_OVER = new RegExp(
  `\\b(?:search|examine|inspect|check|study|read|watch|observe|explore)(?:e?s|e?d|ing)?\\s+(?!for\\b|around\\b|out\\b|through\\b|who\\b|what\\b|if\\b|whether\\b)${NOUN}`,
  'iu',
);
const LOOKED_FOR = new RegExp(
  `\\b(?:look|search|hunt|check)(?:e?s|ed|ing)?\\s+(?:around\\s+|about\\s+)?for\\s+${NOUN}`,
  'iu',
);
const OWN_THINGS = /^(?:my|our)\s|\b(?:gear|pockets?|pack|backpack|inventory|belongings|equipment|purse)$/i;
const ANYWHERE =
  /\b(?:room|place|hall|area|surroundings|scene|house|building|street|here|around|everything|anything|something|clues?|trouble|walls?|floor|it|that|this)$/i;

/** What looking at one thing shows, where words name one; null when the eye is to wander. */
export function lookedAtOne(input: NarrateInput, random: KeyedRandom, told: string): string | null {
  const { playerText } = input;
  const wanted = LOOKED_FOR.exec(playerText)?.[1];
  const thing = wanted ?? (AT.exec(playerText) ?? LOOKED_OVER.exec(playerText))?.[1];
  if (thing === undefined || isWhereOneIs(thing, input)) return null;
  if (wanted !== undefined && /\b(?:exits?|way out|ways? (?:on|off|away))$/i.test(wanted))
    return waysOn(input.packet);
  if (OWN_THINGS.test(thing)) return carried(input);
  const person = personSeen(thing, input, random, told);
  if (person !== null) return person;
  const words = keywordsOf(thing);
  const about = sights(input).find((sight) => words.some((word) => sight.toLowerCase().includes(word)));
  if (about !== undefined) return about;
  const what = midSentence(thing.replace(/^(?:my|our|his|her|their|your)\b/i, 'the'));
  const phrases = wanted === undefined ? NOTHING_ABOUT_IT : NONE_IN_SIGHT;
  return capital(say(random, phrases, { what }, told));
}

function isWhereOneIs(thing: string, { packet }: NarrateInput): boolean {
  const place = packet.scene.place;
  if (ANYWHERE.test(thing)) return true;
  if (place === null) return false;
  const head = thing.toLowerCase().split(/\s+/).at(-1) ?? '';
  const words = `${place.name} ${place.description}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return head.length > 2 && words.includes(head);
}

/** As one sees them; who has been looked at before has no more to show. */
function personSeen(
  thing: string,
  { packet }: NarrateInput,
  random: KeyedRandom,
  told: string,
): string | null {
  const [person] = namedIn(thing, awake(packet.cast));
  if (person === undefined) return null;
  const seen = ended(person.description);
  if (person.description !== '' && !told.includes(seen.slice(2))) return `${person.name}: ${small(seen)}`;
  return capital(say(random, LOOKED_THROUGH, { name: shortName(person.name) }, told));
}

const small = (text: string): string => text.replace(/^(?:An?|The|One)\b/, (word) => word.toLowerCase());
