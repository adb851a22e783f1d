import type { ReflectInput } from '../../step-inputs.ts';
import { amongSoMany, type Phrases } from '../grammar.ts';
import { deedOf } from '../telling/deed.ts';
import { isBlow } from '../telling/deed-phrases.ts';
import { wordsSaid } from './words-said.ts';

export const GUARDED: Phrases = [
  '{name} holds back and watches who else is watching.',
  '{name} shifts a step, so that the way out stays open.',
  '{name} lets somebody else speak first.',
  '{name} goes on with what was begun, only slower.',
  '{name} trades a look with nobody in particular.',
  '{name} sets something straight that was straight already.',
  '{name} counts the people between here and the door.',
  '{name} has seen it, and files it with the rest.',
  '{name} rubs at a mark that is not coming off.',
  '{name} looks up, looks down again, and has missed nothing.',
  '{name} clears a throat and then thinks better of it.',
];

const WARMED: Phrases = [
  '{name} nods once, and makes room.',
  '{name} gives a little ground and makes sure it is noticed.',
  '{name} puts down what was in the way of listening.',
  '{name} comes half a step nearer.',
  '{name} laughs, once, surprised at it.',
];

const WARY: Phrases = [
  '{name} steps back and keeps both hands where they can be used.',
  '{name} raises a voice, just enough for the others to hear.',
  '{name} looks for the others, to see who saw it.',
  '{name} shuts what was open a moment ago.',
  '{name} says nothing, and says it in a way that will be repeated.',
];

/** Something was done to somebody here that nobody likes to have done to them. */
export const STRUCK: Phrases = [
  '{name} stares, one hand where it hurts.',
  '{name} does not shout. That comes later, perhaps.',
  '{name} gets up slowly and stays out of reach.',
  '{name} breathes through it and remembers the face.',
];
/** The same by words alone. */
export const STUNG: Phrases = [
  '{name} goes red, and then rather white.',
  '{name} repeats the word, slowly, as if to keep it.',
  '{name} looks to see who else has heard it.',
  '{name} smiles in a way that has nothing to do with smiling.',
];
const ALARMED: Phrases = [
  '“That is enough,” says {name}, not loudly.',
  '{name} is on both feet before the noise has stopped.',
  '{name} says one short word and stays on both feet.',
  '{name} draws back and keeps very quiet.',
  '{name} looks from one to the other, and for somebody who will stop it.',
  '{name} gives them room, more than they need.',
  '{name} calls out to leave off. Nobody does.',
];

export const FIGHTING: Phrases = [
  '{name} keeps coming.',
  '{name} gives no ground.',
  '{name} shifts to the side the light comes from.',
  '{name} does not hurry, and does not stop.',
  '{name} spits, and sets both feet.',
];

const BY_DEGREE = { failure: WARY, mixed: GUARDED, success: WARMED, critical: WARMED } as const;

/** What a body does when no words come: by what was done, to whom, and how it went. */
export function gesturesFor(input: ReflectInput): Phrases {
  const words = wordsSaid(input);
  const degree = input.outcome?.degree ?? 'mixed';
  if (isNearBlows(input)) return amongSoMany(ALARMED, othersIn(input));
  if (!isHostileTo(input)) return amongSoMany(BY_DEGREE[degree], othersIn(input));
  const isHurt = isBlow(deedOf(words));
  if (!isNamed(input, words)) return amongSoMany(isHurt ? ALARMED : WARY, othersIn(input));
  return amongSoMany(isHurt ? (degree === 'failure' ? WARY : STRUCK) : STUNG, othersIn(input));
}

/** How many are here whom they could turn to, the player's character among them. */
function othersIn({ scene }: ReflectInput): number {
  return /^Also here: (.*)\.$/m.exec(scene)?.[1]?.split(', ').length ?? 0;
}

/** Others fight, whatever the words are about. */
function isNearBlows({ outcome, name }: ReflectInput): boolean {
  const blows = (outcome?.consequences ?? []).filter((line) => / (?:strikes|misses) /.test(line));
  return blows.length > 0 && blows.every((line) => !line.includes(name));
}

/** Whether something is done here that nobody likes to have done to them. */
export function isHostileTo(input: ReflectInput): boolean {
  return deedOf(wordsSaid(input))?.isHostile === true;
}

function isNamed({ name }: ReflectInput, words: string): boolean {
  return name.split(/\s+/).some((word) => word.length > 2 && words.includes(word));
}
