import type { Agenda } from '#engine/state/record.ts';

/**
 * What somebody works at while nobody looks, for themselves and the game master. How far they have come is left out: it
 * changes with every minute, and what is told before the conversation should stand still.
 */
export function agendaLine({ goal, nextMilestone, blockingFactors }: Agenda): string {
  return [
    ended(goal),
    nextMilestone === '' ? '' : `Next: ${ended(nextMilestone)}`,
    blockingFactors.length === 0 ? '' : `Held up by: ${ended(blockingFactors.join('; '))}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
