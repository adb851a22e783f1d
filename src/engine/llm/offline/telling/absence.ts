import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { choose, say } from '../grammar.ts';
import { ABSENT } from '../phrases.ts';
import { sayableIn, sentenceAbout } from '../speech/about-topic.ts';
import { calledBy } from '../speech/person-addressed.ts';
import { capital, midSentence } from '../speech/short-name.ts';
import { isAnybody } from '../speech/spoken-to.ts';
import { struckAt } from '../speech/struck-at.ts';
import { NOBODY_TO_STRIKE } from './fight-phrases.ts';
import { NOBODY_SUCH } from './reply-phrases.ts';

const CALLED =
  /(?:^|[.;!?,]\s+|\band\s+|\bthen\s+)(?:I\s+|i\s+|we\s+)?(?:call|shout|send|ask|whistle|look|wait)\s+(?:out\s+)?for\s+(\p{Lu}[\p{L}'’-]+(?:\s+(?:(?:de|del|la|of)\s+)?\p{Lu}[\p{L}'’-]+)*)/u;

const ONE = String.raw`(\p{Lu}[\p{L}'’-]{2,}(?:\s+(?:(?:de|del|la|of)\s+)?\p{Lu}[\p{L}'’-]+)*)`;
const DONE_TO =
  'ask|tell|order|command|beg|thank|question|greet|threaten|persuade|convince|warn|promise|accuse|confront|insult|mock|attack|hit|punch|kick|slap|stab|shoot|kill|rob|arrest|push|kiss|hug|bribe|pay|give|hand|show|offer|call|phone|telephone|talk to|speak to|speak with|talk with|shout at|smile at|haggle with|bargain with|negotiate with|argue with|deal with|trade with|dine with|dance with';
/** `I ask Yahya about it`, `I give Yahya my ring`: done as if they stood there. */
const ADDRESSED = new RegExp(
  String.raw`(?<!\b(?:[Yy]ou|[Hh]e|[Ss]he|[Tt]hey|[Ww]ho|never|not)\s+)\b(?:${DONE_TO})\s+(?:(?:the|my|old|young|cousin)\s+)*${ONE}(?=\s+(?:about|who|what|where|why|how|when|whether|if|for|to|that|my|the|an?|his|her|some|this|in|on|with|at|again|\d+)\b|[,:;?.!]|$)`,
  'u',
);
/** `Viktor, why?`, `Viktor you fool`. */
const CALLED_UPON = new RegExp(String.raw`^["“]?${ONE}(?=[,:?.!]|$|\s+you\b)`, 'u');

/** `I bribe the innkeeper`, where nobody keeps an inn. */
const STRUCK_AT =
  /\b(?:bribe|threaten|kiss|rob)\s+(the\s+(?:\p{L}*(?:keeper|seller|maker|tender|smith|woman|(?<!hu)man)|miller|baker|porter|waiter|driver|trader|farmer|butcher|tailor|doctor|sailor|singer|preacher|teacher|officer|hunter|king|queen|priest|monk|nun|thief|captain|bishop|clerk|cook|maid|servant|merchant|knight|mayor|judge|sheriff))\W*$/iu;

type Heard = Pick<NarrateInput, 'playerText' | 'packet'>;

/** Whoever the words are for as if they were here, and who is not; null when everybody meant is. */
export function absentOne({ playerText, packet }: Heard): string | null {
  const { cast, personas, lore } = packet;
  const struck = STRUCK_AT.exec(playerText)?.[1]?.toLowerCase();
  if (struck !== undefined && !isAnybody(struck)) return calledBy(struck, cast) === null ? struck : null;
  const blow = struckAt(playerText, cast);
  if (blow?.kind === 'absent') return blow.said;
  const called = CALLED.exec(playerText)?.[1];
  const spokenTo = (ADDRESSED.exec(playerText) ?? CALLED_UPON.exec(playerText))?.[1];
  // Only who is known of can be missed: anything may stand before a comma.
  const isKnown = lore.some(
    ({ title }) => spokenTo !== undefined && isCalled(title.split(' > ')[0] ?? title, spokenTo),
  );
  const name = called ?? (isKnown ? spokenTo : undefined);
  if (name === undefined || [...cast, ...personas].some((one) => isCalled(one.name, name))) return null;
  return calledBy(name, cast) === null ? name : null;
}

/** Whoever is called and is not there does not come; what is known of them may still be told. */
export function absence(input: NarrateInput, random: KeyedRandom, told: string): string {
  const { lore, scene } = input.packet;
  if (isAtNoEnemy(input)) return capital(say(random, NOBODY_TO_STRIKE, { whom: 'an enemy' }, told));
  const name = absentOne(input);
  if (name === null) return '';
  if (struckAt(input.playerText, input.packet.cast)?.kind === 'absent')
    return capital(say(random, NOBODY_TO_STRIKE, { whom: midSentence(name) }, told));
  // Whoever is called by what they are has no page that could be told from.
  if (/^the |^\p{Ll}/u.test(name)) return capital(say(random, NOBODY_SUCH, { whom: name }, told));
  const known = lore
    .filter(({ title }) => title.includes(name))
    .flatMap(({ text }) => sayableIn(text).flatMap((sentence) => aboutThem(name, sentence, text)));
  const one = choose(
    random,
    known.filter((sentence) => !told.includes(sentence)),
  );
  const place = midSentence(scene.place?.name ?? 'this place');
  return `${say(random, ABSENT, { name, place }, told)} ${one ?? ''}`.trim();
}

const ENEMY = /\b(?:enem(?:y|ies)|foes?|opponents?|attackers?|monsters?)\b/i;

/** A blow at whatever enemy there is, of which nothing came: there is none, and no friend is struck instead. */
function isAtNoEnemy({ playerText, packet, outcome }: NarrateInput): boolean {
  return outcome === null && ENEMY.test(playerText) && struckAt(playerText, packet.cast)?.kind === 'unsaid';
}

/** A sentence of somebody's page that says whom it is about; a mere list of looks does not. */
function aboutThem(name: string, sentence: string, text: string): string[] {
  if (sentence.includes(name)) return [sentence];
  const isFirst = text.trim().startsWith(sentence);
  return /^An? /.test(sentence) && isFirst ? [sentenceAbout(name, sentence, isFirst)] : [];
}

/** `Viktor` is Viktor Hrynko; `Juan de Mena` is not Juan II. */
function isCalled(name: string, called: string): boolean {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return called
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => words.includes(word));
}
