import type { Phrases } from '../grammar.ts';

/** Looking, when everything there is to see has been told. */
export const SEEN_ALL: Phrases = [
  'There is nothing here that has not been seen by now.',
  '{place} has shown what it shows to anybody. The rest it keeps for those who ask, or search.',
  'It is all as it was; only the light has moved a little.',
  'What can be had by looking has been had.',
];

/** Looking at something of which nothing is told. */
export const NOTHING_ABOUT_IT: Phrases = [
  'There is no more to {what} than anybody would see.',
  'Nothing about {what} asks to be looked at twice.',
  'If there is anything to be had from {what}, it does not lie on top.',
  'A look is all that {what} will bear, and a look is soon over.',
];

/** Looking for something that is not to be seen. */
export const NONE_IN_SIGHT: Phrases = [
  'Of {what} nothing is to be seen from here.',
  'Nothing like {what} is to be seen at a glance.',
  'No sign of {what}; not now, and not from here.',
];

/** Looking at somebody who has been looked at before. */
export const LOOKED_THROUGH: Phrases = [
  '{name} can be looked at for a long time without its telling anybody anything.',
  '{name} notices, and lets it be noticed that it was noticed.',
  'What there is to be seen of {name} has been seen.',
];
