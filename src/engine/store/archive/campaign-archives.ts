import { setImmediate as nextTick } from 'node:timers/promises';
import { IsolationLevel, UniqueConstraintViolationException } from '@mikro-orm/core';
import { upgradeSnapshot } from '#engine/state/upgrade-snapshot.ts';
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
  type ArchiveBounds,
  decodeArchive,
  encodeArchive,
} from './archive-file.ts';
import { type ArchivedRow, type ArchiveProgress, readArchiveRows, writeArchiveRows } from './archive-rows.ts';
import { createRowCheck } from './archived-row-schema.ts';
import { closeSealedSessions, continueSealedSessions, type DiceSeed, leaveOutSeeds } from './sealed-dice.ts';

/** Columns that refer to a row, with the table they refer to. */
const NAMED = {
  session: 'session',
  readSessionId: 'session',
  scene: 'scene',
  parentSceneId: 'scene',
  currentSceneId: 'scene',
  baseSceneId: 'scene',
  sceneId: 'scene',
  turn: 'turn',
  turnId: 'turn',
  waitingTurnId: 'turn',
  leaseTurnId: 'turn',
} as const;

type Known = Readonly<Record<'session' | 'scene' | 'turn', ReadonlySet<unknown>>>;
type RowStrayRow = ArchivedRow['row'];

/**
 * Rejects a file with rows that refer to another campaign; a file brings in one campaign only. Readers of the
 * imported campaign could otherwise read sessions that its file only claims to have grown from.
 */
function rejectForeignRows({ header, rows }: Archive): Rejection | null {
  const idsOf = (table: string) =>
    new Set(rows.flatMap(({ table: own, row }) => (own === table ? [row.id] : [])));
  const known = {
    session: idsOf('session'),
    scene: idsOf('scene'),
    // Costs of background jobs after a scene without a turn are recorded under the job.
    turn: idsOf('turn').union(idsOf('job')),
  };
  const isStray = ({ table, row }: ArchivedRow): boolean => {
    if (table === 'pack') return false;
    if (table === 'campaign') return row.id !== header.campaignId;
    if (Object.hasOwn(row, 'campaign') && row.campaign !== header.campaignId) return true;
    return namesAnother(row, known) || growsFromAnother(row, known) || waitsAtAnother(row, known);
  };
  const stray = rows.find(isStray);
  return stray === undefined
    ? null
    : reject('archive-damaged', `A row of ${stray.table} belongs to another campaign. Export it again.`);
}

function namesAnother(row: RowStrayRow, known: Known): boolean {
  return Object.entries(NAMED).some(([column, table]) => {
    const id = row[column] ?? null;
    return id !== null && !known[table].has(id);
  });
}

/**
 * Returns whether a session names an ancestor outside the file. A branch can read all sessions it names as ancestors.
 */
function growsFromAnother({ ancestors = null }: RowStrayRow, known: Known): boolean {
  if (ancestors === null) return false;
  return !Array.isArray(ancestors) || ancestors.some((step) => !known.session.has(Object(step).sessionId));
}

function waitsAtAnother({ suspension = null }: RowStrayRow, known: Known): boolean {
  return suspension !== null && !known.scene.has(Object(suspension).sceneId);
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Rows between two pauses, in which other work of the server goes on. */
const ROWS_AT_ONCE = 50;

/** Converts rows one after another, with pauses. */
async function mapRows(
  rows: readonly ArchivedRow[],
  convert: (row: ArchivedRow) => ArchivedRow | Rejection,
): Promise<readonly ArchivedRow[] | Rejection> {
  const converted: ArchivedRow[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) await nextTick();
    const result = convert(row);
    if (isRejection(result)) return result;
    converted.push(result);
  }
  return converted;
}

/** Returns the same campaign under new ids, everywhere they are named; later ids still sort behind earlier ones. */
async function withFreshIds({ header, rows }: Archive, newId: NewId): Promise<Archive | Rejection> {
  const own = rows.flatMap(({ row: { id } }) => (typeof id === 'string' ? (id.match(UUID) ?? []) : []));
  const fresh = new Map([...new Set(own)].sort().map((id) => [id, newId()]));
  const renamed = (text: string) => text.replaceAll(UUID, (id) => fresh.get(id) ?? id);
  const copied = await mapRows(rows, (row) => {
    if (row.table === 'pack') return row;
    // Replaced inside strings alone: a row stays the shape it was.
    return JSON.parse(renamed(toCanonicalJson(row))) as ArchivedRow;
  });
  if (isRejection(copied)) return copied;
  return { header: { ...header, campaignId: renamed(header.campaignId) }, rows: copied };
}

