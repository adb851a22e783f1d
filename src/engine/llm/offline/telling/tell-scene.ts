import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { Direction, NarrateInput } from '../../narrate-input.ts';
import { ended } from '../ended.ts';
import { exitTaken } from '../exit-taken.ts';
import { say } from '../grammar.ts';
import { offerTable } from '../offer-table.ts';
import { timeGone } from '../passing-time.ts';
import { ENGLISH_ONLY } from '../phrases.ts';
import { isForeign } from '../read-words.ts';
import { STRUCK, STUNG } from '../reflecting/gestures.ts';
import { isFight } from '../retell-fight.ts';
import { personMeant } from '../speech/person-addressed.ts';
import { isAsking } from '../speech/question.ts';
import { capital, midSentence, shortName } from '../speech/short-name.ts';
import { absence } from './absence.ts';
import { closing } from './closing.ts';
import { deedOf, deedTold } from './deed.ts';
import { isBlow } from './deed-phrases.ts';
import { followed } from './following.ts';
import { arrival, notThere } from './going.ts';
import { goesOn, isGoingOn, summoned, takenUp, thrownAtNothing } from './going-on.ts';
import { closesOnNothing, handling } from './handling.ts';
import { heard } from './hearing.ts';
import { introduced } from './introducing.ts';
import { SEEN_ALL } from './look-phrases.ts';
import { lookedAtOne } from './looking.ts';
import { lyingTold } from './lying-down.ts';
import { meanwhile } from './meanwhile.ts';
import { opening } from './opening.ts';
import { ordered } from './ordering.ts';
import { plainAnswer } from './plain-answer.ts';
import { reactions } from './reactions.ts';
import { answerTold, remark } from './reply.ts';
import { hasConfessed, revealedTold } from './revealed.ts';
import { isLooking, scenery, survey } from './scenery.ts';
import { inTheBalance, rowTold } from './table.ts';
import { turnedTo } from './turning-to.ts';

