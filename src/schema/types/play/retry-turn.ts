import type { TurnRecord } from '#engine/domain/turn.ts';
import { canAnswerTurn, isWorldCommand } from '#engine/domain/turn-permissions.ts';
import { loadSender } from '../../access/acting-persona.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { createInvalidInput, createNotFound, type Failure } from '../failure.ts';
import {
  findTurnPersonaName,
  refuseForeignAnswer,
  type TakenTurn,
  TakeTurnResult,
  toTakeTurnResult,
} from './take-turn-result.ts';
import { Turn } from './turn.ts';
import { isTurnRetryable } from './turn-transcript.ts';

const RetryTurnInput = builder.inputType('RetryTurnInput', {
  description: 'The turn to try again.',
  fields: (t) => ({
    turnId: t.globalID({ required: true, for: Turn, description: 'A turn that failed, an opening too.' }),
    wait: t.boolean({
      defaultValue: true,
      description: 'Whether to answer when the turn is finished, or as soon as it has begun. Default true.',
    }),
  }),
});

builder.mutationField('retryTurn', (t) =>
  t.field({
    type: TakeTurnResult,
    description:
      'Tries a failed turn again, with the same action, answers and dice. A turn that was told is returned as it is, never told twice.',
    args: { input: t.arg({ type: RetryTurnInput, required: true, description: 'The turn to try again.' }) },
    resolve: (_root, { input }, context) => retry(input.turnId.id, input.wait ?? true, context),
  }),
);

async function retry(turnId: string, wait: boolean, context: Context): Promise<TakenTurn | Failure> {
  // Read without the cache, because the status of the turn changes meanwhile.
  const turn = await context.store.turns.find(turnId);
  const session = turn === null ? null : await context.loaders.session.load(turn.sessionId);
  if (turn === null || session === null) {
    return createNotFound(['input', 'turnId'], 'there is no such turn.');
  }
  if (turn.status === 'committed' || turn.status === 'answered') return { taken: turn };
  const sender = await loadSender(session, context);
  if (!sender.isMaster && !canPlayersRetry(turn, sender)) {
    return refuseForeignAnswer(await findTurnPersonaName(turn, context), ['input', 'turnId']);
  }
  if (turn.status !== 'running' && !(await isTurnRetryable(turn, context))) {
    const why = turn.status === 'failed' ? 'the story has gone on since' : 'it did not fail';
    return createInvalidInput(['input', 'turnId'], `${why}; take a turn instead.`);
  }
  const { sessionId, actionId, input } = turn;
  return toTakeTurnResult(await context.turns.submit({ sessionId, actionId, input, sender }), wait, context);
}

/** Returns whether a player may try a turn again: an opening, a continuation, or a turn of their own persona. */
function canPlayersRetry(turn: TurnRecord, sender: Parameters<typeof canAnswerTurn>[0]): boolean {
  if (isWorldCommand(turn)) return false;
  if (turn.input.kind === 'opening' || turn.input.kind === 'continuation') return true;
  return 'personaId' in turn.input && canAnswerTurn(sender, turn);
}
