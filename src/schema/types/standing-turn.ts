import type { TurnRecord } from '#engine/store/turns.ts';
import type { Context } from '../context.ts';

/** The turn an action already stands for; null when it is new, or when what was sent under it came to nothing and may be tried again. */
export async function standingTurn(
  sessionId: string,
  actionId: string,
  { store }: Pick<Context, 'store'>,
): Promise<TurnRecord | null> {
  const turn = await store.turns.findByAction(sessionId, actionId);
  return turn?.status === 'failed' || turn?.status === 'cancelled' ? null : turn;
}
