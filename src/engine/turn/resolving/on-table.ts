import { z } from 'zod';
import { isRejection } from '#engine/kit/rejection.ts';
import { type RolledRow, RolledRow as RolledRowShape } from '#engine/llm/narrate-input.ts';
import { OfferedTable } from '#engine/llm/narrate-outcome.ts';
import { rowFor } from '#engine/rules/roll-table.ts';
import type { Interpreted, Moment, Planned, Resolved, Routed, Validated } from '../draft.ts';
import { reveal } from '../reveal.ts';
import { rolledEvent } from '../rolled-event.ts';
import { Suspended } from '../suspended.ts';
import { rollGiven } from './roll-given.ts';
import { rollOnTable } from './roll-on-table.ts';
import { type RulingTools, rulingOf, tableTypeOf } from './ruling-of.ts';

type Needs = Moment & Routed & Interpreted & Validated & Planned;

const Kept = z.object({ table: OfferedTable, type: RolledRowShape.shape.type });

/**
 * Resolves by a table of 1d100: the rules offer one, the turn waits, and the row that is hit binds. A turn that nothing is
 * uncertain in waits for nothing.
 */
export async function onTable(draft: Needs, tools: RulingTools): Promise<Resolved | Suspended> {
  const { turn } = draft.lease;
  const found = reveal(draft.snapshot, draft, tools.recorder);
  const nothing: Resolved = { ...found, resolved: null, rolled: null, rolls: [], observations: [] };
  const given = rollGiven(turn);
  const kept = Kept.safeParse(turn.suspension?.kept).data;
  if (given !== null && kept !== undefined) {
    const roll = rollOnTable(draft, given.faces, kept.table.purpose);
    const rolled = rowHit(kept, roll.total);
    tools.recorder.roll(roll);
    tools.events.emit(rolledEvent(turn.attempt, roll, rolled.outcome));
    return { ...nothing, rolled, rolls: [roll] };
  }
  const { table } = await rulingOf(draft, [], tools);
  if (table === null) return nothing;
  const type = tableTypeOf(draft);
  return new Suspended({
    kind: 'roll',
    purpose: table.purpose,
    expression: '1d100',
    rows: table.rows,
    kept: { table, type },
  });
}

function rowHit({ table, type }: z.infer<typeof Kept>, value: number): RolledRow {
  const row = rowFor(table, value);
  if (isRejection(row)) throw new Error(`an offered table has no row for ${value}: ${row.reason}`);
  return { type, purpose: table.purpose, value, ...row };
}
