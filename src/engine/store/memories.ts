import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Json } from '#engine/kit/canonical-json.ts';
import { MemoryRow } from './entities/memory-row.ts';
import { alongLineage, type Lineage, type ScenePosition } from './lineage-query.ts';

/** What every row of memory says. What else it says depends on its kind and comes back as it was given. */
export type MemoryRecord = {
  readonly row: string;
  readonly id: string;
  readonly scene: ScenePosition;
  readonly ordinal: number;
  readonly characterId: string;
};

export type StoredMemory = MemoryRecord & { readonly [key: string]: unknown };

export type MemoryStore = {
  /** The rows of a branch in the order they were written: everybody's, or those of some characters. */
  readonly along: (lineage: Lineage, characterIds?: readonly string[]) => Promise<readonly StoredMemory[]>;
};

export function memoryStore(em: () => SqlEntityManager): MemoryStore {
  return {
    along: async (lineage, characterIds) => {
      const whose = characterIds === undefined ? {} : { characterId: { $in: [...characterIds] } };
      const found = await em().find(
        MemoryRow,
        { ...alongLineage(lineage), ...whose },
        { orderBy: { sceneIndex: 'asc', ordinal: 'asc' } },
      );
      return found.map(({ id, session, sceneIndex, ordinal, characterId, kind, body }) => ({
        ...body,
        row: kind,
        id,
        scene: { sessionId: session.id, index: sceneIndex },
        ordinal,
        characterId,
      }));
    },
  };
}

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
      // Rows of memory are plain values by their schema; here only the columns are known by name.
      body: body as { readonly [key: string]: Json },
    })),
  );
}
