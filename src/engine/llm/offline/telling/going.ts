import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { exitTaken, isBoundForHere, isGoing, isMakingAWay, isWay, placeBehind } from '../exit-taken.ts';
import { choose, say } from '../grammar.ts';
import { ARRIVALS, LEFT_BEHIND, NO_SUCH_WAY } from '../phrases.ts';
import { isFight } from '../retell-fight.ts';
import { sayableIn } from '../speech/about-topic.ts';
import { awake } from '../speech/person-addressed.ts';
import { capital, midSentence, shortName } from '../speech/short-name.ts';
import { NOT_FAR } from './deed-leads.ts';
import { waysOn } from './plain-answer.ts';

type Exit = NonNullable<ReturnType<typeof exitTaken>>;

/** How the way goes, where that is told of it, what lies at its end, and who stays. */
export function arrival(exit: Exit, input: NarrateInput, random: KeyedRandom, told: string): string[] {
  const way = midSentence(exit.label).replace(/^./, (first) => first.toLowerCase());
  const name = placeBehind(exit);
  const left = choose(random, awake(input.packet.cast));
  const known = input.packet.lore
    .filter(({ title }) => title.startsWith(name))
    .flatMap(({ text }) => sayableIn(text));
  const seen = choose(random, known.filter((sentence) => !told.includes(sentence)).slice(0, 2)) ?? '';
  return [
    left === null ? '' : capital(say(random, LEFT_BEHIND, { name: shortName(left.name) }, told)),
    `${isWay(exit.label) ? `The way goes ${way}. ` : ''}${say(random, ARRIVALS, { place: midSentence(name) }, told)} ${seen}`.trim(),
  ];
}

/** `I leave`, and nothing of where to. */
const ANYWHERE =
  /^\s*(?:i|we)?\s*(?:(?:want|try|decide) to\s+)?(?:leave|go out|exit|walk out|go on|move on|go back|turn back|return|go away)(?:\s+(?:now|quietly|here|without\s.*|(?:the|this)\s+(?:room|house|place|building|hall|inn|bar|office|shop|party|tent|pavilion|camp|church|chapel|market|square|tavern|cabin|car|lift|boat|ship|tower|castle|palace|court|street|city|town|village)))?\W*$/i;

/** A place has a name; a window, a chair, the counter are where one is already. */
const NAMED =
  /\b(?:to|for|into|towards?|up|down|home|away|upstairs|downstairs)\b(?:\s+(?:the|a|my)\b)?(?:\s+\p{Lu}|\s*$|[.!])/u;

/** `to the window`, `over to the church`, `to room 12`. */
const WITHIN =
  /\b(?:to|towards?|into|over to|up to|behind)\s+(?:(?:the|an?|my|his|her|their)\s+|(?!(?:sleep|bed|work|hell|him|her|them|you|it|me|where|see|look|find|talk|speak|get)\b))((?:[\p{Ll}\d]+\s+){0,2}?[\p{Ll}\d]+)(?=\s+(?:and|to|of|with|at|in|for|then)\b|\W*$|[,.;!])/u;
/** What any room or yard may have in it. */
const AT_HAND =
  /\b(?:window|door|doorway|table|bar|counter|chair|stool|bench|seat|bed|fire|fireplace|hearth|stove|corner|wall|desk|stage|crowd|middle|front|back|edge|side|rail|railing|shelf|shelves|cupboard|mirror|man|woman|people|others|light|shade|tree)\b/i;

function isNear(thing: string, { packet }: NarrateInput): boolean {
  const place = packet.scene.place;
  const told = packet.lore.filter(({ title }) => place !== null && title.startsWith(place.name));
  const around = [
    place?.description ?? '',
    ...packet.entities.map(({ name }) => name),
    ...told.map(({ text }) => text),
  ];
  const head = thing.split(/\s+/).at(-1) ?? thing;
  // Any place has a room or a house in its description: which one is meant tells whether it is here.
  const named = /^(?:room|house|hall|street|road|place|shop|building|floor|yard|office)$/i.test(head)
    ? thing
    : head;
  // One of several that are numbered is never simply at hand.
  if (/\d/.test(thing)) return false;
  return AT_HAND.test(thing) || new RegExp(`\\b${named}\\b`, 'i').test(around.join(' '));
}

/** Who failed on the way did not look for the wrong door, and who is kept from it or struck at looks for none. */
function isSettingOut({ playerText, blocked, outcome }: NarrateInput): boolean {
  if (blocked.length > 0 || outcome?.degree === 'failure' || isFight(outcome?.consequences ?? []))
    return false;
  return isGoing(playerText) || (isMakingAWay(playerText) && NAMED.test(playerText));
}

/** Who sets out for somewhere that cannot be reached from here is told where the ways lead; null when nobody goes anywhere. */
export function notThere(input: NarrateInput, random: KeyedRandom, told: string): string | null {
  const { playerText, packet } = input;
  if (!isSettingOut(input) || exitTaken(input) !== null) return null;
  const ways = waysOn(packet);
  if (ways === null) return null;
  if (ANYWHERE.test(playerText)) return `There is more than one way to go. ${ways}`;
  const place = midSentence(packet.scene.place?.name ?? 'this place');
  const near = () => capital(say(random, NOT_FAR, { place }, told));
  if (isBoundForHere(input)) return near();
  const thing = NAMED.test(playerText) ? null : WITHIN.exec(playerText)?.[1];
  if (thing === undefined) return null;
  // Where the dice have said how it went, that is told, and not how far it is.
  if (thing !== null && isNear(thing, input)) return input.outcome === null ? near() : null;
  return `${capital(say(random, NO_SUCH_WAY, { place }, told))} ${ways}`;
}
