import type { TurnInput } from '#engine/store/turns.ts';

/** Whether a turn of this kind is told. What the game master changed by hand or the player only thought never is. */
export function isNarrated(input: TurnInput): boolean {
  if (input.kind === 'operations') return false;
  return input.kind !== 'story' || input.mode === 'STORY';
}
