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
  /** Returns the other servers that gave a sign of life since a time. */
  readonly others: (id: string, since: Date) => Promise<readonly ServerNodeRecord[]>;
  /** Removes a server that stops, and those that gave no sign of life since a time. */
  readonly leave: (id: string, before: Date) => Promise<void>;
};

export function createServerNodeStore(database: Database): ServerNodeStore {
  return {
    beat: async (node) => {
      if ((await database.update(ServerNode, { id: node.id }, node)) === 0)
        await database.insert(ServerNode, node);
    },
    others: (id, since) => database.find(ServerNode, { id: { $ne: id }, seenAt: { $gte: since } }),
    leave: async (id, before) => {
      await database.remove(ServerNode, { $or: [{ id }, { seenAt: { $lt: before } }] });
    },
  };
}
