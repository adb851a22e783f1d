import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Json } from '#engine/util/canonical-json.ts';
import { compressJson, compressUnsortedJson, decompressJson } from './database/compressed-json.ts';
import type { Database } from './database/database.ts';
import { HomebrewVersion, KeptPack, SegmentSwitch } from './entities/content.ts';
import { PackImage } from './entities/images.ts';

/** Pack as plain values. The store does not look into it: the reader compares the hash. */
type NewKeptPack = {
  readonly id: string;
  readonly version: string;
  readonly hash: string;
  readonly content: unknown;
};

/** Packs as campaigns began with them, each once, by the hash of their content. */
export type KeptPackStore = {
  /** Returns the hashes of these that are kept. */
  readonly has: (hashes: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Keeps packs; those that are there already stay as they are. */
  readonly keep: (packs: readonly NewKeptPack[], at: Date) => Promise<void>;
  /** Returns the kept packs by hash; omits unknown hashes. */
  readonly contents: (hashes: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
};

export function createKeptPackStore(database: Database): KeptPackStore {
  return {
    has: async (hashes) => {
      const found = await database.find(KeptPack, { hash: { $in: [...hashes] } }, { fields: ['hash'] });
      return new Set(found.map(({ hash }) => hash));
    },
    keep: async (packs, createdAt) => {
      const rows = packs.map(({ id: packId, version, hash, content }) => {
        return { hash, packId, version, content: compressJson(content), createdAt };
      });
      await database.insertMissing(KeptPack, rows);
    },
    contents: async (hashes) => {
      const found = await database.find(KeptPack, { hash: { $in: [...hashes] } });
      return new Map(found.map(({ hash, content }) => [hash, decompressJson(content)]));
    },
  };
}

/** Kind of a row: the manifest of a pack, or a content of one kind. */
export type HomebrewKind =
  | 'manifest'
  | 'world'
  | 'ruleset'
  | 'entry_point'
  | 'character'
  | 'location'
  | 'faction'
  | 'culture'
  | 'history'
  | 'technology'
  | 'item'
  | 'event'
  | 'law'
  | 'bestiary'
  | 'spellbook';

type Data = { readonly [key: string]: Json };

/** One version of one content of a homebrew pack, or of its manifest. */
export type NewHomebrewVersion = {
  readonly packId: string;
  readonly kind: HomebrewKind;
  readonly id: string;
  readonly version: number;
  readonly active: boolean;
  readonly data: Data;
  readonly body: string;
};

type HomebrewVersionRecord = NewHomebrewVersion & {
  /** The version of the pack's manifest it was saved with: everything up to it was the pack then. */
  readonly revision: number;
  readonly savedAt: Date;
};

/** Versions of packs made through the API. Rows are only ever added. */
export type HomebrewVersionStore = {
  readonly packIds: () => Promise<readonly string[]>;
  /** Returns the latest row of every id of a pack, withdrawn ones included. With a revision: as the pack was then. */
  readonly latestRows: (packId: string, revision?: number) => Promise<readonly HomebrewVersionRecord[]>;
  /** Returns every version of one id, oldest first. */
  readonly versionsOf: (packId: string, id: string) => Promise<readonly HomebrewVersionRecord[]>;
  /**
   * Adds all rows or none; each batch carries the manifest it makes. Returns false when one of these versions exists
   * already, because another author saved first.
   */
  readonly append: (rows: readonly NewHomebrewVersion[], at: Date) => Promise<boolean>;
  /** Returns a number that grows with every row and image of every author: the same number, the same packs. */
  readonly stamp: () => Promise<number>;
};

export function createHomebrewVersionStore(database: Database): HomebrewVersionStore {
  return {
    packIds: async () => {
      const manifests = { kind: 'manifest', version: 1 } as const;
      const found = await database.find(HomebrewVersion, manifests, {
        fields: ['packId'],
        orderBy: { packId: 'asc' },
      });
      return found.map(({ packId }) => packId);
    },
    latestRows: (packId, revision) => latestRows(database, packId, revision),
    versionsOf: async (packId, contentId) => {
      const found = await database.find(
        HomebrewVersion,
        { packId, contentId },
        { orderBy: { version: 'asc' } },
      );
      return found.map(rowOf);
    },
    append: async (rows, at) => {
      const revision = rows.find(({ kind }) => kind === 'manifest')?.version;
      if (revision === undefined) throw new Error('homebrew rows came without the manifest they make');
      const added = rows.map(({ packId, kind, id: contentId, version, active, data, body }) => {
        const content = compressUnsortedJson({ data, body });
        return { packId, contentId, version, revision, kind, active, content, createdAt: at };
      });
      try {
        await database.transactional((tx) => tx.insertMany(HomebrewVersion, added));
        return true;
      } catch (error) {
        if (error instanceof UniqueConstraintViolationException) return false;
        throw error;
      }
    },
    // An image is written behind the pack that names it, where another server may have read that already.
    stamp: async () => (await database.count(HomebrewVersion, {})) + (await database.count(PackImage, {})),
  };
}

/** Larger than any revision a pack can reach. */
const EVER = 2 ** 31 - 1;

const NOTHING_LATER = `not exists (
  select 1 from homebrew_version later
  where later.pack_id = saved.pack_id and later.content_id = saved.content_id
    and later.version > saved.version and later.revision <= ?)`;

async function latestRows(
  database: Database,
  packId: string,
  revision = EVER,
): Promise<readonly HomebrewVersionRecord[]> {
  const found = await database.orm
    .createQueryBuilder(HomebrewVersion, 'saved')
    .where({ packId, revision: { $lte: revision } })
    .andWhere(NOTHING_LATER, [revision])
    .orderBy({ contentId: 'asc' })
    .getResult();
  return found.map(rowOf);
}

function rowOf(row: HomebrewVersion): HomebrewVersionRecord {
  const { packId, kind, contentId: id, version, active, revision, createdAt: savedAt } = row;
  // Written by `append`, and by nothing else.
  const { data, body } = decompressJson(row.content) as Pick<NewHomebrewVersion, 'data' | 'body'>;
  return { packId, kind, id, version, active, data, body, revision, savedAt };
}

export type SegmentSwitchStore = {
  /** Returns the ids of the segments that no prompt uses. */
  readonly switchedOff: () => Promise<ReadonlySet<string>>;
  readonly set: (segmentId: string, active: boolean, at: Date) => Promise<void>;
};

export function createSegmentSwitchStore(database: Database): SegmentSwitchStore {
  return {
    switchedOff: async () => {
      const off = await database.find(SegmentSwitch, { active: false }, { fields: ['segmentId'] });
      return new Set(off.map(({ segmentId }) => segmentId));
    },
    set: async (segmentId, active, changedAt) => {
      await database.orm.upsert(SegmentSwitch, { segmentId, active, changedAt });
    },
  };
}
