import { IsolationLevel, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { NewId } from '#engine/kit/new-id.ts';
import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { ARCHIVE_VERSION, type Archive, decodeArchive, encodeArchive } from './archive/archive-file.ts';
import { type Progress, readRows, writeRows } from './archive/archive-rows.ts';
import { withFreshIds } from './archive/fresh-ids.ts';
import { strayRow } from './archive/stray-row.ts';
import { Campaign } from './entities/campaign.ts';
import { Session } from './entities/session.ts';
import { HISTORY_JOB, insertJobs } from './jobs.ts';
import type { Database } from './rows/database.ts';

export type ImportedCampaign = { readonly campaignId: string; readonly name: string };

/** Whole campaigns as single files. */
export type CampaignArchiveStore = {
  /** Everything a campaign is, packs included; without credentials. Equal campaigns give equal bytes. */
  readonly exportCampaign: (
    campaignId: string,
    now: Date,
    onProgress?: Progress,
  ) => Promise<Buffer | Rejection>;
  /**
   * The campaign of a file, all of it or nothing. As a copy it becomes another campaign beside the one it was. What was played is
   * left to be indexed anew: the index of another server is not in the file.
   */
  readonly importCampaign: (
    file: Uint8Array,
    arrival: Arrival,
    onProgress?: Progress,
  ) => Promise<ImportedCampaign | Rejection>;
};

/** How a campaign comes in. */
export type Arrival = {
  readonly isCopy: boolean;
  readonly newId: NewId;
  readonly now: Date;
  /** How many bytes the file may have once it is unpacked; as many as can be held when nothing is said. */
  readonly mostBytes?: number;
};

export function campaignArchiveStore(
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
  return isRejection(archive) ? archive : (strayRow(archive) ?? archive);
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
  onProgress: Progress,
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
  const rows = await readRows(tx, scope, onProgress);
  const header = { format: 'scenewright-campaign', version: ARCHIVE_VERSION } as const;
  return { header: { ...header, campaignId, name, entryPointId, packs: [...packs] }, rows };
}

async function writeNew(
  tx: Database,
  { header, rows }: Archive,
  onProgress: Progress,
): Promise<Rejection | null> {
  const isHere = (await tx.count(Campaign, { id: header.campaignId })) > 0;
  return isHere ? alreadyHere(header.name) : writeRows(tx, rows, onProgress);
}

/** One job for each session that was played, in the transaction that brings it in. */
async function queueHistory(tx: Database, { rows }: Archive, { newId, now }: Arrival): Promise<void> {
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
