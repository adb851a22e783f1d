import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { choose, say } from '../grammar.ts';
import { ABSENT } from '../phrases.ts';
import { sayableIn } from '../speech/about-topic.ts';
import { calledBy } from '../speech/person-addressed.ts';
import { midSentence } from '../speech/short-name.ts';

const CALLED =
  /(?:^|[.;!?,]\s+|\band\s+|\bthen\s+)(?:I\s+|i\s+|we\s+)?(?:call|shout|send|ask|whistle|look|wait)\s+(?:out\s+)?for\s+(\p{Lu}[\p{L}'’-]+(?:\s+(?:(?:de|del|la|of)\s+)?\p{Lu}[\p{L}'’-]+)*)/u;

/** `I ask Yahya about it`, `Viktor, why?`: spoken to as if they stood there. */
const ADDRESSED =
  /(?:\b(?:ask|tell|beg|thank|question|greet|threaten|persuade|talk to|speak to|speak with)\s+|^["“]?)(\p{Lu}[\p{L}'’-]{2,}(?:\s+(?:(?:de|del|la|of)\s+)?\p{Lu}[\p{L}'’-]+)*)(?=\s+(?:about|who|what|where|why|how|when|whether|if|for|to|that)\b|[,:?.!]|$)/u;

/** Whoever is called and is not there does not come; what is known of them may still be told. */
export function absence(input: NarrateInput, random: KeyedRandom, told: string): string {
  const { cast, personas, lore, scene } = input.packet;
  const called = CALLED.exec(input.playerText)?.[1];
  const spokenTo = ADDRESSED.exec(input.playerText)?.[1];
  // Only who is known of can be missed: anything may stand before a comma.
  const isKnown = lore.some(({ title }) => spokenTo !== undefined && title.includes(spokenTo));
  const name = called ?? (isKnown ? spokenTo : undefined);
  if (name === undefined || [...cast, ...personas].some((one) => isCalled(one.name, name))) return '';
  if (calledBy(name, cast) !== null) return '';
  const known = lore.filter(({ title }) => title.includes(name)).flatMap(({ text }) => sayableIn(text));
  const one = choose(
    random,
    known.filter((sentence) => !told.includes(sentence)),
  );
  const place = midSentence(scene.place?.name ?? 'this place');
  return `${say(random, ABSENT, { name, place }, told)} ${one ?? ''}`.trim();
}

/** `Viktor` is Viktor Hrynko; `Juan de Mena` is not Juan II. */
function isCalled(name: string, called: string): boolean {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return called
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => words.includes(word));
}