type ImportedCampaign = { readonly campaignId: string; readonly name: string };

/** Whole campaigns as single files. */
export type CampaignArchiveStore = {
  /** Everything a campaign is, packs included; without credentials. Equal campaigns give equal bytes. */
  readonly exportCampaign: (
    campaignId: string,
    now: Date,
    options?: CampaignExportOptions,
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

/** Options of a campaign export. */
type CampaignExportOptions = {
  /** Whether dice seeds are in the file that sessions still roll with. Only for the operator. Default: they are not. */
  readonly includesSeeds?: boolean;
  readonly onProgress?: ArchiveProgress;
};

/** Options of a campaign import. */
type CampaignImportOptions = {
  readonly isCopy: boolean;
  readonly newId: NewId;
  readonly now: Date;
  /** Draws new dice for a session whose seed is not in the file. */
  readonly newDice: () => DiceSeed;
  /** Default: limits for files of the operator. */
  readonly bounds?: ArchiveBounds;
  /** Reads a snapshot or rejects it. Default: as the engine reads it. */
  readonly readSnapshot?: (saved: unknown) => unknown | Rejection;
};

export function createCampaignArchiveStore(
  database: Database,
  kind: 'sqlite' | 'postgresql',
): CampaignArchiveStore {
  // One view of all tables: SQLite gives it to every transaction, PostgreSQL to those that ask.
  const steady = kind === 'postgresql' ? { isolationLevel: IsolationLevel.REPEATABLE_READ } : {};
  return {
    exportCampaign: async (campaignId, now, { includesSeeds = false, onProgress = () => {} } = {}) => {
      const archive = await database.transactional(
        (tx) => archiveOf(tx, campaignId, now, onProgress),
        steady,
      );
      if (isRejection(archive)) return archive;
      return encodeArchive({ ...archive, rows: leaveOutSeeds(archive.rows, includesSeeds) });
    },

    importCampaign: async (file, arrival, onProgress = () => {}) => {
      const read = await readArchive(database, file, arrival);
      if (isRejection(read)) return read;
      const archive = arrival.isCopy ? await withFreshIds(read, arrival.newId) : read;
      if (isRejection(archive)) return archive;
      const { campaignId, name } = archive.header;
      const { rows, sealed } = closeSealedSessions(archive.rows, arrival.now);
      try {
        await database.transactional(async (tx) => {
          const refused = await writeNew(tx, { ...archive, rows }, onProgress);
          if (refused !== null) throw new Refusal(refused);
          await queueHistory(tx, archive, arrival);
          await continueSealedSessions(tx, sealed, arrival);
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

/** Reads a file and rejects what could not be read again, or belongs to another campaign. */
async function readArchive(
  database: Database,
  file: Uint8Array,
  { bounds, readSnapshot = upgradeSnapshot }: CampaignImportOptions,
): Promise<Archive | Rejection> {
  const archive = await decodeArchive(file, bounds);
  if (isRejection(archive)) return archive;
  const findFault = createRowCheck(database, readSnapshot);
  const checked = await mapRows(archive.rows, (row) => {
    const fault = findFault(row);
    return fault === null ? row : reject('archive-damaged', fault);
  });
  if (isRejection(checked)) return checked;
  return rejectForeignRows(archive) ?? rejectBrokenLines(archive) ?? archive;
}

/** Rejects sessions that do not stand at a scene of their own line. */
function rejectBrokenLines({ rows }: Archive): Rejection | null {
  const indices = new Map(rows.flatMap(({ table, row }) => (table === 'scene' ? [[row.id, row.index]] : [])));
  const isBroken = ({ table, row }: ArchivedRow) =>
    table === 'session' && indices.get(row.currentSceneId) !== row.sceneIndex;
  return rows.some(isBroken)
    ? reject('archive-damaged', 'A session of the file stands at no scene of it. Export the campaign again.')
    : null;
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
  if (isHere) return alreadyHere(header.name);
  const refused = await writeArchiveRows(tx, rows, onProgress);
  // Files of earlier versions do not say when the campaign was last played.
  const sql = 'update campaign set last_played_at = created_at where id = ? and last_played_at is null';
  if (refused === null) await tx.execute(sql, [header.campaignId]);
  return refused;
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
