import type { TurnRecord } from './turns.ts';

/**
 * Names the dice a turn came to wait for in one of its attempts. No two waits of a turn share an attempt, so a roll that names
 * it is never taken for another one, however often it is delivered.
 */
export function awaitedRollId({ id, attempt }: Pick<TurnRecord, 'id' | 'attempt'>): string {
  return `${id}:${attempt}`;
}
