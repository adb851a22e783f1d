import type { Bands } from '../bands.ts';

/** Two six-sided dice: 6- fails, 7-9 is mixed, 10+ succeeds, 12 is critical. */
export const TWO_D6_BANDS: Bands = [
  { from: 12, name: 'Critical success', degree: 'critical', meaning: 'It works, and better than hoped for.' },
  { from: 10, name: 'Success', degree: 'success', meaning: 'It works as intended.' },
  { from: 7, name: 'Mixed', degree: 'mixed', meaning: 'It works at a price, or only in part.' },
  { name: 'Failure', degree: 'failure', meaning: 'It does not work, and the world moves.' },
];

/** Small stakes on a d20: 16+ is clean, 10-15 is mixed, 9- fails. */
export const EVERYDAY_BANDS: Bands = [
  { from: 16, name: 'Clean success', degree: 'success', meaning: 'The moment goes the way it was meant.' },
  { from: 10, name: 'Mixed', degree: 'mixed', meaning: 'It lands, and leaves something awkward behind.' },
  {
    name: 'Failure',
    degree: 'failure',
    meaning: 'A plausible misstep: bad timing, a cold tone, a line crossed.',
  },
];

/** Nerves against the clock on a d20: 18+ is bold, 12-17 is awkward, below 12 fails and tightens the air. */
export const COUNTDOWN_BANDS: Bands = [
  { from: 18, name: 'Bold success', degree: 'success', meaning: 'The move is made without flinching.' },
  { from: 12, name: 'Awkward partial', degree: 'mixed', meaning: 'The move is made, clumsily.' },
  { name: 'Failure', degree: 'failure', meaning: 'The nerve fails and the tension grows.' },
];
