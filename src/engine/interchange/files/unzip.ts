import { Unzip, UnzipInflate } from 'fflate';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { IMPORT_LIMITS } from './import-limits.ts';

/** Compressed bytes that are unpacked at a time: a slice cannot grow beyond some megabytes. */
const SLICE = 8 * 1024;

class TooLarge extends Error {}

/**
 * Unpacks the wanted files of an archive. Counts what really comes out, not what the archive claims, and stops at the
 * limit.
 */
export function unzipBounded(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
): ReadonlyMap<string, Uint8Array> | Rejection {
  const files = new Map<string, Uint8Array>();
  let [entries, unpacked] = [0, 0];
  const archive = new Unzip((file) => {
    entries += 1;
    if (entries > IMPORT_LIMITS.zipEntries)
      throw new TooLarge(`has more than ${IMPORT_LIMITS.zipEntries} files`);
    if (!isWanted(file.name)) return;
    const parts: Uint8Array[] = [];
    file.ondata = (error, part, isLast) => {
      if (error !== null) throw error;
      unpacked += part.length;
      if (unpacked > IMPORT_LIMITS.unpackedBytes)
        throw new TooLarge(`unpacks to more than ${IMPORT_LIMITS.unpackedBytes / 1024 / 1024} MiB`);
      parts.push(part);
      if (isLast) files.set(file.name, Buffer.concat(parts));
    };
    file.start();
  });
  archive.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += SLICE) {
      archive.push(bytes.subarray(at, at + SLICE), at + SLICE >= bytes.length);
    }
    return files;
  } catch (cause) {
    if (cause instanceof TooLarge) return reject('too-large', `The archive ${cause.message}.`);
    const why = cause instanceof Error ? cause.message : String(cause);
    return reject('damaged-zip', `The archive is damaged: ${why.slice(0, 200)}.`);
  }
}
