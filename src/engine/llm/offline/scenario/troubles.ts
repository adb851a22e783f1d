import type { Trouble } from './trouble.ts';
import { accused } from './troubles/accused.ts';
import { claims } from './troubles/claims.ts';
import { debt } from './troubles/debt.ts';
import { letter } from './troubles/letter.ts';
import { missing } from './troubles/missing.ts';
import { refuge } from './troubles/refuge.ts';
import { sabotage } from './troubles/sabotage.ts';
import { theft } from './troubles/theft.ts';
import { unsaid } from './troubles/unsaid.ts';

/** Every trouble there is. A new one is a file and a word in this list. */
export const TROUBLES: readonly Trouble[] = [
  theft,
  letter,
  sabotage,
  missing,
  debt,
  refuge,
  claims,
  unsaid,
  accused,
];
