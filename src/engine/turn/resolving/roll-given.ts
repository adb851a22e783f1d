import type { TurnRecord } from '#engine/store/turns.ts';

/** The player's answer to an awaited roll: the faces of their own dice, or null faces to let the engine throw. */
export function rollGiven({
  answers,
}: Pick<TurnRecord, 'answers'>): { readonly faces: readonly number[] | null } | null {
  const answer = answers.findLast(({ kind }) => kind === 'roll');
  if (answer?.kind !== 'roll') return null;
  return { faces: answer.faces };
}
