import type { Read, TurnContext } from '../context.ts';
import { Suspended } from '../suspended.ts';
import type { Validation } from './validate-actions.ts';

/** Most options a question offers. */
const MOST_OPTIONS = 4;

/**
 * Suspends the turn for a question, once per action: the Reading's own, or whom an action is aimed at. A Reading that understood
 * nothing at all may ask again.
 */
export function askBack(
  { reading, lease, language }: TurnContext & Read,
  { unclear, allowed }: Validation,
): Suspended | null {
  const isClarified = lease.turn.answers.some(({ kind }) => kind === 'clarification');
  const isNothingUnderstood =
    allowed.length === 0 && reading.moves_to === '' && reading.addressed.length === 0;
  const kept = JSON.parse(JSON.stringify({ reading, language }));
  if (reading.question !== null && (!isClarified || isNothingUnderstood)) {
    const { text, options } = reading.question;
    return new Suspended({
      kind: 'clarification',
      question: text,
      options: options.slice(0, MOST_OPTIONS),
      kept,
    });
  }
  if (unclear === null || isClarified) return null;
  const options = unclear.candidates.slice(0, MOST_OPTIONS).map(({ name }) => name);
  return new Suspended({
    kind: 'clarification',
    question: `${unclear.action}: ${options.join(' / ')}?`,
    options,
    kept,
  });
}
