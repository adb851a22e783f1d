import { hasBindingRoll } from '#engine/domain/turn.ts';
import { canCancelTurn, isWorldCommand } from '#engine/domain/turn-permissions.ts';
import { loadSender } from '../../access/acting-persona.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { retryTurn, takeTurn } from '../../play-actions.ts';
import { createInvalidInput, createNotFound, type Failure } from '../failure.ts';
import { Session } from './session.ts';
import {
  findTurnPersonaName,
  refuseCommandCancellation,
  refuseForeignCancellation,
  TurnResult,
} from './take-turn-result.ts';
import { Turn, TurnModeEnum } from './turn.ts';
import { TurnActionInput } from './turn-input.ts';

const TakeTurnInput = builder.inputType('TakeTurnInput', {
  description: 'Action of a player.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session to play in.' }),
    actionId: t.id({
      required: true,
      description:
        'Your own name for this action, a fresh UUID for instance. Sent again, it gives the same turn: never a second one. The answer to a turn that waits resumes that turn.',
    }),
    action: t.field({ type: TurnActionInput, required: true, description: 'Action.' }),
    mode: t.field({
      type: TurnModeEnum,
      description:
        'Mode of the text. Default: read from the text. `GOD MODE:` and a `GOD_MODE_SET:` block command, `DM:` asks out of character, `THINK` and "I think about …" think, all else is story. Other actions than `text` have their own mode; a different one is rejected.',
    }),
    personaId: t.id({
      description:
        'Acting persona, by the id inside the campaign or in its pack. Default: your persona. A game master may act for personas without a player.',
    }),
    wait: t.boolean({
      defaultValue: true,
      description:
        'Whether to answer when the turn is finished, or as soon as it has begun. It goes on either way.',
    }),
  }),
});

builder.mutationField('takeTurn', (t) =>
  t.field({
    type: TurnResult,
    description: 'Plays one turn. It runs on the server whether or not you stay to watch.',
    args: { input: t.arg({ type: TakeTurnInput, required: true, description: 'Action of the player.' }) },
    resolve: async (_root, { input }, context) => {
      const { sessionId, wait, ...action } = input;
      return takeTurn({ ...action, sessionId: sessionId.id }, wait ?? true, context);
    },
  }),
);

const CancelTurnInput = builder.inputType('CancelTurnInput', {
  description: 'The turn to cancel.',
  fields: (t) => ({
    turnId: t.globalID({ required: true, for: Turn, description: 'The turn to call off.' }),
  }),
});

builder.mutationField('cancelTurn', (t) =>
  t.field({
    type: TurnResult,
    description:
      'Cancels a running or waiting turn. Allowed for the player of its persona and the game master; after awaited dice were rolled, for the game master alone. Only its recording is kept.',
    args: { input: t.arg({ type: CancelTurnInput, required: true, description: 'The turn to cancel.' }) },
    resolve: async (_root, { input: { turnId } }, context) => {
      const refused = await refusalOf(turnId.id, context);
      if (refused !== null) return refused;
      const turn = await context.turns.cancel(turnId.id);
      if (turn === null) return createNotFound(['input', 'turnId'], 'there is no such turn.');
      if (turn.status === 'cancelled') return { taken: turn };
      return createInvalidInput(
        ['input', 'turnId'],
        `this turn is ${turn.status} and cannot be called off any more.`,
      );
    },
  }),
);

async function refusalOf(turnId: string, context: Context): Promise<Failure | null> {
  // Read without the cache, because the status and dice of the turn change meanwhile.
  const turn = await context.store.turns.find(turnId);
  const session = turn === null ? null : await context.loaders.session.load(turn.sessionId);
  if (turn === null || session === null) return null;
  if (!canCancelTurn(await loadSender(session, context), turn)) {
    return isWorldCommand(turn)
      ? refuseCommandCancellation(['input', 'turnId'])
      : refuseForeignCancellation(await findTurnPersonaName(turn, context), ['input', 'turnId']);
  }
  // Prevents players from cancelling a turn because they dislike its dice.
  const standing = hasBindingRoll(turn) ? await context.access.standingIn(session.campaignId) : null;
  if (standing === null || standing.role === 'gm') return null;
  return createInvalidInput(
    ['input', 'turnId'],
    'its dice have fallen; only the game master can call it off now.',
  );
}

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
    type: TurnResult,
    description:
      'Tries a failed turn again, with the same action, answers and dice. A turn that was told is returned as it is, never told twice.',
    args: { input: t.arg({ type: RetryTurnInput, required: true, description: 'The turn to try again.' }) },
    resolve: (_root, { input }, context) => retryTurn(input.turnId.id, input.wait ?? true, context),
  }),
);
