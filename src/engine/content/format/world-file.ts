import { z } from 'zod';
import { CalendarChoice } from '#engine/rules/calendar-choice.ts';
import { commonFrontmatter } from './common-frontmatter.ts';
import { Line, Lines, PromptText } from './words.ts';

/** `worlds/*.md`: a setting. The text below the frontmatter is its lore. */
export const WorldFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('world').optional(),
  tone: Line.describe('A few words the narrator can hear: "rain-slick, wry, tender under the armour".'),
  calendar: CalendarChoice.default('gregorian').describe('A built-in calendar, or one of its own.'),
  prompt: PromptText.describe('What the narrator must know about this world on every single turn.'),
  essentials: PromptText.optional().describe('The same in a few lines, for when the budget is tight.'),
  themes: Lines.default([]),
  taboos: Lines.default([]).describe('What does not exist or never happens here.'),
});
export type WorldFrontmatter = z.infer<typeof WorldFrontmatter>;
