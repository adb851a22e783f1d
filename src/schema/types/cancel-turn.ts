import { haveDiceFallen } from '#engine/store/fallen-dice.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { type Failure, InvalidInput, invalidInput, NotFound, notFound } from './failure.ts';
import type { Taken } from './take-turn-result.ts';
import { Turn } from './turn.ts';

const CancelTurnPayload = builder.objectRef<Taken>('CancelTurnPayload').implement({
  description:
    'The turn was called off. The story stands where it stood, and its action id may be used again.',
  fields: (t) => ({ turn: t.expose('taken', { type: Turn, description: 'The turn.' }) }),
});

const CancelTurnResult = builder.unionType('CancelTurnResult', {
  description: 'The turn, or why it could not be called off.',
  types: [CancelTurnPayload, InvalidInput, NotFound],
  resolveType: (result) => ('taken' in result ? 'CancelTurnPayload' : result.failure),
});

builder.mutationField('cancelTurn', (t) =>
  t.field({
    type: CancelTurnResult,
    description:
      'Calls a turn off, whether it runs or waits for you. Nothing of it is kept but its recording. Once dice it waited for have fallen, only the game master can.',
    args: { turnId: t.arg.globalID({ required: true, for: Turn, description: 'The turn to call off.' }) },
    resolve: async (_root, { turnId }, context) => {
      const bound = await boundByDice(turnId.id, context);
      if (bound !== null) return bound;
      const turn = await context.turns.cancel(turnId.id);
      if (turn === null) return notFound(['turnId'], 'there is no such turn.');
      if (turn.status === 'cancelled') return { taken: turn };
      return invalidInput(['turnId'], `this turn is ${turn.status} and cannot be called off any more.`);
    },
  }),
);

/** Nobody calls a turn off because they dislike its dice. */
async function boundByDice(turnId: string, { store, loaders, access }: Context): Promise<Failure | null> {
  // Read afresh: whether the dice have fallen changes while it runs.
  const turn = await store.turns.find(turnId);
  if (turn === null || !haveDiceFallen(turn)) return null;
  const session = await loaders.session.load(turn.sessionId);
  const standing = session === null ? null : await access.standingIn(session.campaignId);
  if (standing?.role === 'gm') return null;
  return invalidInput(['turnId'], 'its dice have fallen; only the game master can call it off now.');
}
