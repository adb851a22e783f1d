import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { ArchivedRow } from './archive-rows.ts';
import { ARCHIVED_TABLES } from './archived-tables.ts';

export const ARCHIVE_VERSION = 1;
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
export type Archive = { readonly header: ArchiveHeader; readonly rows: readonly ArchivedRow[] };

/**
 * Encodes an archive as lines of canonical JSON under zstd. The first line is the header, the last confirms that the
 * file is complete.
 */
export function encodeArchive({ header, rows }: Archive): Buffer {
  const lines = [header, ...rows].map((line) => Buffer.from(`${toCanonicalJson(line)}\n`));
  const body = Buffer.concat(lines);
  const end = toCanonicalJson({ rows: rows.length, sha256: hashOf(body) });
  return zstdCompressSync(Buffer.concat([body, Buffer.from(`${end}\n`)]));
}

/**
 * Decodes an archive. `mostBytes` limits its unpacked size: a small file can unpack to more than the memory there is.
 */
export function decodeArchive(file: Uint8Array, mostBytes: number = MOST_BYTES): Archive | Rejection {
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
  if (Object.hasOwn(ARCHIVED_TABLES, row.data.table)) return row.data;
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
export function rejectForeignRows({ header, rows }: Archive): Rejection | null {
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
