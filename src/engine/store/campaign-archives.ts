import { IsolationLevel, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { NewId } from '#engine/kit/new-id.ts';
import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { ARCHIVE_VERSION, type Archive, decodeArchive, encodeArchive } from './archive/archive-file.ts';
import { readRows, writeRows } from './archive/archive-rows.ts';
import { withFreshIds } from './archive/fresh-ids.ts';
import { Campaign } from './entities/campaign.ts';
import { Session } from './entities/session.ts';

export type ImportedCampaign = { readonly campaignId: string; readonly name: string };

/** Whole campaigns as single files. */
export type CampaignArchiveStore = {
  /** Everything a campaign is, packs included; without credentials. Equal campaigns give equal bytes. */
  readonly exportCampaign: (campaignId: string, now: Date) => Promise<Buffer | Rejection>;
  /** The campaign of a file, all of it or nothing. With `newId` it becomes another campaign beside the one it was. */
  readonly importCampaign: (file: Uint8Array, newId: NewId | null) => Promise<ImportedCampaign | Rejection>;
};

export function campaignArchiveStore(
  em: () => SqlEntityManager,
  kind: 'sqlite' | 'postgresql',
): CampaignArchiveStore {
  // One view of all tables: SQLite gives it to every transaction, PostgreSQL to those that ask.
  const steady = kind === 'postgresql' ? { isolationLevel: IsolationLevel.REPEATABLE_READ } : {};
  return {
    exportCampaign: async (campaignId, now) => {
      const archive = await em().transactional((tx) => archiveOf(tx, campaignId, now), steady);
      return isRejection(archive) ? archive : encodeArchive(archive);
    },

    importCampaign: async (file, newId) => {
      const read = decodeArchive(file);
      if (isRejection(read)) return read;
      const archive = newId === null ? read : withFreshIds(read, newId);
      const { campaignId, name } = archive.header;
      try {
        await em().transactional(async (tx) => {
          const refused = await writeNew(tx, archive);
          if (refused !== null) throw new Refusal(refused);
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

/** Takes back what a transaction has written so far. */
class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super(rejection.reason);
    this.rejection = rejection;
  }
}

async function archiveOf(tx: SqlEntityManager, campaignId: string, now: Date): Promise<Archive | Rejection> {
  const campaign = await tx.findOne(Campaign, { id: campaignId });
  if (campaign === null) return reject('unknown-campaign', 'there is no such campaign.', ['campaignId']);
  const sessions = await tx.find(Session, { campaign: campaignId }, { fields: ['id', 'leaseExpiresAt'] });
  if (sessions.some(({ leaseExpiresAt }) => leaseExpiresAt !== null && leaseExpiresAt > now)) {
    const reason = 'a turn of this campaign is being played; export it when the turn is done.';
    return reject('turn-running', reason, ['campaignId']);
  }
  const { name, entryPointId, packs } = campaign;
  const sessionIds = sessions.map(({ id }) => id);
  const rows = await readRows(tx, { campaignId, sessionIds, packHashes: packs.map(({ hash }) => hash) });
  const header = { format: 'scenewright-campaign', version: ARCHIVE_VERSION } as const;
  return { header: { ...header, campaignId, name, entryPointId, packs: [...packs] }, rows };
}

async function writeNew(tx: SqlEntityManager, { header, rows }: Archive): Promise<Rejection | null> {
  const isHere = (await tx.count(Campaign, { id: header.campaignId })) > 0;
  return isHere ? alreadyHere(header.name) : writeRows(tx, rows);
}

function alreadyHere(name: string): Rejection {
  const reason = `“${name}” is here already and was left as it is. To have the file’s beside it, import it as a copy.`;
  return reject('campaign-exists', reason);
}
