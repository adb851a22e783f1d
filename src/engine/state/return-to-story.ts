import type { Choice } from './record.ts';

const COMMAND = 'god:';

/** Whether a choice commands the world: only game masters are offered it. */
export function isCommand({ key }: Pick<Choice, 'key'>): boolean {
  return key.startsWith(COMMAND) && key !== RETURN_TO_STORY.key;
}

/** The way out of GOD mode, which is always offered there. */
export const RETURN_TO_STORY: Choice = {
  key: 'god:return_story',
  text: 'Return to the story',
  description: 'Leave GOD mode and go on playing.',
  risk: 'safe',
};
