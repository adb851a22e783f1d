import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Json } from '#engine/kit/canonical-json.ts';
import { ChronicleEntry } from './entities/chronicle-entry.ts';
import { alongLineage, type Lineage, type ScenePosition } from './lineage-query.ts';

/** What the store must know of an event; the rest comes back as it was given. */
export type ChronicleRecord = {
  /** `evt_0001` */
  readonly id: string;
  readonly scene: ScenePosition;
};

export type StoredEvent = ChronicleRecord & { readonly [key: string]: unknown };

export type ChronicleStore = {
  /** The events of a branch in their canonical order. */
  readonly along: (lineage: Lineage) => Promise<readonly StoredEvent[]>;
};

export function chronicleStore(em: () => SqlEntityManager): ChronicleStore {
  return {
    along: async (lineage) => {
      const found = await em().find(ChronicleEntry, alongLineage(lineage), {
        orderBy: { sceneIndex: 'asc', eventId: 'asc' },
      });
      return found.map(({ session, eventId: id, sceneIndex, body }) => {
        return { ...body, id, scene: { sessionId: session.id, index: sceneIndex } };
      });
    },
  };
}

/** Writes events together with the scene they name. */
export async function insertEntries(
  tx: SqlEntityManager,
  entries: readonly ChronicleRecord[],
  createdAt: Date,
): Promise<void> {
  if (entries.length === 0) return;
  await tx.insertMany(
    ChronicleEntry,
    entries.map(({ id: eventId, scene, ...body }) => ({
      session: scene.sessionId,
      eventId,
      sceneIndex: scene.index,
      // Entries are plain values by their schema; here only the columns are known by name.
      body: body as { readonly [key: string]: Json },
      createdAt,
    })),
  );
}
