import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { choose, sentencesOf } from '../grammar.ts';
import { keywordsOf } from '../read-words.ts';

const LOOKING =
  /\b(look|watch|study|observe|glance|peer|stare|search|examine|inspect|check|explore|listen|read|open)\w*/i;

export function isLooking(words: string): boolean {
  return LOOKING.test(words) && !words.includes('?');
}

/** Something to be seen here that was not told yet: of what was looked at, of the place itself, or what the lore says of it. */
export function scenery(input: NarrateInput, random: KeyedRandom): string {
  const untold = unseen(input);
  const meant = keywordsOf(input.playerText);
  const about = untold.filter((sentence) => meant.some((word) => sentence.toLowerCase().includes(word)));
  return choose(random, about.length > 0 ? about : untold.slice(0, 4)) ?? '';
}

/** Who looks sees two things, and who is there. */
export function survey(input: NarrateInput, random: KeyedRandom): string[] {
  const first = scenery(input, random);
  const others = unseen(input).filter((sentence) => sentence !== first);
  return [first, choose(random, others.slice(0, 3)) ?? ''].filter((sentence) => sentence !== '');
}

function unseen({ packet, conversation }: NarrateInput): readonly string[] {
  const { place } = packet.scene;
  const told = conversation.map(({ narration }) => narration).join('\n');
  const ofPlace = packet.lore.filter(({ title }) => place !== null && title.startsWith(place.name));
  const things = packet.entities.map(({ description }) => description);
  const seen = [place?.description ?? '', ...things, ...ofPlace.map(({ text }) => text)].flatMap(sentencesOf);
  return [...new Set(seen)].map(bare).filter((sentence) => !told.includes(sentence));
}

/** Without the marks of a text that was written to be laid out. */
function bare(sentence: string): string {
  return sentence.replace(/\*+([^*]+)\*+/g, '$1').replace(/`/g, '');
}
