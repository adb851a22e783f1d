import type { Phrases } from '../grammar.ts';

/** A question, while blows fall. */
export const NO_BREATH_FOR_IT: Phrases = [
  'Nobody has breath for an answer.',
  'The question is heard, and that is all that can be done with it now.',
  'Whatever the answer is, it will have to come after this.',
];

/** Something else than a blow, while blows fall. */
export const NO_ROOM_FOR_IT: Phrases = [
  'There is hardly room for that between two blows.',
  'It is begun, and then there is the next blow to think of.',
  'This is no moment that waits for anything else.',
  'That will have to be done again when it is quieter.',
];

/** Somebody wants to get away, and does not. */
export const NO_WAY_PAST: Phrases = [
  'There is no getting past yet; every way out has somebody in it.',
  'Three steps towards the way out, and the fourth is somebody else’s.',
  'The way is cut off before it is a way.',
];

/** A blow for somebody who is not here. */
export const NOBODY_TO_STRIKE: Phrases = [
  'There is no sign of {whom} here, and nobody to strike at in that quarter.',
  'Steel is out for {whom}, and meets an empty place.',
  'Of {whom} there is nothing to be seen from here. Whoever is here takes a careful step back.',
];
