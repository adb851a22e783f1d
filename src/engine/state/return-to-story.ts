import type { Choice } from './record.ts';

/** The way out of GOD mode, which is always offered there. */
export const RETURN_TO_STORY: Choice = {
  key: 'god:return_story',
  text: 'Return to the story',
  description: 'Leave GOD mode and go on playing.',
  risk: 'safe',
};
