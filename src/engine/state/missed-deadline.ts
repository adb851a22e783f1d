import type { Deadline } from './record.ts';

/** Describes a missed deadline and its consequences. */
export function describeMissedDeadline({
  description,
  consequences,
}: Pick<Deadline, 'description' | 'consequences'>): string {
  const isSentence = /[.!?…]$/u.test(description);
  return `${description}${isSentence ? ' Too late.' : ': too late.'} ${consequences}`.trim();
}
