import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Json } from '#engine/kit/canonical-json.ts';
import { MemoryRow } from './entities/memory-row.ts';
import type { MemoryRecord } from './memories.ts';

/** Writes rows of memory together with the scene they name. */
export async function insertMemories(
  tx: SqlEntityManager,
  rows: readonly MemoryRecord[],
  createdAt: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.insertMany(
    MemoryRow,
    rows.map(({ row: kind, id, scene, ordinal, characterId, ...body }) => ({
      id,
      createdAt,
      session: scene.sessionId,
      sceneIndex: scene.index,
      ordinal,
      characterId,
      kind,
      weight: weightOf(body),
      observationId: observationOf(body) ?? id,
      // Rows of memory are plain values by their schema; here only the columns are known by name.
      body: body as { readonly [key: string]: Json },
    })),
  );
}

/** How much a row says its observation matters: its own importance, or what a game master gave it. */
function weightOf(body: object): number {
  const { importance, change } = body as { importance?: unknown; change?: { importance?: unknown } };
  const weight = importance ?? change?.importance;
  return typeof weight === 'number' ? weight : 0;
}

function observationOf(body: object): string | null {
  return 'observationId' in body && typeof body.observationId === 'string' ? body.observationId : null;
}
