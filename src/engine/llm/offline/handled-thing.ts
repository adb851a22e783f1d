import type { CastMember } from '../context-packet.ts';
import type { NarrateInput } from '../narrate-input.ts';
import { namedIn } from './read-words.ts';
import { awake, calledBy, personMeant } from './speech/person-addressed.ts';

export type Thing = { readonly id: string; readonly name: string };

/** Something that is taken or handed over, as far as it is there to be taken or given. */
export type Handled = {
  readonly how: 'take' | 'give' | 'drop';
  /** The player's word for it, without article. */
  readonly what: string;
  /** Null when there is no such thing within reach. */
  readonly thing: Thing | null;
  /** Whether the player's character has it already. */
  readonly isHeld: boolean;
  readonly isFixed: boolean;
  readonly to: CastMember | null;
};

const WHOSE = '(?:(?:the|an?|my|our|his|her|its|their|your|that|this|some|all the)\\s+)';
const NOUN = "((?:[\\p{L}\\p{N}'’-]+\\s+?){0,3}?[\\p{L}\\p{N}'’-]+)";
const END =
  '(?=\\s+(?:and|then|from|off|out|with|to|for|in|into|on|at|back|before|while|so|over|under|without)\\b|[,;:.!?]|\\s*$)';
const TAKEN = new RegExp(
  `^\\W*(?:(?:i|we|then|quietly|quickly)\\s+)*(?:try to\\s+)?(?:take|grab|pick up|pocket|collect|steal|swipe|snatch)\\s+(?:up\\s+)?${WHOSE}?${NOUN}${END}`,
  'iu',
);
const GIVEN_TO = new RegExp(
  `^\\W*(?:(?:i|we|then)\\s+)*(?:give|hand|pass|return)\\s+(?:over\\s+|back\\s+)?${WHOSE}?${NOUN}\\s+(?:over\\s+|back\\s+)*to\\s+(.+?)\\W*$`,
  'iu',
);
const GIVEN = new RegExp(
  `^\\W*(?:(?:i|we|then)\\s+)*(?:give|hand|pass|offer)\\s+((?:the\\s+)?[\\p{L}.’'-]+(?:\\s\\p{Lu}[\\p{L}’'-]+)?)\\s+${WHOSE}${NOUN}${END}`,
  'iu',
);
const DROPPED = new RegExp(
  `^\\W*(?:(?:i|we|then)\\s+)*(?:drop|put down|leave behind|throw away|discard)\\s+${WHOSE}?${NOUN}${END}`,
  'iu',
);
/** What is taken only in a manner of speaking, and what no bag holds. */
const NO_THING =
  /^(?:it|that|this|them|him|her|me|us|care|cover|part|place|notes?|time|turns?|aim|leave|hold|seat|look|breath|walk|nap|rest|bow|moment|break|sip|drink|bite|step|chance|risk|bath|shower|picture|photo|stairs?|lift|train|road|way|job|deal|offer|blame|up|off|down|charge|control|advice|word|hint|hand|arm|table|fight|nothing|everything|anything|something|stock|(?:the )?(?:lead|floor|first|last)|.*\s(?:aside|away|home|apart|seriously|outside|inside))$/i;
const MONEY = /^\d|\b(?:money|cash|cred|credits?|coins?|dollars?|florins?|maraved[ií]s?|silver|gold)$/i;

/** What the words lay hands on; null when they lay hands on nothing. */
export function handledThing(input: NarrateInput): Handled | null {
  const { playerText } = input;
  if (playerText.includes('?')) return null;
  const [, given, to] = GIVEN_TO.exec(playerText) ?? [];
  if (given !== undefined && to !== undefined) return handing(given, to, input);
  const [, whom, gift] = GIVEN.exec(playerText) ?? [];
  if (whom !== undefined && gift !== undefined) return handing(gift, whom, input);
  const dropped = DROPPED.exec(playerText)?.[1];
  if (dropped !== undefined) {
    const thing = oneOf(dropped, heldIn(input));
    return thing === null
      ? null
      : { how: 'drop', what: dropped, thing, isHeld: true, isFixed: false, to: null };
  }
  const taken = TAKEN.exec(playerText)?.[1];
  return taken === undefined ? null : taking(taken, input);
}

function taking(what: string, input: NarrateInput): Handled | null {
  const { entities, cast } = input.packet;
  if (NO_THING.test(what) || namedIn(what, cast).length > 0) return null;
  const held = oneOf(what, heldIn(input));
  const here = oneOf(what, entities);
  const isFixed = entities.some(({ id, tags }) => id === here?.id && tags.includes('cannot be carried'));
  return { how: 'take', what, thing: held ?? here, isHeld: held !== null, isFixed, to: null };
}

function handing(what: string, whom: string, input: NarrateInput): Handled | null {
  if (MONEY.test(what) || NO_THING.test(what)) return null;
  const to = /^(?:him|her|them)$/i.test(whom) ? personMeant(input) : calledBy(whom, awake(input.packet.cast));
  if (to === null) return null;
  const thing = oneOf(what, heldIn(input));
  return { how: 'give', what, thing, isHeld: thing !== null, isFixed: false, to };
}

function heldIn({ packet: { inventory }, personaId }: NarrateInput): readonly Thing[] {
  return inventory
    .filter(({ ownerId, quantity }) => ownerId === personaId && quantity > 0)
    .map(({ itemId, name }) => ({ id: itemId, name }));
}

/** The thing whose name has the last word for it, and as many of the others as possible. */
function oneOf(what: string, things: readonly Thing[]): Thing | null {
  const words = wordsOf(what);
  const last = words.at(-1);
  const fitting = things
    .map((thing) => ({ thing, names: wordsOf(thing.name) }))
    .filter(({ names }) => last !== undefined && names.some((name) => isSame(name, last)));
  const shared = (names: readonly string[]) =>
    words.filter((word) => names.some((name) => isSame(name, word))).length;
  return fitting.toSorted((one, other) => shared(other.names) - shared(one.names))[0]?.thing ?? null;
}

function isSame(name: string, word: string): boolean {
  return name === word || `${name}s` === word || name === `${word}s`;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !/^(?:the|an|of|to|my|his|her)$/.test(word));
}

/** Whether it comes about: hands that fail hold nothing. */
export function changesHands(
  { thing, isHeld, isFixed, how }: Handled,
  { outcome, blocked }: NarrateInput,
): boolean {
  if (thing === null || isFixed || blocked.length > 0 || outcome?.degree === 'failure') return false;
  return how === 'take' ? !isHeld : isHeld;
}
