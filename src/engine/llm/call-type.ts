import { z } from 'zod';

/** What kind of answer a turn calls for. `roll_result` is told by the template of the roll it answers. */
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

/** The call types that may offer a table and wait for a roll. */
export const ROLL_TYPES = ['narrative', 'persuasion', 'chaos', 'battle'] as const;
export const RollType = z.enum(ROLL_TYPES);
export type RollType = z.infer<typeof RollType>;

export const MODES = ['STORY', 'DM', 'GOD', 'THINK'] as const;
export const Mode = z.enum(MODES);
export type Mode = z.infer<typeof Mode>;
