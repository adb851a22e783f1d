import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { rowFor } from '#engine/rules/roll-table.ts';
import { defineOperation } from '../operation.ts';

/** The awaited roll was made: the row it hit is what happens, and play goes on. */
export const settleRoll = defineOperation({
  name: 'settle_roll',
  summary: 'Ends the awaited roll with the number rolled, or withdraws it without one.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ value: z.int().min(1).max(100).optional() }),

  apply(snapshot, { value }) {
    const { pendingRoll } = snapshot;
    if (pendingRoll === null) return reject('no-roll-awaited', 'No roll is awaited.');
    const settled = { ...snapshot, pendingRoll: null };
    if (value === undefined) return settled;
    const row = rowFor(pendingRoll, value);
    if ('rejected' in row) return row;
    const text = `${pendingRoll.purpose}: ${value} (${row.from}-${row.to}): ${row.outcome}`;
    return {
      snapshot: settled,
      effects: [{ type: 'notice', audience: 'player', text, personaIds: [pendingRoll.personaId] }],
    };
  },
});
