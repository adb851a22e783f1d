import type { Json } from '#engine/kit/canonical-json.ts';
import { MemoryRow } from './entities/memory-row.ts';
import type { Lineage } from './lineage-query.ts';
import type { MemoryRecord } from './memories.ts';
import { idleRepetitions } from './repetitions.ts';
import type { Database } from './rows/database.ts';

/**
 * Writes rows of memory together with the scene they name. With the lineage they continue, repetitions that change nothing
 * any more are written with no weight.
 */
export async function insertMemories(
  tx: Database,
  rows: readonly MemoryRecord[],
  createdAt: Date,
  lineage: Lineage = [],
): Promise<void> {
  if (rows.length === 0) return;
  const idle = await idleRepetitions(tx, rows, lineage);
  await tx.insertMany(
    MemoryRow,
    rows.map((memory) => {
      const { row: kind, id, scene, ordinal, characterId, ...body } = memory;
      return {
        id,
        createdAt,
        session: scene.sessionId,
        sceneIndex: scene.index,
        ordinal,
        characterId,
        kind,
        weight: idle.has(id) ? 0 : weightOf(body),
        observationId: observationOf(memory),
        // Rows of memory are plain values by their schema; here only the columns are known by name.
        body: body as { readonly [key: string]: Json },
      };
    }),
  );
}

/** How much a row says its observation matters: its own importance, or what a game master gave it. */
function weightOf(body: object): number {
  const { importance, change } = body as { importance?: unknown; change?: { importance?: unknown } };
  const weight = importance ?? change?.importance;
  return typeof weight === 'number' ? weight : 1;
}

/** The observation a row concerns: its own id when it is one. */
function observationOf(row: MemoryRecord): string {
  return 'observationId' in row && typeof row.observationId === 'string' ? row.observationId : row.id;
}
