import { MemoryRow } from './entities/memory-row.ts';
import { alongLineage, inStretches, type Lineage } from './lineage-query.ts';
import type { MemoryRecord } from './memories.ts';
import type { Database } from './rows/database.ts';

/** More repetitions than these change nothing about a memory, unless they are stronger than all before. */
const REPETITIONS_THAT_COUNT = 3;

type Strength = { readonly weight: number; readonly confidence: number };
type Repetition = Strength & { readonly id: string; readonly observationId: string };

/**
 * The repetitions among new rows that change nothing about what is remembered along a lineage: the observation came up
 * often enough before, and as strongly. Whoever recalls it need not read them, however often it still comes up.
 */
export async function idleRepetitions(
  tx: Database,
  rows: readonly MemoryRecord[],
  lineage: Lineage,
): Promise<ReadonlySet<string>> {
  const repeated = rows.flatMap((row) => repetitionOf(row) ?? []);
  if (repeated.length === 0 || lineage.length === 0) return new Set();
  const ids = repeated.map(({ observationId }) => observationId);
  const known = await inStretches(lineage, (stretch) =>
    tx.find(MemoryRow, { ...alongLineage(stretch), observationId: { $in: ids }, weight: { $gt: 0 } }),
  );
  const idle = repeated.filter((one) => {
    const before = known.filter(({ observationId }) => observationId === one.observationId);
    const count = before.filter(({ kind }) => kind === 'reinforcement').length;
    return count >= REPETITIONS_THAT_COUNT && !isStrongest(one, before.map(strengthOf));
  });
  return new Set(idle.map(({ id }) => id));
}

function repetitionOf(row: MemoryRecord): Repetition | null {
  if (row.row !== 'reinforcement') return null;
  const { observationId, importance, confidence } = row as MemoryRecord & Record<string, unknown>;
  if (typeof observationId !== 'string') return null;
  return { id: row.id, observationId, weight: Number(importance), confidence: Number(confidence) };
}

function strengthOf({ kind, weight, body }: MemoryRow): Strength {
  // A game master's word says nothing about how sure anybody was.
  return kind === 'edit' ? { weight: 0, confidence: 0 } : { weight, confidence: Number(body.confidence) };
}

function isStrongest(one: Strength, others: readonly Strength[]): boolean {
  return (
    others.every(({ weight }) => one.weight > weight) ||
    others.every(({ confidence }) => one.confidence > confidence)
  );
}
