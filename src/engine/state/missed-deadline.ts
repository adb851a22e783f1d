import type { Deadline } from './record.ts';

/** What is said of a moment that was let pass. */
export function describeMissedDeadline({
  description,
  consequences,
}: Pick<Deadline, 'description' | 'consequences'>): string {
  const isSentence = /[.!?…]$/u.test(description);
  return `${description}${isSentence ? ' Too late.' : ': too late.'} ${consequences}`.trim();
}
