import { z } from 'zod';
import { NarrateInput, type RolledRow } from '#engine/contracts/narrate-input.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { rowFor } from '#engine/rules/roll-table.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnRecord } from '#engine/store/turns.ts';

const { playerText, playerActs, outcome, done, fallsDue, rolled, revealed, language } = NarrateInput.shape;
const Told = z.object({ playerText, playerActs, outcome, done, fallsDue, rolled, revealed, language });
const Recorded = z.object({ calls: z.array(z.object({ step: z.string(), input: z.unknown() })).catch([]) });

/** What a committed turn was told from. */
export type NarratedFrom = z.infer<typeof Told>;

type Known = {
  readonly turn: TurnRecord;
  readonly before: Snapshot;
  readonly rolls: readonly Roll[];
  readonly playerText: string;
};

/** Reads what a turn was told from out of its recording; of a recording that does not say, from the scene it began in. */
export function readNarratedFrom(recording: unknown, known: Known): NarratedFrom {
  const { calls } = Recorded.safeParse(recording).data ?? { calls: [] };
  const told = calls
    .filter(({ step }) => step === 'narrate')
    .flatMap(({ input }) => Told.safeParse(input).data ?? []);
  return (
    told.at(-1) ?? {
      playerText: known.playerText,
      playerActs: [],
      outcome: null,
      done: [],
      fallsDue: [],
      rolled: known.turn.input.kind === 'roll' ? findRow(known.before, known.rolls) : null,
      revealed: [],
      language: known.before.planning.language ?? '',
    }
  );
}

/** The row of the table that waited in the scene before. */
function findRow({ pendingRoll }: Snapshot, [roll]: readonly Roll[]): RolledRow | null {
  if (pendingRoll === null || roll === undefined) return null;
  const row = rowFor(pendingRoll, roll.total);
  if (isRejection(row)) return null;
  const { from, to, outcome: text } = row;
  return { type: 'narrative', purpose: pendingRoll.purpose, value: roll.total, from, to, outcome: text };
}
