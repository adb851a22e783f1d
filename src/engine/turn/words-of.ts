import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnRecord } from '#engine/store/turns.ts';

/**
 * What the player does in this turn, in words: what they wrote, the choice they made written out, and what they answered
 * when they were asked. Empty when nobody spoke.
 */
export function wordsOf(
  { input, answers }: Pick<TurnRecord, 'input' | 'answers'>,
  { planning }: Pick<Snapshot, 'planning'>,
): string {
  if (input.kind !== 'story') return '';
  const choice = planning.choices.find(({ key }) => key === input.choiceKey);
  const chosen = choice === undefined ? '' : `${choice.text}. ${choice.description}`.trim();
  const answered = answers.flatMap((answer) => (answer.kind === 'clarification' ? answer.text : []));
  return [chosen, input.text, ...answered].filter((part) => part.trim() !== '').join('\n');
}
