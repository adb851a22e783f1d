import { crc32, deflateSync } from 'node:zlib';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { IMPORT_LIMITS } from './import-limits.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const HEADER = 8;
const CHECKSUM = 4;

type Chunk = { readonly type: string; readonly data: Uint8Array; readonly isIntact: boolean };

export function isPng(bytes: Uint8Array): boolean {
  return bytes.length >= SIGNATURE.length && SIGNATURE.every((byte, at) => bytes[at] === byte);
}

/** Reads the chunks of a PNG. Copies nothing: the data are views of the file. */
function readChunks(bytes: Uint8Array): readonly Chunk[] | Rejection {
  if (!isPng(bytes)) return reject('not-png', 'The file is not a PNG.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < bytes.length; ) {
    if (chunks.length >= IMPORT_LIMITS.pngChunks)
      return reject('too-large', `The PNG has more than ${IMPORT_LIMITS.pngChunks} chunks.`);
    if (at + HEADER + CHECKSUM > bytes.length) return reject('damaged-png', 'The PNG ends in mid-chunk.');
    const length = view.getUint32(at);
    const end = at + HEADER + length;
    if (end + CHECKSUM > bytes.length)
      return reject('damaged-png', `A chunk of the PNG claims ${length} bytes; the file has fewer.`);
    const type = Buffer.from(bytes.subarray(at + 4, at + HEADER)).toString('latin1');
    const isIntact = crc32(bytes.subarray(at + 4, end)) === view.getUint32(end);
    chunks.push({ type, data: bytes.subarray(at + HEADER, end), isIntact });
    if (type === 'IEND') break;
    at = end + CHECKSUM;
  }
  return chunks;
}

/** Reads the texts of a PNG by keyword. Of several with one keyword the last counts. */
export function readPngTexts(bytes: Uint8Array): ReadonlyMap<string, string> | Rejection {
  const chunks = readChunks(bytes);
  if (isRejection(chunks)) return chunks;
  const texts = new Map<string, string>();
  for (const { type, data, isIntact } of chunks) {
    const end = type === 'tEXt' ? data.indexOf(0) : -1;
    if (end < 1 || end > 79) continue;
    const keyword = Buffer.from(data.subarray(0, end)).toString('latin1').toLowerCase();
    if (!isIntact)
      return reject('damaged-png', `The text ${keyword} of the PNG is damaged: its checksum is wrong.`);
    texts.set(keyword, Buffer.from(data.subarray(end + 1)).toString('latin1'));
  }
  return texts;
}

/** Returns a PNG with these texts in place of those with the same keyword. Everything else stays byte for byte. */
export function writePngTexts(image: Uint8Array, texts: ReadonlyMap<string, string>): Uint8Array | Rejection {
  const chunks = readChunks(image);
  if (isRejection(chunks)) return chunks;
  const others = chunks.filter(({ type, data }) => {
    const keyword = Buffer.from(data.subarray(0, Math.max(0, data.indexOf(0))))
      .toString('latin1')
      .toLowerCase();
    return type !== 'IEND' && !(type === 'tEXt' && texts.has(keyword));
  });
  const written = [...texts].map(([keyword, text]) =>
    writeChunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1')),
  );
  return Buffer.concat([
    SIGNATURE,
    ...others.map(({ type, data }) => writeChunk(type, data)),
    ...written,
    writeChunk('IEND', new Uint8Array()),
  ]);
}

function writeChunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const PLAIN = { width: 256, height: 384, grey: 0x60 };

/** Draws a plain grey picture, for a card whose character has no portrait. */
export function drawPlainPng(): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PLAIN.width, 0);
  header.writeUInt32BE(PLAIN.height, 4);
  // Eight bits a pixel, shades of grey.
  header[8] = 8;
  const row = Buffer.alloc(PLAIN.width + 1, PLAIN.grey);
  row[0] = 0;
  const rows = Buffer.concat(Array.from({ length: PLAIN.height }, () => row));
  return Buffer.concat([
    SIGNATURE,
    writeChunk('IHDR', header),
    writeChunk('IDAT', deflateSync(rows)),
    writeChunk('IEND', new Uint8Array()),
  ]);
}
