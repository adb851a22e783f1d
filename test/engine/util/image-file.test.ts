import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writePngTexts } from '#engine/interchange/files/png-file.ts';
import { IMAGE_LIMITS, readImage, removeImageMetadata } from '#engine/util/image-file.ts';
import { isRejection } from '#engine/util/rejection.ts';

const PNG = readFileSync('content_packs/red_lamp/images/cover.png');
/** Start of a JPEG of 3 by 2 pixels: EXIF with a place, then the frame. */
const JPEG = Buffer.from(
  'ffd8ffe1000a457869660000504cffc0000b08000200030101110 0ffda0002ffd9'.replace(/ /g, ''),
  'hex',
);
const WEBP = (kind: string, head: string) =>
  Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
    Buffer.from(kind, 'latin1'),
    Buffer.from(head.padEnd(40, '0'), 'hex'),
  ]);
const box = (type: string, ...inner: readonly Buffer[]) => {
  const body = Buffer.concat(inner);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const extent = (width: number, height: number) => {
  const body = Buffer.alloc(12);
  body.writeUInt32BE(width, 4);
  body.writeUInt32BE(height, 8);
  return box('ispe', body);
};
const AVIF = Buffer.concat([
  box('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1')),
  box('meta', Buffer.alloc(4), box('iprp', box('ipco', extent(40, 30), extent(400, 300)))),
]);

it.each([
  ['PNG', PNG, { type: 'image/png', width: 480, height: 270 }],
  ['JPEG', JPEG, { type: 'image/jpeg', width: 3, height: 2 }],
  [
    'WebP with a canvas',
    WEBP('VP8X', '0a000000000000001f00000f0000'),
    { type: 'image/webp', width: 32, height: 16 },
  ],
  ['lossless WebP', WEBP('VP8L', '0a0000002f1f400300'), { type: 'image/webp', width: 32, height: 14 }],
  ['plain WebP', WEBP('VP8 ', '0a0000000000009d012a20001000'), { type: 'image/webp', width: 32, height: 16 }],
  ['AVIF with a thumbnail', AVIF, { type: 'image/avif', width: 400, height: 300 }],
])('tells type and size of a %s from its bytes', (_name, bytes, told) => {
  expect(readImage(bytes)).toMatchObject({ ...told, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

it.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a GIF', Buffer.from('GIF89a\u0001\0\u0001\0', 'latin1')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['nothing', Buffer.alloc(0)],
])('takes %s for no image', (_name, bytes) => {
  expect(readImage(bytes)).toBe('This is no PNG, JPEG, WebP or AVIF image.');
});

it('refuses damaged images, and images that are too large', () => {
  const wide = Buffer.from(PNG);
  wide.writeUInt32BE(IMAGE_LIMITS.side + 1, 16);

  expect(readImage(wide)).toMatch(/8193 by 270 pixels/);
  expect(readImage(Buffer.alloc(IMAGE_LIMITS.bytes + 1))).toMatch(/at most 5242880 are taken/);
  for (const whole of [PNG, JPEG, WEBP('VP8X', '0a0000000000'), AVIF]) {
    for (let length = 0; length < Math.min(whole.length, 200); length += 1) {
      const cut = whole.subarray(0, length);
      expect(() => removeImageMetadata(cut)).not.toThrow();
      expect(() => readImage(cut)).not.toThrow();
    }
  }
});

it('reads the size of a file that nests boxes as deep as they fit', () => {
  const deep = Buffer.alloc(IMAGE_LIMITS.bytes - 64);
  for (const [type, at] of [
    ['iprp', 0],
    ['meta', 4],
  ] as const) {
    for (let start = 0; start + 8 + at <= deep.length; start += 8 + at) {
      deep.writeUInt32BE(deep.length - start, start);
      deep.write(type, start + 4, 'latin1');
    }
    const file = Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1')), deep]);
    expect(readImage(file)).toBe('The image is damaged: it states no size.');
  }
});

it('keeps the scans and colours of a photograph, and nothing of what a phone adds to it', () => {
  const segment = (marker: number, text: string) => {
    const head = Buffer.from([0xff, marker, 0, 2 + text.length]);
    return Buffer.concat([head, Buffer.from(text, 'latin1')]);
  };
  const colours = segment(0xe2, 'ICC_PROFILE\0\u0001\u0001colours');
  const frame = Buffer.from('ffc2000b080002000301011100', 'hex');
  // Pixels hold an escaped marker, a restart and a fill byte; the tables of the next scan hold what looks like an end.
  const scans = Buffer.from(
    'ffda0002 11ff00d9ffd022ffff c40006ffd93344 ffda0002 5566'.replace(/ /g, ''),
    'hex',
  );
  const end = Buffer.from('ffd9', 'hex');
  const start = Buffer.from('ffd8', 'hex');
  const film = Buffer.from('ftypmp42 filmed at 41.89 N, 12.49 E');
  const taken = Buffer.concat([start, segment(0xe2, 'MPF\0second'), colours, frame, scans, end, JPEG, film]);

  const plain = Buffer.from(removeImageMetadata(taken));
  expect(plain.equals(Buffer.concat([start, colours, frame, scans, end]))).toBe(true);
  expect(Buffer.from(removeImageMetadata(plain)).equals(plain)).toBe(true);
});

it('removes the texts of a picture and keeps the picture', () => {
  const card = writePngTexts(PNG, new Map([['chara', Buffer.from('the butler did it').toString('base64')]]));
  if (isRejection(card)) throw new Error(card.reason);

  expect(card.length).toBeGreaterThan(PNG.length);
  expect(Buffer.from(removeImageMetadata(card)).equals(PNG)).toBe(true);
  expect(
    Buffer.from(removeImageMetadata(Buffer.concat([PNG, Buffer.from('after the end')]))).equals(PNG),
  ).toBe(true);
  const plain = removeImageMetadata(JPEG);
  expect(Buffer.from(plain).includes('Exif')).toBe(false);
  expect(readImage(plain)).toMatchObject({ width: 3, height: 2 });
});
