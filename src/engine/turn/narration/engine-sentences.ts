import type { Say } from '#engine/language/languages.ts';
import type { ReadingResult, TurnContext } from '../context.ts';

/** Returns the engine's own sentences in the language of the player: of these words, else of the last ones, else of the pack. */
export function chooseSentences({
  playbook,
  snapshot,
  language = '',
}: Pick<TurnContext, 'playbook' | 'snapshot'> & Partial<ReadingResult>): Say {
  return playbook.languages.speak(language || snapshot.planning.language || playbook.language);
}
