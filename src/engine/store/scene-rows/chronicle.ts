import type { Lineage, ScenePosition } from '#engine/domain/lineage.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { Database } from '../database/database.ts';
import { ChronicleEntity } from '../entities/scene-rows.ts';
import { queryUnion, readLineageInBatches, toLineageCondition } from './lineage-query.ts';

/** Fields the store reads of an event; the rest comes back as it was given. */
export type ChronicleRecord = {
  /** `evt_0001` */
  readonly id: string;
  readonly scene: ScenePosition;
};

export type StoredChronicleEntry = ChronicleRecord & { readonly [key: string]: unknown };

export type ChronicleStore = {
  /** Returns the events of a branch in their canonical order. */
  readonly along: (lineage: Lineage) => Promise<readonly StoredChronicleEntry[]>;
  /** Returns the last events of a branch, oldest first. Reads nothing older. */
  readonly last: (lineage: Lineage, count: number) => Promise<readonly StoredChronicleEntry[]>;
  readonly count: (lineage: Lineage) => Promise<number>;
};

type Row = { readonly session: string; readonly event: string; readonly place: number };

export function createChronicleStore(database: Database): ChronicleStore {
  return {
    along: (lineage) =>
      readLineageInBatches(lineage, async (batch) => {
        const orderBy = { position: 'asc' } as const;
        return (await database.find(ChronicleEntity, toLineageCondition(batch), { orderBy })).map(eventOf);
      }),
    last: async (lineage, count) => {
      const selects = lineage.map(({ sessionId, upTo }) => ({
        sql: 'select session_id as "session", event_id as "event", position as "place" from chronicle_entry where session_id = ? and scene_index <= ? order by scene_index desc, position desc limit ?',
        values: [sessionId, upTo, count],
      }));
      const found = await queryUnion<Row>(database, selects);
      const last = found.sort((a, b) => b.place - a.place).slice(0, count);
      if (last.length === 0) return [];
      const keys = last.map(({ session, event: eventId }) => ({ session, eventId }));
      const rows = await database.find(ChronicleEntity, { $or: keys }, { orderBy: { position: 'asc' } });
      return rows.map(eventOf);
    },
    count: async (lineage) => {
      const counts = await readLineageInBatches(lineage, async (batch) => [
        await database.count(ChronicleEntity, toLineageCondition(batch)),
      ]);
      return counts.reduce((sum, each) => sum + each, 0);
    },
  };
}

function eventOf({ session, eventId: id, sceneIndex, body }: ChronicleEntity): StoredChronicleEntry {
  return { ...body, id, scene: { sessionId: session.id, index: sceneIndex } };
}

/** Writes events together with the scene they name. */
export async function insertChronicleEntries(
  tx: Database,
  entries: readonly ChronicleRecord[],
  createdAt: Date,
): Promise<void> {
  if (entries.length === 0) return;
  await tx.insertMany(
    ChronicleEntity,
    entries.map(({ id: eventId, scene, ...body }) => ({
      session: scene.sessionId,
      eventId,
      position: Number(eventId.slice('evt_'.length)),
      sceneIndex: scene.index,
      // Entries are plain values by their schema; here only the columns are known by name.
      body: body as { readonly [key: string]: Json },
      createdAt,
    })),
  );
}
