import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { IsolationLevel, UniqueConstraintViolationException } from '@mikro-orm/core';
import { z } from 'zod';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import type { NewId } from '#engine/util/new-id.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { Database } from '../database/database.ts';
import { Campaign } from '../entities/campaign.ts';
import { Session } from '../entities/session.ts';
import { HISTORY_JOB, insertJobs } from '../jobs.ts';
import { type ArchivedRow, type ArchiveProgress, readArchiveRows, writeArchiveRows } from './archive-rows.ts';
import { ARCHIVED_TABLES, IGNORED_TABLES } from './archived-tables.ts';

const ARCHIVE_VERSION = 1;
const MOST_BYTES = 2 ** 31;
/** No played campaign nests nearly as deep. A deeper file is meant to overflow the stack of its reader. */
const MOST_DEPTH = 200;

const Pin = z.strictObject({ id: z.string(), version: z.string(), hash: z.string() });
const Header = z.object({
  format: z.literal('scenewright-campaign'),
  version: z.int(),
  campaignId: z.string(),
  name: z.string(),
  entryPointId: z.string(),
  packs: z.array(Pin),
});
const Row = z.strictObject({ table: z.string(), row: z.record(z.string(), z.unknown()) });
const End = z.strictObject({ rows: z.int(), sha256: z.string() });

type ArchiveHeader = z.infer<typeof Header>;
type Archive = { readonly header: ArchiveHeader; readonly rows: readonly ArchivedRow[] };

/**
 * Encodes an archive as lines of canonical JSON under zstd. The first line is the header, the last confirms that the
 * file is complete.
 */
function encodeArchive({ header, rows }: Archive): Buffer {
  const lines = [header, ...rows].map((line) => Buffer.from(`${toCanonicalJson(line)}\n`));
  const body = Buffer.concat(lines);
  const end = toCanonicalJson({ rows: rows.length, sha256: hashOf(body) });
  return zstdCompressSync(Buffer.concat([body, Buffer.from(`${end}\n`)]));
}

/**
 * Decodes an archive. `mostBytes` limits its unpacked size: a small file can unpack to more than the memory there is.
 */
function decodeArchive(file: Uint8Array, mostBytes: number = MOST_BYTES): Archive | Rejection {
  const bytes = unpacked(file, mostBytes);
  if (isRejection(bytes)) return bytes;
  const lines = linesOf(bytes);
  const header = Header.safeParse(lines[0]);
  if (!header.success) return reject('not-an-archive', 'This is not a file of a campaign.');
  if (header.data.version !== ARCHIVE_VERSION) return newer(header.data.version);
  const end = End.safeParse(lines.at(-1));
  const body = bytes.subarray(0, bytes.lastIndexOf(10, bytes.length - 2) + 1);
  const isWhole = end.success && end.data.rows === lines.length - 2 && end.data.sha256 === hashOf(body);
  if (!isWhole) return damaged();
  const rows = lines.slice(1, -1).map(rowOf);
  const wrong = rows.find(isRejection);
  return wrong ?? { header: header.data, rows: rows.flatMap((row) => (isRejection(row) ? [] : row)) };
}

function rowOf(line: unknown): ArchivedRow | Rejection {
  const row = Row.safeParse(line);
  if (!row.success || isDeeperThan(MOST_DEPTH, row.data.row)) return damaged();
  if ([...Object.keys(ARCHIVED_TABLES), ...IGNORED_TABLES].includes(row.data.table)) return row.data;
  return reject('archive-of-another-version', `This version does not know what ${row.data.table} is.`);
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => isDeeperThan(depth - 1, part));
}

function unpacked(file: Uint8Array, mostBytes: number): Buffer | Rejection {
  try {
    return zstdDecompressSync(file, { maxOutputLength: mostBytes });
  } catch (error) {
    if (Object(error).code === 'ERR_BUFFER_TOO_LARGE') return tooLong(mostBytes);
    return reject('not-an-archive', 'This is not a file of a campaign, or not all of it.');
  }
}

/** Parses line by line: a long campaign is longer than a string can be. */
function linesOf(bytes: Buffer): unknown[] {
  const lines: unknown[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const stop = end === -1 ? bytes.length : end;
    lines.push(parsed(bytes.toString('utf8', at, stop)));
    at = stop + 1;
  }
  return lines;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function damaged(): Rejection {
  return reject('archive-damaged', 'The file is not whole: something was lost or changed. Export it again.');
}

function tooLong(mostBytes: number): Rejection {
  const most = Math.floor(mostBytes / 1024 / 1024);
  const reason = `Unpacked, the file has more than the ${most} MiB that are taken in here.`;
  return reject('archive-too-long', reason);
}

function newer(version: number): Rejection {
  const reason = `The file is of format ${version}; this version of Scenewright reads format ${ARCHIVE_VERSION}.`;
  return reject('archive-of-another-version', reason);
}

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
