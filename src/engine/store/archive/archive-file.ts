import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createZstdDecompress, zstdCompressSync } from 'node:zlib';
import { z } from 'zod';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { ArchivedRow } from './archive-rows.ts';
import { ARCHIVED_TABLES, IGNORED_TABLES } from './archived-tables.ts';

export const ARCHIVE_VERSION = 1;
/** No played campaign nests nearly as deep. A deeper file is meant to overflow the stack of its reader. */
const MOST_DEPTH = 200;
const CHUNK_BYTES = 256 * 1024;
const LINE_END = 10;

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

export type Archive = { readonly header: z.infer<typeof Header>; readonly rows: readonly ArchivedRow[] };

/** Limits of reading a file. A small file can unpack to more than memory holds, or keep its reader busy for hours. */
export type ArchiveBounds = {
  /** Maximum size of the unpacked file in bytes. */
  readonly bytes: number;
  /** Maximum size of one unpacked line in bytes. */
  readonly lineBytes: number;
  /** Maximum seconds of unpacking and reading. */
  readonly seconds: number;
};

/** Limits for files from the operator of the server. */
export const DEFAULT_BOUNDS: ArchiveBounds = { bytes: 2 ** 31, lineBytes: 2 ** 26, seconds: 3600 };

/**
 * Encodes an archive as lines of canonical JSON under zstd. The first line is the header, the last confirms that the
 * file is complete.
 */
export function encodeArchive({ header, rows }: Archive): Buffer {
  const lines = [header, ...rows].map((line) => Buffer.from(`${toCanonicalJson(line)}\n`));
  const body = Buffer.concat(lines);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const end = toCanonicalJson({ rows: rows.length, sha256 });
  return zstdCompressSync(Buffer.concat([body, Buffer.from(`${end}\n`)]));
}

/**
 * Decodes an archive piece by piece: other work goes on meanwhile, and the first wrong line ends it. Unpacks on another
 * thread.
 */
export async function decodeArchive(
  file: Uint8Array,
  bounds: ArchiveBounds = DEFAULT_BOUNDS,
): Promise<Archive | Rejection> {
  const reader = new LineReader(bounds);
  const unpacked = Readable.from([file]).pipe(createZstdDecompress({ chunkSize: CHUNK_BYTES }));
  const late = AbortSignal.timeout(bounds.seconds * 1000);
  try {
    for await (const chunk of unpacked) {
      const refused = late.aborted ? tooSlow(bounds) : reader.push(chunk);
      if (refused !== null) return refused;
    }
    return reader.end();
  } catch {
    // The unpacked bytes are all read here; only zstd throws.
    return NOT_AN_ARCHIVE;
  } finally {
    unpacked.destroy();
  }
}

/** Reads lines as their bytes arrive. The last line is known as such only at the end, so each one is held back once. */
class LineReader {
  readonly #bounds: ArchiveBounds;
  readonly #hash: Hash = createHash('sha256');
  readonly #rows: ArchivedRow[] = [];
  #parts: Buffer[] = [];
  #partBytes = 0;
  #bytes = 0;
  #header: Archive['header'] | null = null;
  #held: Buffer | null = null;

  constructor(bounds: ArchiveBounds) {
    this.#bounds = bounds;
  }

  push(chunk: Buffer): Rejection | null {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bounds.bytes) return tooLong(this.#bounds.bytes);
    for (let at = 0; at < chunk.length; ) {
      const end = chunk.indexOf(LINE_END, at);
      const stop = end === -1 ? chunk.length : end + 1;
      this.#parts.push(chunk.subarray(at, stop));
      this.#partBytes += stop - at;
      if (this.#partBytes > this.#bounds.lineBytes) return tooLong(this.#bounds.lineBytes);
      const refused = end === -1 ? null : this.#endLine();
      if (refused !== null) return refused;
      at = stop;
    }
    return null;
  }

  end(): Archive | Rejection {
    if (this.#header === null) return NOT_AN_ARCHIVE;
    const end = End.safeParse(this.#held === null ? null : parseLine(this.#held));
    const isWhole =
      this.#partBytes === 0 &&
      end.success &&
      end.data.rows === this.#rows.length &&
      end.data.sha256 === this.#hash.digest('hex');
    return isWhole ? { header: this.#header, rows: this.#rows } : DAMAGED;
  }

  #endLine(): Rejection | null {
    const line = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#partBytes = 0;
    if (this.#header === null) return this.#readHeader(line);
    const before = this.#held;
    this.#held = line;
    if (before === null) return null;
    const row = readRow(before);
    if (isRejection(row)) return row;
    this.#hash.update(before);
    this.#rows.push(row);
    return null;
  }

  #readHeader(line: Buffer): Rejection | null {
    const header = Header.safeParse(parseLine(line));
    if (!header.success) return NOT_AN_ARCHIVE;
    if (header.data.version !== ARCHIVE_VERSION) return writtenByAnother(header.data.version);
    this.#header = header.data;
    this.#hash.update(line);
    return null;
  }
}

function readRow(line: Buffer): ArchivedRow | Rejection {
  const row = Row.safeParse(parseLine(line));
  if (!row.success || isDeeperThan(MOST_DEPTH, row.data.row)) return DAMAGED;
  if ([...Object.keys(ARCHIVED_TABLES), ...IGNORED_TABLES].includes(row.data.table)) return row.data;
  return reject('archive-of-another-version', `This version does not know what ${row.data.table} is.`);
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => isDeeperThan(depth - 1, part));
}

function parseLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return null;
  }
}

const NOT_AN_ARCHIVE = reject('not-an-archive', 'This is not a file of a campaign, or not all of it.');
const DAMAGED = reject(
  'archive-damaged',
  'The file is not whole: something was lost or changed. Export it again.',
);

function tooLong(mostBytes: number): Rejection {
  const most = Math.floor(mostBytes / 1024 / 1024);
  const reason = `Unpacked, the file or one row of it has more than the ${most} MiB that are taken in here. Import it with scenewright import.`;
  return reject('archive-too-long', reason);
}

function tooSlow({ seconds }: ArchiveBounds): Rejection {
  const reason = `Reading the file took longer than ${seconds} seconds. Import it with scenewright import.`;
  return reject('archive-too-long', reason);
}

function writtenByAnother(version: number): Rejection {
  const reason = `The file is of format ${version}; this version of Scenewright reads format ${ARCHIVE_VERSION}.`;
  return reject('archive-of-another-version', reason);
}
