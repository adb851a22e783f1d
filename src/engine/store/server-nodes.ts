import type { Json } from '#engine/util/canonical-json.ts';
import type { Database } from './database/database.ts';
import { ServerNode } from './entities/jobs.ts';

/** A server that works on this database. */
export type ServerNodeRecord = {
  readonly id: string;
  readonly createdAt: Date;
  /** Last sign of life. */
  readonly seenAt: Date;
  readonly version: string;
  readonly host: string;
  /** Digests of the packs and prompts it plays with. */
  readonly packsHash: string;
  readonly promptsHash: string;
};

/** Servers that work on this database now, as they report themselves. */
export type ServerNodeStore = {
  /** Writes a sign of life. */
  readonly beat: (node: ServerNodeRecord) => Promise<void>;
  /** Writes what viewers use of a server, for the others. */
  readonly reportUsage: (id: string, usage: Json) => Promise<void>;
  /** Returns the reports of the other servers that gave a sign of life since a time, by their ids. */
  readonly readUsage: (id: string, since: Date) => Promise<ReadonlyMap<string, Json>>;
  /** Returns the other servers that gave a sign of life since a time. */
  readonly others: (id: string, since: Date) => Promise<readonly ServerNodeRecord[]>;
  /** Removes a server that stops, and those that gave no sign of life since a time. */
  readonly leave: (id: string, before: Date) => Promise<void>;
};

export function createServerNodeStore(database: Database): ServerNodeStore {
  return {
    beat: async (node) => {
      if ((await database.update(ServerNode, { id: node.id }, node)) === 0)
        await database.insert(ServerNode, { ...node, usage: null });
    },
    reportUsage: async (id, usage) => {
      await database.update(ServerNode, { id }, { usage });
    },
    readUsage: async (id, since) => {
      const fields = { fields: ['id', 'usage'] } as const;
      const rows = await database.find(ServerNode, { id: { $ne: id }, seenAt: { $gte: since } }, fields);
      return new Map(rows.map((row) => [row.id, row.usage ?? {}]));
    },
    others: (id, since) => database.find(ServerNode, { id: { $ne: id }, seenAt: { $gte: since } }),
    leave: async (id, before) => {
      await database.remove(ServerNode, { $or: [{ id }, { seenAt: { $lt: before } }] });
    },
  };
}
