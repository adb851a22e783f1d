import { KeptPack } from './entities/kept-pack.ts';
import { decodeJson, encodeJson } from './json-codec.ts';
import type { Database } from './rows/database.ts';

/** A pack as plain values. The store does not look into it: whoever takes it out compares the hash. */
export type PackToKeep = {
  readonly id: string;
  readonly version: string;
  readonly hash: string;
  readonly content: unknown;
};

/** Packs as campaigns began with them, each once, by the hash of what they say. */
export type KeptPackStore = {
  /** Which of these hashes are kept. */
  readonly has: (hashes: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Keeps packs; those that are there already stay as they are. */
  readonly keep: (packs: readonly PackToKeep[], at: Date) => Promise<void>;
  /** What was kept, by hash; hashes nobody kept are not in it. */
  readonly contents: (hashes: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
};

export function keptPackStore(database: Database): KeptPackStore {
  return {
    has: async (hashes) => {
      const found = await database.find(KeptPack, { hash: { $in: [...hashes] } }, { fields: ['hash'] });
      return new Set(found.map(({ hash }) => hash));
    },
    keep: async (packs, createdAt) => {
      const rows = packs.map(({ id: packId, version, hash, content }) => {
        return { hash, packId, version, content: encodeJson(content), createdAt };
      });
      if (rows.length > 0) await database.orm.upsertMany(KeptPack, rows, { onConflictAction: 'ignore' });
    },
    contents: async (hashes) => {
      const found = await database.find(KeptPack, { hash: { $in: [...hashes] } });
      return new Map(found.map(({ hash, content }) => [hash, decodeJson(content)]));
    },
  };
}
