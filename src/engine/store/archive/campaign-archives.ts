import { IsolationLevel, UniqueConstraintViolationException } from '@mikro-orm/core';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import type { NewId } from '#engine/util/new-id.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { Database } from '../database/database.ts';
import { Campaign } from '../entities/campaign.ts';
import { Session } from '../entities/session.ts';
import { HISTORY_JOB, insertJobs } from '../jobs.ts';
import {
  ARCHIVE_VERSION,
  type Archive,
  decodeArchive,
  encodeArchive,
  rejectForeignRows,
} from './archive-file.ts';
import { type ArchivedRow, type ArchiveProgress, readArchiveRows, writeArchiveRows } from './archive-rows.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Returns the same campaign under new ids, everywhere they are named; later ids still sort behind earlier ones. */
function withFreshIds({ header, rows }: Archive, newId: NewId): Archive {
  const own = rows.flatMap(({ row: { id } }) => (typeof id === 'string' ? (id.match(UUID) ?? []) : []));
  const fresh = new Map([...new Set(own)].sort().map((id) => [id, newId()]));
  const renamed = (text: string) => text.replaceAll(UUID, (id) => fresh.get(id) ?? id);
  return {
    header: { ...header, campaignId: renamed(header.campaignId) },
    rows: rows.map((row) => {
      if (row.table === 'pack') return row;
      // Replaced inside strings alone: a row stays the shape it was.
      return JSON.parse(renamed(toCanonicalJson(row))) as ArchivedRow;
    }),
  };
}

type ImportedCampaign = { readonly campaignId: string; readonly name: string };

/** Whole campaigns as single files. */
export type CampaignArchiveStore = {
  /** Everything a campaign is, packs included; without credentials. Equal campaigns give equal bytes. */
  readonly exportCampaign: (
    campaignId: string,
    now: Date,
    onProgress?: ArchiveProgress,
  ) => Promise<Buffer | Rejection>;
  /**
   * The campaign of a file, all of it or nothing. As a copy it becomes another campaign beside the one it was. What was played is
   * left to be indexed anew: the index of another server is not in the file.
   */
  readonly importCampaign: (
    file: Uint8Array,
    arrival: CampaignImportOptions,
    onProgress?: ArchiveProgress,
  ) => Promise<ImportedCampaign | Rejection>;
};

/** Options of a campaign import. */
type CampaignImportOptions = {
  readonly isCopy: boolean;
  readonly newId: NewId;
  readonly now: Date;
  /** Maximum size of the unpacked file in bytes. Default: as many as memory can hold. */
  readonly mostBytes?: number;
};

export function createCampaignArchiveStore(
  database: Database,
  kind: 'sqlite' | 'postgresql',
): CampaignArchiveStore {
  // One view of all tables: SQLite gives it to every transaction, PostgreSQL to those that ask.
  const steady = kind === 'postgresql' ? { isolationLevel: IsolationLevel.REPEATABLE_READ } : {};
  return {
    exportCampaign: async (campaignId, now, onProgress = () => {}) => {
      const archive = await database.transactional(
        (tx) => archiveOf(tx, campaignId, now, onProgress),
        steady,
      );
      return isRejection(archive) ? archive : encodeArchive(archive);
    },

    importCampaign: async (file, arrival, onProgress = () => {}) => {
      const read = wholeArchive(file, arrival.mostBytes);
      if (isRejection(read)) return read;
      const archive = arrival.isCopy ? withFreshIds(read, arrival.newId) : read;
      const { campaignId, name } = archive.header;
      try {
        await database.transactional(async (tx) => {
          const refused = await writeNew(tx, archive, onProgress);
          if (refused !== null) throw new Refusal(refused);
          await queueHistory(tx, archive, arrival);
        });
        return { campaignId, name };
      } catch (error) {
        if (error instanceof Refusal) return error.rejection;
        if (error instanceof UniqueConstraintViolationException) return alreadyHere(name);
        throw error;
      }
    },
  };
}

function wholeArchive(file: Uint8Array, mostBytes: number | undefined): Archive | Rejection {
  const archive = decodeArchive(file, mostBytes);
  return isRejection(archive) ? archive : (rejectForeignRows(archive) ?? archive);
}

/** Takes back what a transaction has written so far. */
class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super(rejection.reason);
    this.rejection = rejection;
  }
}

async function archiveOf(
  tx: Database,
  campaignId: string,
  now: Date,
  onProgress: ArchiveProgress,
): Promise<Archive | Rejection> {
  const campaign = await tx.findOne(Campaign, { id: campaignId });
  if (campaign === null) return reject('unknown-campaign', 'there is no such campaign.', ['campaignId']);
  const sessions = await tx.find(Session, { campaign: campaignId }, { fields: ['id', 'leaseExpiresAt'] });
  if (sessions.some(({ leaseExpiresAt }) => leaseExpiresAt !== null && leaseExpiresAt > now)) {
    const reason = 'a turn of this campaign is being played; export it when the turn is done.';
    return reject('turn-running', reason, ['campaignId']);
  }
  const { name, entryPointId, packs } = campaign;
  const sessionIds = sessions.map(({ id }) => id);
  const scope = { campaignId, sessionIds, packHashes: packs.map(({ hash }) => hash) };
  const rows = await readArchiveRows(tx, scope, onProgress);
  const header = { format: 'scenewright-campaign', version: ARCHIVE_VERSION } as const;
  return { header: { ...header, campaignId, name, entryPointId, packs: [...packs] }, rows };
}

async function writeNew(
  tx: Database,
  { header, rows }: Archive,
  onProgress: ArchiveProgress,
): Promise<Rejection | null> {
  const isHere = (await tx.count(Campaign, { id: header.campaignId })) > 0;
  return isHere ? alreadyHere(header.name) : writeArchiveRows(tx, rows, onProgress);
}

/** Adds one job for each session that was played, in the transaction of the import. */
async function queueHistory(
  tx: Database,
  { rows }: Archive,
  { newId, now }: CampaignImportOptions,
): Promise<void> {
  for (const { table, row } of rows) {
    if (table !== 'session') continue;
    const scene = { sessionId: String(row.id), index: Number(row.sceneIndex) };
    await insertJobs(tx, scene, [{ id: newId(), kind: HISTORY_JOB, key: HISTORY_JOB, payload: {} }], now);
  }
}

function alreadyHere(name: string): Rejection {
  const reason = `“${name}” is here already and was left as it is. To have the file’s beside it, import it as a copy.`;
  return reject('campaign-exists', reason);
}
