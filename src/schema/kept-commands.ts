import { isWorldCommand } from '#engine/store/turn-permissions.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import type { Context } from './context.ts';

/** Whether what a turn says is kept from the viewer: commands name what players do not know. */
export async function isKeptFrom(turn: TurnRecord, { access }: Pick<Context, 'access'>): Promise<boolean> {
  return isWorldCommand(turn) && (await access.standingAt(turn.sessionId))?.role !== 'gm';
}

/** What was said in a turn, to whoever may know of it. */
export async function wordsFor(turn: TurnRecord, _args: object, context: Context): Promise<string | null> {
  if (turn.input.kind !== 'story') return null;
  return (await isKeptFrom(turn, context)) ? null : turn.input.text;
}
