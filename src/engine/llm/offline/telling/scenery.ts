import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { ended } from '../ended.ts';
import { choose, sentencesOf } from '../grammar.ts';
import { keywordsOf } from '../read-words.ts';
import { sayableIn } from '../speech/about-topic.ts';
import { awake } from '../speech/person-addressed.ts';
import { waysOn } from './plain-answer.ts';

const LOOKING =
  /\b(look|watch|study|observe|glance|peer|stare|search|examine|inspect|check|explore|listen|read(?!\s+(?:\p{L}+\s+)?(?:out|aloud)\b))(?:e?s|e?d|ing)?\b/iu;

export function isLooking(words: string): boolean {
  return LOOKING.test(words) && !words.includes('?');
}

/** Something to be seen here that was not told yet: of what was looked at, of the place itself, or what the lore says of it. */
export function scenery(input: NarrateInput, random: KeyedRandom): string {
  return chosen(sights(input), input.playerText, random);
}

/** Who looks sees two things of the place, or who is there, or where one can go. */
export function survey(input: NarrateInput, random: KeyedRandom): string {
  const open = sights(input);
  const first = chosen(open, input.playerText, random);
  const others = open.filter((sight) => sight !== first).slice(0, 3);
  const second = choose(random, others) ?? choose(random, people(input).slice(0, 2)) ?? ways(input);
  return [first, second].filter((sight) => sight !== '').join(' ');
}

function chosen(open: readonly string[], words: string, random: KeyedRandom): string {
  const meant = keywordsOf(words).filter((word) => !LOOKING.test(word));
  const about = open.filter((sight) => meant.some((word) => sight.toLowerCase().includes(word)));
  return choose(random, about.length > 0 ? about : open.slice(0, 4)) ?? '';
}

/** What can be seen here and was not told yet. */
export function sights({ packet, conversation }: NarrateInput): readonly string[] {
  const { place } = packet.scene;
  const told = conversation.map(({ narration }) => narration).join('\n');
  const ofPlace = packet.lore.filter(({ title }) => place !== null && title.startsWith(place.name));
  const things = packet.entities.map(({ description }) => description);
  const seen = [place?.description ?? '', ...things].flatMap(sentencesOf);
  return [
    ...new Set([
      ...seen.map(bare),
      ...ofPlace.flatMap(({ text }) => sayableIn(text)).map(bare),
      ...packet.scene.constraints.filter((one) => !isPast(one, packet.scene.date)).map(ended),
    ]),
  ].filter((sight) => !told.includes(sight));
}

const HALF_A_DAY = 720;

/** `The water returns at 22:48`, when it is eleven: what was to be reckoned with until then is over. */
function isPast(constraint: string, date: string): boolean {
  const [due, now] = [constraint, date].map((text) => {
    const [, hours, minutes] = /\b(\d{1,2}):(\d\d)/.exec(text) ?? [];
    return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
  });
  if (due == null || now == null) return false;
  const gone = (now - due + 2 * HALF_A_DAY) % (2 * HALF_A_DAY);
  return gone > 0 && gone < HALF_A_DAY;
}

/** Those present as one sees them, each once. */
function people({ packet, conversation }: NarrateInput): readonly string[] {
  const told = conversation.map(({ narration }) => narration).join('\n');
  return awake(packet.cast)
    .filter(({ description }) => description !== '')
    .map(
      ({ name, description }) =>
        `${name} is here: ${ended(small(sentencesOf(description)[0] ?? description))}`,
    )
    .filter((sight) => !told.includes(sight));
}

function ways({ packet, conversation }: NarrateInput): string {
  const lead = waysOn(packet) ?? '';
  return conversation.some(({ narration }) => narration.includes(lead)) ? '' : lead;
}

const small = (text: string): string => text.replace(/^(?:An?|The|One)\b/, (word) => word.toLowerCase());

/** Without the marks of a text that was written to be laid out. */
function bare(sentence: string): string {
  return sentence.replace(/\*+([^*]+)\*+/g, '$1').replace(/`/g, '');
}
