import { builder } from '../builder.ts';
import { InvalidInput, invalidInput, NotFound, notFound } from './failure.ts';
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
      'Calls a turn off, whether it runs or waits for you. Nothing of it is kept but its recording.',
    args: { turnId: t.arg.globalID({ required: true, for: Turn, description: 'The turn to call off.' }) },
    resolve: async (_root, { turnId }, { turns }) => {
      const turn = await turns.cancel(turnId.id);
      if (turn === null) return notFound(['turnId'], 'there is no such turn.');
      if (turn.status === 'cancelled') return { taken: turn };
      return invalidInput(['turnId'], `this turn is ${turn.status} and cannot be called off any more.`);
    },
  }),
);
