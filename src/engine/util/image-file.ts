import { createHash } from 'node:crypto';

/** Kinds of images that are kept and served. SVG is none of them: it may hold scripts. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif';

/** Facts about the bytes of an image. */
export type ImageInfo = {
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
};

export const IMAGE_LIMITS = { bytes: 5 * 1024 * 1024, side: 8_192 } as const;

type Size = { readonly width: number; readonly height: number };

/**
 * Reads type and size of an image from its bytes; names and declared types are not trusted. Returns a sentence when it
 * is no image that is served, or exceeds `IMAGE_LIMITS`.
 */
export function readImage(bytes: Uint8Array): ImageInfo | string {
  if (bytes.length > IMAGE_LIMITS.bytes)
    return `The image has ${bytes.length} bytes; at most ${IMAGE_LIMITS.bytes} are taken.`;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const [type, read] of READERS) {
    const size = read(view);
    if (size === null) continue;
    const { width, height } = size;
    if (width < 1 || height < 1) return 'The image is damaged: it states no size.';
    if (width > IMAGE_LIMITS.side || height > IMAGE_LIMITS.side)
      return `The image has ${width} by ${height} pixels; a side has at most ${IMAGE_LIMITS.side}.`;
    return { hash: createHash('sha256').update(bytes).digest('hex'), type, width, height };
  }
  return 'This is no PNG, JPEG, WebP or AVIF image.';
}

const NO_SIZE: Size = { width: 0, height: 0 };

const READERS: readonly (readonly [ImageType, (bytes: Buffer) => Size | null])[] = [
  ['image/png', readPngSize],
  ['image/jpeg', readJpegSize],
  ['image/webp', readWebpSize],
  ['image/avif', readAvifSize],
];

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readPngSize(bytes: Buffer): Size | null {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null;
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return NO_SIZE;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Whether a marker of a JPEG begins a frame, which states the size. */
function isFrameMarker(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function readJpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 3 || bytes.readUIntBE(0, 3) !== 0xffd8ff) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrameMarker(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // A fill byte may precede a marker; every segment before the frame states its length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return NO_SIZE;
}

function readWebpSize(bytes: Buffer): Size | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  if (bytes.length < 30) return NO_SIZE;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return NO_SIZE;
  }
}

const AVIF_BRANDS = ['avif', 'avis'];
/** Boxes of an AVIF on the way to its sizes, each within the one before, with the bytes before their first inner box. */
const AVIF_CONTAINERS = [
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
] as const;

function readAvifSize(bytes: Buffer): Size | null {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return null;
  const brands = bytes.toString('latin1', 8, Math.min(bytes.length, bytes.readUInt32BE(0), 64));
  if (!AVIF_BRANDS.some((brand) => brands.includes(brand))) return null;
  return findLargestExtent(bytes, 0, bytes.length);
}

/** Finds the largest stated size: a file may hold a thumbnail beside the image. `depth` counts the containers around the range. */
function findLargestExtent(bytes: Buffer, from: number, to: number, depth = 0): Size {
  const [container, skipped] = AVIF_CONTAINERS[depth] ?? [null, 0];
  let largest = NO_SIZE;
  let at = from;
  while (at + 8 <= to) {
    const length = bytes.readUInt32BE(at);
    const end = length === 0 ? to : at + length;
    if (length === 1 || end < at + 8 || end > to) break;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const found =
      type === container
        ? findLargestExtent(bytes, at + 8 + skipped, end, depth + 1)
        : readExtent(bytes, type, at, end);
    if (found.width * found.height > largest.width * largest.height) largest = found;
    at = end;
  }
  return largest;
}

function readExtent(bytes: Buffer, type: string, at: number, end: number): Size {
  if (type !== 'ispe' || end < at + 20) return NO_SIZE;
  return { width: bytes.readUInt32BE(at + 12), height: bytes.readUInt32BE(at + 16) };
}

/**
 * Removes texts, places and other metadata from an image: PNG, JPEG and WebP. Colours and animation stay. Returns any other file,
 * and one that is damaged, as it is.
 */
export function removeImageMetadata(bytes: Uint8Array): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (readPngSize(view) !== null) return joinParts(view, splitPng(view));
  if (readJpegSize(view) !== null) return joinParts(view, splitJpeg(view));
  if (readWebpSize(view) === null) return bytes;
  const written = joinParts(view, splitWebp(view));
  if (written.length >= 30 && written.toString('latin1', 12, 16) === 'VP8X') {
    // The flags no longer promise EXIF and XMP.
    written[20] = (written[20] ?? 0) & 0b1111_0011;
  }
  written.writeUInt32LE(written.length - 8, 4);
  return written;
}

/** Part of a file: from, to, and whether it stays. */
type FilePart = readonly [from: number, to: number, isKept: boolean];

function joinParts(bytes: Buffer, parts: readonly FilePart[]): Buffer {
  return Buffer.concat(parts.flatMap(([from, to, isKept]) => (isKept ? [bytes.subarray(from, to)] : [])));
}

const PNG_METADATA = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'];

function splitPng(bytes: Buffer): readonly FilePart[] {
  const parts: FilePart[] = [[0, 8, true]];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    parts.push([at, end, !PNG_METADATA.includes(type)]);
    at = end;
    // Whatever follows the end of the image is no part of it.
    if (type === 'IEND') break;
  }
  return parts;
}

const COLOUR_PROFILE = 'ICC_PROFILE';

/** Tells whether a segment is a comment or application data that is no picture: all but JFIF (APP0), Adobe's (APP14) and colours. */
function isJpegMetadata(bytes: Buffer, at: number): boolean {
  const marker = bytes[at + 1] ?? 0;
  if (marker === 0xe2)
    return bytes.toString('latin1', at + 4, at + 4 + COLOUR_PROFILE.length) !== COLOUR_PROFILE;
  return marker === 0xfe || (marker >= 0xe1 && marker <= 0xef && marker !== 0xee);
}

function splitJpeg(bytes: Buffer): readonly FilePart[] {
  const parts: FilePart[] = [[0, 2, true]];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && !isJpegEnd(bytes, at)) {
    const marker = bytes[at + 1] ?? 0;
    const end = marker === 0xff ? at + 1 : at + 2 + bytes.readUInt16BE(at + 2);
    parts.push([at, end, !isJpegMetadata(bytes, at)]);
    at = end;
    if (marker !== 0xda) continue;
    // Behind the start of a scan come its pixels; a picture may have several.
    at = findScanEnd(bytes, end);
    parts.push([end, at, true]);
  }
  // Whatever follows the end of the image is no part of it: phones append films and second pictures with data of their own.
  return isJpegEnd(bytes, at) ? [...parts, [at, at + 2, true]] : [...parts, [at, bytes.length, true]];
}

function isJpegEnd(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0xff && bytes[at + 1] === 0xd9;
}

/** Returns where the pixels of a scan end: before the next marker that is no escaped pixel, no fill and no restart. */
function findScanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

const WEBP_METADATA = ['EXIF', 'XMP '];

function splitWebp(bytes: Buffer): readonly FilePart[] {
  const parts: FilePart[] = [[0, 12, true]];
  let at = 12;
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    parts.push([at, end, !WEBP_METADATA.includes(bytes.toString('latin1', at, at + 4))]);
    at = end;
  }
  return parts;
}
