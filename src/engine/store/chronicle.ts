import type { Json } from '#engine/kit/canonical-json.ts';
import { ChronicleEntry } from './entities/chronicle-entry.ts';
import { alongLineage, inStretches, type Lineage, type ScenePosition, unionOf } from './lineage-query.ts';
import type { Database } from './rows/database.ts';

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
  /** The last so many events of a branch, oldest first. Nothing older is read. */
  readonly last: (lineage: Lineage, count: number) => Promise<readonly StoredEvent[]>;
  readonly count: (lineage: Lineage) => Promise<number>;
};

type Row = { readonly session: string; readonly event: string; readonly place: number };

export function chronicleStore(database: Database): ChronicleStore {
  return {
    along: (lineage) =>
      inStretches(lineage, async (stretch) => {
        const orderBy = { position: 'asc' } as const;
        return (await database.find(ChronicleEntry, alongLineage(stretch), { orderBy })).map(eventOf);
      }),
    last: async (lineage, count) => {
      const selects = lineage.map(({ sessionId, upTo }) => ({
        sql: 'select session_id as "session", event_id as "event", position as "place" from chronicle_entry where session_id = ? and scene_index <= ? order by scene_index desc, position desc limit ?',
        values: [sessionId, upTo, count],
      }));
      const found = await unionOf<Row>(database, selects);
      const last = found.sort((a, b) => b.place - a.place).slice(0, count);
      if (last.length === 0) return [];
      const keys = last.map(({ session, event: eventId }) => ({ session, eventId }));
      const rows = await database.find(ChronicleEntry, { $or: keys }, { orderBy: { position: 'asc' } });
      return rows.map(eventOf);
    },
    count: async (lineage) => {
      const counts = await inStretches(lineage, async (stretch) => [
        await database.count(ChronicleEntry, alongLineage(stretch)),
      ]);
      return counts.reduce((sum, each) => sum + each, 0);
    },
  };
}

function eventOf({ session, eventId: id, sceneIndex, body }: ChronicleEntry): StoredEvent {
  return { ...body, id, scene: { sessionId: session.id, index: sceneIndex } };
}

/** Writes events together with the scene they name. */
export async function insertEntries(
  tx: Database,
  entries: readonly ChronicleRecord[],
  createdAt: Date,
): Promise<void> {
  if (entries.length === 0) return;
  await tx.insertMany(
    ChronicleEntry,
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
