import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { canonicalJson } from '#engine/kit/canonical-json.ts';
import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import type { ArchivedRow } from './archive-rows.ts';
import { ARCHIVED } from './tables.ts';

export const ARCHIVE_VERSION = 1;
const MOST_BYTES = 2 ** 31;

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

export type ArchiveHeader = z.infer<typeof Header>;
export type Archive = { readonly header: ArchiveHeader; readonly rows: readonly ArchivedRow[] };

/** One file: lines of canonical JSON under zstd. The first says what it is, the last that it is whole. */
export function encodeArchive({ header, rows }: Archive): Buffer {
  const lines = [header, ...rows].map((line) => Buffer.from(`${canonicalJson(line)}\n`));
  const body = Buffer.concat(lines);
  const end = canonicalJson({ rows: rows.length, sha256: hashOf(body) });
  return zstdCompressSync(Buffer.concat([body, Buffer.from(`${end}\n`)]));
}

export function decodeArchive(file: Uint8Array): Archive | Rejection {
  const bytes = unpacked(file);
  if (bytes === null) return reject('not-an-archive', 'This is not a file of a campaign, or not all of it.');
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
  if (!row.success) return damaged();
  if (Object.hasOwn(ARCHIVED, row.data.table)) return row.data;
  return reject('archive-of-another-version', `This version does not know what ${row.data.table} is.`);
}

function unpacked(file: Uint8Array): Buffer | null {
  try {
    return zstdDecompressSync(file, { maxOutputLength: MOST_BYTES });
  } catch {
    return null;
  }
}

/** Line by line: a long campaign is longer than a string can be. */
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

function newer(version: number): Rejection {
  const reason = `The file is of format ${version}; this version of Scenewright reads format ${ARCHIVE_VERSION}.`;
  return reject('archive-of-another-version', reason);
}
