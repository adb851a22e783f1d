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
  // Turns that were kept without it are looked up where they went on from.
  const offered = planning.choices.filter(({ key }) => key === input.choiceKey).map(choiceWords);
  const chosen = input.chosen ?? offered[0] ?? '';
  const answered = answers.flatMap((answer) => (answer.kind === 'clarification' ? answer.text : []));
  return [chosen, input.text, ...answered].filter((part) => part.trim() !== '').join('\n');
}

/** A choice written out. */
export function choiceWords({
  text,
  description,
}: {
  readonly text: string;
  readonly description: string;
}): string {
  return `${text}. ${description}`.trim();
}