/** The prose of a turn: what can be seen and heard, and who answers. It never acts or speaks for the player's character. */
export function tellScene(input: NarrateInput, random: KeyedRandom): string {
  const begun = input.opening === null ? [] : opening(input, input.opening.prologue, random);
  // The first thing a player does after an opening that was lost gets its answer as well.
  const answered = input.opening === null || input.playerText !== '' ? answer(input, random) : [];
  const told = input.conversation.map(({ narration }) => narration).join('\n');
  const note = isForeign(input.playerText) && !told.includes(ENGLISH_ONLY) ? [ENGLISH_ONLY] : [];
  const since = isFight(input.outcome?.consequences ?? []) ? [] : meanwhile(input, random);
  const paragraphs = [...begun, ...since, ...answered, ...note].map((paragraph) => paragraph.trim());
  return introduced(paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'), input, told);
}

function answer(input: NarrateInput, random: KeyedRandom): string[] {
  const told = input.conversation.map(({ narration }) => narration).join('\n');
  if (input.rolled !== null) return rowTold(input, random, told);
  if (input.direction !== undefined) return directionTold(input, input.direction, random);
  const lying = lyingTold(input, random, told);
  if (lying !== null) return lying;
  if (offerTable(input) !== null) return inTheBalance(input, random, told);
  const exit = exitTaken(input);
  if (exit !== null) {
    const how = input.outcome === null ? '' : deedTold(input, random, told);
    return [how, ...revealedTold(input, random, told), ...arrival(exit, input, random, told)];
  }
  const astray = notThere(input, random, told);
  const body = astray === null ? bodyOf(input, random, told) : [astray, remark(input, random, told)];
  // A scene that ends on the same note every time is a refrain.
  return [
    ...body,
    random.below(4) === 0 && !isFight(input.outcome?.consequences ?? []) ? closing(input, random, told) : '',
  ];
}

/** What the game master asks for is told as they put it; the place and those who are there do the rest. */
function directionTold(input: NarrateInput, { text }: Direction, random: KeyedRandom): string[] {
  const told = input.conversation.map(({ narration }) => narration).join('\n');
  return [ended(capital(text)), scenery(input, random), reactions(input, random, told)];
}

const SEEING_WHO = /^\W*(?:i\s+)?(?:see|look) who\b/i;

/** Whoever is asked answers; whoever looks sees; what else is done has its effect and is met by those who see it. */
function bodyOf(input: NarrateInput, random: KeyedRandom, told: string): string[] {
  const found = [...hindrances(input), ...revealedTold(input, random, told)];
  if (SEEING_WHO.test(input.playerText)) return [plainAnswer({ kind: 'company' }, input) ?? '', ...found];
  const answered = input.outcome === null ? withoutDice(input, found, random, told) : null;
  if (answered !== null) return answered;
  const away = absence(input, random, told);
  const follows = (input.outcome?.consequences ?? []).join(' ');
  if (away !== '') return [away, follows, ...found, remark(input, random, told)];
  const turned =
    input.outcome === null ? (turnedTo(input, random, told) ?? ordered(input, random, told)) : null;
  return turned !== null ? [turned, ...found] : done(input, found, random, told);
}

/** What is done without speaking to anybody: with a thing in hand, or by a deed, or by letting time go. */
function done(input: NarrateInput, found: readonly string[], random: KeyedRandom, told: string): string[] {
  const handled = handling(input, random, told);
  const plainly = input.outcome === null ? (handled ?? withoutDeed(input, random, told)) : null;
  if (plainly !== null) return [plainly, ...found, metBy(input, random, told)];
  const gone = timeGone(input);
  const deed = whatCameOfIt(input, random, told);
  const happened = gone === '' ? [deed, handled ?? glimpse(input, random)] : [gone, scenery(input, random)];
  return [happened.join(' ').trim(), ...found, metBy(input, random, told)];
}

/** Asking, looking and drawing something out of somebody need no dice; null when it is none of these. */
function withoutDice(
  input: NarrateInput,
  found: readonly string[],
  random: KeyedRandom,
  told: string,
): string[] | null {
  if (isAsking(input.playerText)) return askedFor(input, found, random, told);
  const taken = isGoingOn(input) ? null : heard(input, random, told);
  if (taken !== null) return hasConfessed(input) ? [...found] : [taken, ...found, metBy(input, random, told)];
  if (isLooking(input.playerText)) return lookedAt(input, found, random, told);
  return hasConfessed(input) ? [...found] : null;
}

/** What those present make of it: what they decided, or a line of their own. */
function metBy(input: NarrateInput, random: KeyedRandom, told: string): string {
  const met = reactions(input, random, told);
  return met || offended(input, random, told) || remark(input, random, told);
}

/** Whoever is insulted or struck does not go on with a line of their own. */
function offended(input: NarrateInput, random: KeyedRandom, told: string): string {
  const deed = deedOf(input.playerText);
  const person = personMeant(input);
  if (deed?.isHostile !== true || person === null) return '';
  return capital(say(random, isBlow(deed) ? STRUCK : STUNG, { name: shortName(person.name) }, told));
}

/** Letting the story go on, following somebody, turning to somebody: nothing is done that could come off or not. */
function withoutDeed(input: NarrateInput, random: KeyedRandom, told: string): string | null {
  if (isGoingOn(input)) {
    const more = scenery(input, random) || closing(input, random, told);
    return `${goesOn(input, random, told)} ${more}`.trim();
  }
  return (
    thrownAtNothing(input) ??
    takenUp(input, random, told) ??
    followed(input, random, told) ??
    summoned(input, random, told)
  );
}

/** Of hands that close on nothing only what follows is told, and of what brings something to light nothing that would say otherwise. */
function whatCameOfIt(input: NarrateInput, random: KeyedRandom, told: string): string {
  if (closesOnNothing(input)) return (input.outcome?.consequences ?? []).join(' ');
  return input.revealed.length > 0 && input.outcome === null ? '' : deedTold(input, random, told);
}

/** Why something cannot be done, said once and not turn after turn. */
function hindrances({ blocked, conversation }: NarrateInput): string[] {
  const before = conversation.at(-1)?.narration ?? '';
  return [...new Set(blocked.map(({ reason }) => reason))].filter((reason) => !before.includes(reason));
}

function askedFor(
  input: NarrateInput,
  found: readonly string[],
  random: KeyedRandom,
  told: string,
): string[] {
  if (hasConfessed(input)) return [...found];
  const away = absence(input, random, told);
  const answered = away === '' ? answerTold(input, random, told) : away;
  const seen = glimpse(input, random);
  // What was just said need not be seen as well.
  return [...found, answered, answered.includes(seen.replace(/[.!?]$/, '')) ? '' : seen];
}

function lookedAt(
  input: NarrateInput,
  found: readonly string[],
  random: KeyedRandom,
  told: string,
): string[] {
  const seen =
    found.length > 0 ? scenery(input, random) : (lookedAtOne(input, random, told) ?? survey(input, random));
  const nothing = seen === '' && found.length === 0 ? nothingNew(input, random, told) : '';
  return [seen, nothing, ...found, reactions(input, random, told)];
}

function nothingNew(input: NarrateInput, random: KeyedRandom, told: string): string {
  const place = midSentence(input.packet.scene.place?.name ?? 'this place');
  return capital(say(random, SEEN_ALL, { place }, told));
}

/** Now and then something of the place. */
function glimpse(input: NarrateInput, random: KeyedRandom): string {
  return random.below(3) === 0 ? scenery(input, random) : '';
}
