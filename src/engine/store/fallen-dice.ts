import type { TurnRecord } from './turns.ts';

/**
 * Whether dice a turn has waited for lie on the table: then the story waits for that turn, whatever became of its telling,
 * and nobody escapes them by doing something else. Faces that were refused never fell, and those given at another scene
 * than the turn goes on from were for something else.
 */
export function haveDiceFallen({
  suspension,
  answers,
  baseSceneId,
  failure,
}: Pick<TurnRecord, 'suspension' | 'answers' | 'baseSceneId' | 'failure'>): boolean {
  if (suspension?.kind !== 'roll' || suspension.sceneId !== baseSceneId) return false;
  const fallen = failure?.code === 'ROLL_REFUSED' ? answers.slice(0, -1) : answers;
  return fallen.some(({ kind }) => kind === 'roll');
}
