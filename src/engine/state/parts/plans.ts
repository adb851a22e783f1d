import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { OperationContext } from '../operation.ts';

/**
 * Operations kept for later run with the engine's own authority, so a model may not plant them: it would
 * slip past the ruleset's list.
 */
export function plantedByModel(
  plans: readonly unknown[] | undefined,
  { asker }: Pick<OperationContext, 'asker'>,
  path: readonly string[],
): Rejection | null {
  if (asker !== 'model' || plans === undefined || plans.length === 0) return null;
  return reject(
    'not-yours-to-ask',
    'Only a game master can plan operations for later; describe the consequence instead.',
    path,
  );
}
