import { z } from 'zod';

/** The kinds of answer a turn calls for. `roll_result` uses the template of the roll it answers. */
export const CALL_TYPES = [
  'narrative',
  'persuasion',
  'chaos',
  'battle',
  'roll_result',
  'chapter_start',
  'year_end',
] as const;
export const CallType = z.enum(CALL_TYPES);
export type CallType = z.infer<typeof CallType>;

/** The call types that may offer a d100 table and wait for a roll; a Reading chooses among these. */
export const ROLL_TYPES = ['narrative', 'persuasion', 'chaos', 'battle'] as const;
export const RollType = z.enum(ROLL_TYPES);
export type RollType = z.infer<typeof RollType>;
