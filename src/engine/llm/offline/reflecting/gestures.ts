import type { ReflectInput } from '../../step-inputs.ts';
import { amongSoMany, type Phrases } from '../grammar.ts';
import { mannerOf } from '../speech/manner.ts';
import { deedOf } from '../telling/deed.ts';
import { isBlow } from '../telling/deed-phrases.ts';
import type { Manner } from '../telling/reply-phrases.ts';
import type { Profile } from './read-profile.ts';
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

const FIGHTING: Phrases = [
  '{name} keeps coming.',
  '{name} gives no ground.',
  '{name} shifts to the side the light comes from.',
  '{name} does not hurry, and does not stop.',
  '{name} spits, and sets both feet.',
];

const BESIDE: Readonly<Record<Manner, Phrases>> = {
  warm: [
    '{name} is on both knees beside it, with two fingers where the pulse should be.',
    '{name} says a name, and says it again.',
    '{name} folds something soft and puts it under the head.',
    '{name} counts the breaths under a breath.',
  ],
  plain: [
    '{name} stands over it and does not know what to do with two hands.',
    '{name} looks down, and then for somebody who knows what to do.',
    '{name} has stopped, and does not come nearer.',
  ],
  wary: [
    '{name} looks down once, and then at the ways out.',
    '{name} keeps a good three steps away.',
    '{name} waits to see whether it is over.',
  ],
};
const LIES =
  / (?:holds on|slips (?:much )?further away|is stable|is unconscious|is dead|dies)\.$| hours? pass(?:es)? before /;

/** After the last blow of a fight somebody was in. */
const SPENT: Phrases = [
  '{name} stands there, breathing.',
  '{name} lowers what was raised, slowly.',
  '{name} looks down, and only then lets go.',
  '{name} waits for more of it, and none comes.',
];

/** What a body does where blows fall, somebody lies there or something ugly is done: nobody makes conversation then. Null otherwise. */
export function startledGestures(input: ReflectInput, { meets }: Pick<Profile, 'meets'>): Phrases | null {
  const lines = input.outcome?.consequences ?? [];
  const blows = lines.filter((line) => BLOW.test(line));
  if (blows.some((line) => line.includes(input.name)))
    return lines.some((line) => line.startsWith('The fight ends')) ? SPENT : FIGHTING;
  if (blows.length === 0 && lines.some((line) => LIES.test(line))) return BESIDE[mannerOf(meets)];
  return blows.length > 0 || isHostileTo(input) ? gesturesFor(input) : null;
}

const BLOW = / (?:strikes|misses) /;

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
  const blows = (outcome?.consequences ?? []).filter((line) => BLOW.test(line));
  return blows.length > 0 && blows.every((line) => !line.includes(name));
}

/** Whether something is done here that nobody likes to have done to them. */
function isHostileTo(input: ReflectInput): boolean {
  return deedOf(wordsSaid(input))?.isHostile === true;
}

function isNamed({ name }: ReflectInput, words: string): boolean {
  return name.split(/\s+/).some((word) => word.length > 2 && words.includes(word));
}
