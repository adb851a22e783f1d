import { haveDiceFallen } from '#engine/store/fallen-dice.ts';
import { isCommanded, mayCallOff } from '#engine/store/sender.ts';
import { senderOf } from '../access/sender-of.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { type Failure, InvalidInput, invalidInput, NotFound, notFound } from './failure.ts';
import { whoTook } from './persona-name.ts';
import { commandOfMaster, NotYourPersona, type Taken, takenBy } from './take-turn-result.ts';
import { Turn } from './turn.ts';

const CancelTurnPayload = builder.objectRef<Taken>('CancelTurnPayload').implement({
  description:
    'The turn was called off. The story stands where it stood, and its action id may be used again.',
  fields: (t) => ({ turn: t.expose('taken', { type: Turn, description: 'The turn.' }) }),
});

const CancelTurnResult = builder.unionType('CancelTurnResult', {
  description: 'The turn, or why it could not be called off.',
  types: [CancelTurnPayload, NotYourPersona, InvalidInput, NotFound],
  resolveType: (result) => ('taken' in result ? 'CancelTurnPayload' : result.failure),
});

builder.mutationField('cancelTurn', (t) =>
  t.field({
    type: CancelTurnResult,
    description:
      'Calls a turn off, whether it runs or waits for you. It is for whoever plays its persona and for the game master; once dice it waited for have fallen, for the game master alone. Nothing of it is kept but its recording.',
    args: { turnId: t.arg.globalID({ required: true, for: Turn, description: 'The turn to call off.' }) },
    resolve: async (_root, { turnId }, context) => {
      const refused = await refusalOf(turnId.id, context);
      if (refused !== null) return refused;
      const turn = await context.turns.cancel(turnId.id);
      if (turn === null) return notFound(['turnId'], 'there is no such turn.');
      if (turn.status === 'cancelled') return { taken: turn };
      return invalidInput(['turnId'], `this turn is ${turn.status} and cannot be called off any more.`);
    },
  }),
);

async function refusalOf(turnId: string, context: Context): Promise<Failure | null> {
  // Read afresh: whether it runs or waits, and whether its dice have fallen, changes meanwhile.
  const turn = await context.store.turns.find(turnId);
  const session = turn === null ? null : await context.loaders.session.load(turn.sessionId);
  if (turn === null || session === null) return null;
  if (!mayCallOff(await senderOf(session, context), turn)) {
    return isCommanded(turn)
      ? commandOfMaster(['turnId'])
      : takenBy(await whoTook(turn, context), ['turnId']);
  }
  // Nobody calls a turn off because they dislike its dice.
  const standing = haveDiceFallen(turn) ? await context.access.standingIn(session.campaignId) : null;
  if (standing === null || standing.role === 'gm') return null;
  return invalidInput(['turnId'], 'its dice have fallen; only the game master can call it off now.');
}
