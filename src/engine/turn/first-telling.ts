import { z } from 'zod';
import { isRejection } from '#engine/kit/rejection.ts';
import { NarrateInput, type RolledRow } from '#engine/llm/narrate-input.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { rowFor } from '#engine/rules/roll-table.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import type { Telling } from './narration-input.ts';
import type { Playbook } from './playbook.ts';

/** How a turn was told when it was committed. */
export type FirstTelling = {
  readonly narration: string;
  /** What it was told from, the row that was rolled included. */
  readonly telling: Telling;
  /** The rows of the table that made the turn wait; none where it did not wait. */
  readonly offered: readonly { readonly outcome: string }[];
};

const { callType, playerText, opening, outcome, rolled, revealed } = NarrateInput.shape;
const Told = z.object({ callType, playerText, opening, outcome, rolled, revealed });
const Rows = z.array(z.object({ outcome: z.string() }));
const Recorded = z.object({
  calls: z.array(z.object({ step: z.string(), input: z.unknown() })).catch([]),
  turn: z
    .object({ suspension: z.object({ rows: Rows }) })
    .nullable()
    .catch(null),
});

type Known = {
  readonly turn: TurnRecord;
  readonly before: Snapshot;
  readonly rolls: readonly Roll[];
  readonly words: string;
  readonly playbook: Pick<Playbook, 'opening'>;
};

/** From what was recorded of the turn; of one whose recording does not say, from the scene it began in. */
export function firstTelling(narration: string, recording: unknown, known: Known): FirstTelling {
  const recorded = Recorded.safeParse(recording).data ?? { calls: [], turn: null };
  const told = recorded.calls
    .filter(({ step }) => step === 'narrate')
    .flatMap(({ input }) => Told.safeParse(input).data ?? []);
  return {
    narration,
    telling: told.at(-1) ?? tellingFrom(known),
    offered: recorded.turn?.suspension.rows ?? [],
  };
}

function tellingFrom({ turn, before, rolls, words, playbook }: Known): Telling {
  const row = turn.input.kind === 'roll' ? rowRolled(before, rolls) : null;
  return {
    callType: row === null ? 'narrative' : 'roll_result',
    playerText: words,
    opening: turn.input.kind === 'opening' ? playbook.opening : null,
    outcome: null,
    rolled: row,
    revealed: [],
  };
}

/** The row of the table that waited in the scene before. */
function rowRolled({ pendingRoll }: Snapshot, [roll]: readonly Roll[]): RolledRow | null {
  if (pendingRoll === null || roll === undefined) return null;
  const row = rowFor(pendingRoll, roll.total);
  if (isRejection(row)) return null;
  const { from, to, outcome: text } = row;
  return { type: 'narrative', purpose: pendingRoll.purpose, value: roll.total, from, to, outcome: text };
}
