import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Json } from '#engine/kit/canonical-json.ts';
import { HomebrewVersion } from './entities/homebrew-version.ts';
import { decodeJson, encodeAsWritten } from './json-codec.ts';
import type { Database } from './rows/database.ts';

/** What a row holds: the manifest of a pack, or a content of one kind. */
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
  | 'law';

type Data = { readonly [key: string]: Json };

/** One version of one content of a homebrew pack, or of its manifest. */
export type NewHomebrewRow = {
  readonly packId: string;
  readonly kind: HomebrewKind;
  readonly id: string;
  readonly version: number;
  readonly active: boolean;
  readonly data: Data;
  readonly body: string;
};

export type HomebrewRow = NewHomebrewRow & {
  /** The version of the pack's manifest it was saved with: everything up to it was the pack then. */
  readonly revision: number;
  readonly savedAt: Date;
};

/** Where packs made through the API are kept. Rows are only ever added. */
export type HomebrewStore = {
  readonly packIds: () => Promise<readonly string[]>;
  /** The latest row of every id of a pack, withdrawn ones included. With a revision: as the pack stood then. */
  readonly latestRows: (packId: string, revision?: number) => Promise<readonly HomebrewRow[]>;
  /** Every version of one id, oldest first. */
  readonly versionsOf: (packId: string, id: string) => Promise<readonly HomebrewRow[]>;
  /**
   * Adds all rows or none; each batch carries the manifest it makes. False when one of these versions is there already: somebody
   * else was faster.
   */
  readonly append: (rows: readonly NewHomebrewRow[], at: Date) => Promise<boolean>;
  /** A number that grows with every row, whoever wrote it: the same number, the same packs. */
  readonly stamp: () => Promise<number>;
};

export function homebrewStore(database: Database): HomebrewStore {
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
        const content = encodeAsWritten({ data, body });
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
    stamp: () => database.count(HomebrewVersion, {}),
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
): Promise<readonly HomebrewRow[]> {
  const found = await database.orm
    .createQueryBuilder(HomebrewVersion, 'saved')
    .where({ packId, revision: { $lte: revision } })
    .andWhere(NOTHING_LATER, [revision])
    .orderBy({ contentId: 'asc' })
    .getResult();
  return found.map(rowOf);
}

function rowOf(row: HomebrewVersion): HomebrewRow {
  const { packId, kind, contentId: id, version, active, revision, createdAt: savedAt } = row;
  // Written by `append`, and by nothing else.
  const { data, body } = decodeJson(row.content) as Pick<NewHomebrewRow, 'data' | 'body'>;
  return { packId, kind, id, version, active, data, body, revision, savedAt };
}
