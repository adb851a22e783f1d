import type { TurnRecord } from '#engine/store/turns.ts';

type Waited = Pick<TurnRecord, 'answers' | 'suspension' | 'baseSceneId'>;

/**
 * The player's answer to an awaited roll: the faces of their own dice, or null faces to let the engine throw. Null when none was
 * given, or it was given at another scene than the turn goes on from: that roll was for something else.
 */
export function rollGiven({
  answers,
  suspension,
  baseSceneId,
}: Waited): { readonly faces: readonly number[] | null } | null {
  if (suspension?.kind !== 'roll' || suspension.sceneId !== baseSceneId) return null;
  const answer = answers.findLast(({ kind }) => kind === 'roll');
  return answer?.kind === 'roll' ? { faces: answer.faces } : null;
}
