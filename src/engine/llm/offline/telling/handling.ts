import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { type Phrases, say } from '../grammar.ts';
import { changesHands, type Handled, handledThing } from '../handled-thing.ts';
import { capital, midSentence, shortName } from '../speech/short-name.ts';

const TAKEN: Phrases = [
  '{what} is taken up, and is heavier or lighter than it looked; one never guesses it right.',
  '{what} comes along without a sound.',
  'A hand closes on {what}. Where it was there is now the shape of it.',
];
const HAD_ALREADY: Phrases = [
  '{what} is where it has been all the while: at hand.',
  'There is no need to reach for {what}; it is being carried already.',
];
const STAYS: Phrases = [
  '{what} is not of the kind that can be carried off.',
  '{what} stays where it is, as it has for longer than anybody here.',
];
const NONE_TO_TAKE: Phrases = [
  'There is no {bare} here that a hand could close on.',
  'Of any {bare} there is nothing here for the taking.',
  'The hand goes out and comes back empty: no {bare} lies here.',
];
const GIVEN: Phrases = [
  '{name} takes {what}, turns it over once and keeps it.',
  '{what} goes from one hand into another, and {name} holds on to it.',
  '{name} looks at {what} a little longer than at who gives it, and accepts.',
];
const NONE_TO_GIVE: Phrases = [
  '{name} holds out a hand and looks into it. There is no {bare} to give.',
  'There is no {bare} about to be handed over, and {name} is too polite to say so.',
];
const DROPPED: Phrases = [
  '{what} stays behind, for whoever comes next.',
  '{what} is put down, and that is that.',
];

/** What becomes of something somebody lays hands on; null where nobody does, or where the dice have told it. */
export function handling(input: NarrateInput, random: KeyedRandom, told: string): string | null {
  const handled = handledThing(input);
  if (handled === null) return null;
  const isTold = input.outcome !== null && (handled.thing !== null || input.outcome.degree === 'failure');
  if (isTold && !changesHands(handled, input)) return null;
  const words = {
    what: midSentence(handled.thing?.name ?? handled.what),
    bare: handled.what,
    name: handled.to === null ? '' : shortName(handled.to.name),
  };
  return capital(say(random, phrasesFor(handled), words, told));
}

/** Whether somebody reaches, and is not kept from it, for what is not there. */
export function closesOnNothing(input: NarrateInput): boolean {
  return handledThing(input)?.thing === null && input.outcome?.degree !== 'failure';
}

function phrasesFor({ how, thing, isHeld, isFixed }: Handled): Phrases {
  if (how === 'drop') return DROPPED;
  if (how === 'give') return thing === null ? NONE_TO_GIVE : GIVEN;
  if (thing === null) return NONE_TO_TAKE;
  return isHeld ? HAD_ALREADY : isFixed ? STAYS : TAKEN;
}
