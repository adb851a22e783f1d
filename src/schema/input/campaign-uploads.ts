import type { Clock } from '#engine/util/clock.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';

/** Part `number` of `of`, from 1, of a file that is longer than a request may be. */
export type FilePart = { readonly uploadId: string; readonly number: number; readonly of: number };

/** Parts of one upload so far, or the whole file after the last part. */
export type UploadProgress =
  | { readonly type: 'part'; readonly received: number; readonly of: number }
  | { readonly type: 'whole'; readonly bytes: Uint8Array };

/** Stores the parts of files until they are complete. */
export type CampaignUploads = {
  readonly add: (viewerId: string, part: FilePart, bytes: Uint8Array) => UploadProgress | Rejection;
};

type Upload = {
  readonly uploadId: string;
  readonly of: number;
  readonly parts: readonly Uint8Array[];
  readonly until: number;
};

/** Maximum bytes of one file. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_PARTS = 1_000;
const MOST_UPLOADS = 8;
const KEPT_MILLISECONDS = 10 * 60_000;

/**
 * Creates the store of uploads. Parts arrive in order, one file per viewer at a time. Drops uploads not finished within ten
 * minutes.
 */
export function createCampaignUploads(clock: Clock): CampaignUploads {
  const uploads = new Map<string, Upload>();
  return {
    add: (viewerId, part, bytes) => {
      const now = clock().getTime();
      letGo(uploads, now);
      const isBegun = uploads.has(viewerId);
      const parts = withPart(uploads.get(viewerId), part, bytes);
      if (isRejection(parts)) return parts;
      if (!isBegun && uploads.size >= MOST_UPLOADS) return tooMany();
      uploads.delete(viewerId);
      if (part.number === part.of) return { type: 'whole', bytes: Buffer.concat(parts) };
      uploads.set(viewerId, { uploadId: part.uploadId, of: part.of, parts, until: now + KEPT_MILLISECONDS });
      return { type: 'part', received: part.number, of: part.of };
    },
  };
}

function letGo(uploads: Map<string, Upload>, now: number): void {
  for (const [owner, { until }] of uploads) if (until < now) uploads.delete(owner);
}

/** Appends a part to its upload. The first part of a file replaces an unfinished upload. */
function withPart(
  begun: Upload | undefined,
  part: FilePart,
  bytes: Uint8Array,
): readonly Uint8Array[] | Rejection {
  const wrong = wrongPart(part);
  if (wrong !== null) return wrong;
  const goesOn = part.number > 1 && begun?.uploadId === part.uploadId && begun.of === part.of;
  const before = goesOn ? begun.parts : [];
  if (before.length !== part.number - 1) return outOfOrder(before.length + 1);
  const parts = [...before, bytes];
  return parts.reduce((sum, { length }) => sum + length, 0) > MOST_BYTES ? tooLong() : parts;
}

function wrongPart({ number, of }: FilePart): Rejection | null {
  if (of < 1 || of > MOST_PARTS)
    return reject('bad-part', `The number of parts must be from 1 to ${MOST_PARTS}.`, [
      'input',
      'part',
      'of',
    ]);
  if (number < 1 || number > of)
    return reject('bad-part', `The number of a part must be from 1 to ${of}.`, ['input', 'part', 'number']);
  return null;
}

function outOfOrder(next: number): Rejection {
  const reason = `the next one of this upload is ${next}; one that was begun more than ten minutes ago begins anew.`;
  return reject('bad-part', reason, ['input', 'part', 'number']);
}

function tooMany(): Rejection {
  return reject('bad-part', 'others are sending files; try again in a minute.', ['input', 'part']);
}

function tooLong(): Rejection {
  const most = MOST_BYTES / 1024 / 1024;
  return reject(
    'bad-part',
    `a file has at most ${most} MiB here; longer ones are imported at the terminal.`,
    ['input', 'file'],
  );
}
