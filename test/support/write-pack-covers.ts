/** Draws the covers of the shipped packs into their folders: node test/support/write-pack-covers.ts */
import { mkdirSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

const [WIDTH, HEIGHT] = [480, 270];

type Point = readonly [x: number, y: number];

/** Picture of at most 16 colours. */
class Canvas {
  readonly #pixels = new Uint8Array(WIDTH * HEIGHT);

  /** Colours every point for which the test holds. */
  fill(colour: number, holds: (x: number, y: number) => boolean): this {
    for (let at = 0; at < this.#pixels.length; at += 1) {
      if (holds(at % WIDTH, Math.floor(at / WIDTH))) this.#pixels[at] = colour;
    }
    return this;
  }

  rectangle(colour: number, left: number, top: number, width: number, height: number): this {
    return this.fill(colour, (x, y) => x >= left && x < left + width && y >= top && y < top + height);
  }

  disc(colour: number, [centreX, centreY]: Point, radius: number): this {
    return this.fill(colour, (x, y) => (x - centreX) ** 2 + (y - centreY) ** 2 < radius ** 2);
  }

  polygon(colour: number, ...corners: readonly Point[]): this {
    return this.fill(colour, (x, y) => {
      let isInside = false;
      for (const [at, [cornerX, cornerY]] of corners.entries()) {
        const [otherX, otherY] = corners.at(at - 1) ?? [0, 0];
        const crosses = cornerY > y !== otherY > y;
        if (crosses && x < ((otherX - cornerX) * (y - cornerY)) / (otherY - cornerY) + cornerX)
          isInside = !isInside;
      }
      return isInside;
    });
  }

  /** Fills the picture from top to bottom with the first colours of the palette. */
  sky(colours: number): this {
    return colours < 2
      ? this.rectangle(0, 0, 0, WIDTH, HEIGHT)
      : Array.from({ length: colours }).reduce<this>(
          (canvas, _, at) => canvas.fill(at, (_x, y) => Math.floor((y * colours) / HEIGHT) === at),
          this,
        );
  }

  toPng(palette: readonly string[]): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(WIDTH, 0);
    header.writeUInt32BE(HEIGHT, 4);
    // Four bits a pixel, each a place in the palette.
    header.set([4, 3], 8);
    const rows = Array.from({ length: HEIGHT }, (_, y) => {
      const pairs = Array.from({ length: WIDTH / 2 }, (_unused, pair) => {
        const at = y * WIDTH + pair * 2;
        return ((this.#pixels[at] ?? 0) << 4) | (this.#pixels[at + 1] ?? 0);
      });
      return Buffer.from([0, ...pairs]);
    });
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      writeChunk('IHDR', header),
      writeChunk('PLTE', Buffer.from(palette.join(''), 'hex')),
      writeChunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
      writeChunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Returns the same numbers below `below` every time. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

function drawCastle(): Buffer {
  const canvas = new Canvas().sky(5).disc(5, [350, 120], 46);
  canvas.polygon(6, [0, 200], [120, 150], [260, 205], [400, 170], [480, 190], [480, 270], [0, 270]);
  canvas.rectangle(7, 70, 95, 150, 130).rectangle(7, 50, 60, 40, 165).rectangle(7, 200, 70, 40, 155);
  for (let x = 50; x < 240; x += 20) {
    const top = x < 90 ? 50 : x < 200 ? 85 : 60;
    canvas.rectangle(7, x, top, 10, 12);
  }
  canvas
    .disc(8, [145, 205], 18)
    .rectangle(8, 127, 205, 36, 20)
    .rectangle(5, 62, 90, 8, 16)
    .rectangle(5, 215, 98, 8, 16);
  canvas.polygon(9, [70, 50], [70, 20], [104, 30], [72, 40], [72, 50]);
  canvas.polygon(8, [0, 235], [200, 222], [480, 240], [480, 270], [0, 270]);
  return canvas.toPng([
    '3a2440',
    '7a3b46',
    'b5583f',
    'd98a4a',
    'efc070',
    'fbe6a8',
    '5c4a35',
    '2b2230',
    '1a141f',
    'b02a30',
  ]);
}

function drawMotel(): Buffer {
  const number = createNumbers(7);
  const canvas = new Canvas().sky(3);
  for (let at = 0; at < 60; at += 1) canvas.rectangle(7, number(WIDTH), number(150), 1, 1);
  canvas
    .rectangle(3, 0, 200, WIDTH, 70)
    .rectangle(4, 150, 150, 330, 55)
    .polygon(5, [140, 152], [165, 132], [480, 132], [480, 152]);
  for (let x = 175; x < 470; x += 60)
    canvas.rectangle(6, x, 165, 14, 38).rectangle(x === 235 ? 8 : 3, x + 20, 168, 24, 18);
  canvas.rectangle(5, 62, 90, 8, 130).rectangle(9, 18, 30, 100, 64).rectangle(7, 22, 34, 92, 56);
  for (const [at, width] of [56, 72, 40].entries()) {
    for (let x = 30; x < 30 + width; x += 8) canvas.rectangle(3, x, 42 + at * 16, 5, 9);
  }
  canvas
    .polygon(2, [200, 270], [290, 205], [310, 205], [300, 270])
    .polygon(8, [248, 262], [298, 210], [300, 210], [256, 262]);
  return canvas.toPng([
    '14172f',
    '23254a',
    '3c3560',
    '1b1c26',
    '6b4d57',
    '8d3f4a',
    '2c5a66',
    'f6ecd2',
    'ffcf66',
    'ff5d7a',
  ]);
}

function drawCity(): Buffer {
  const number = createNumbers(2077);
  const canvas = new Canvas().sky(4).disc(4, [240, 150], 90);
  for (const [colour, top, seed] of [
    [5, 90, 3],
    [6, 130, 5],
  ] as const) {
    for (let x = -seed; x < WIDTH; ) {
      const [width, height] = [22 + number(34), top + number(70)];
      canvas.rectangle(colour, x, height, width, HEIGHT - height);
      for (let light = 0; light < 6; light += 1)
        canvas.rectangle(7 + number(3), x + 3 + number(width - 6), height + 6 + number(80), 3, 2);
      x += width + 3;
    }
  }
  canvas.rectangle(8, 330, 140, 12, 60).rectangle(7, 96, 160, 40, 8);
  for (let at = 0; at < 220; at += 1) {
    const [x, y] = [number(WIDTH), number(HEIGHT)];
    canvas.rectangle(10, x, y, 1, 6);
  }
  return canvas.toPng([
    '0b0f2a',
    '1c1440',
    '3a1a5c',
    '6a2170',
    'e04a8a',
    '191638',
    '0a0a18',
    'ffd75e',
    '27e0d8',
    'ff3f9a',
    '5566a0',
  ]);
}

function drawMountains(): Buffer {
  const number = createNumbers(11);
  const canvas = new Canvas().sky(4).disc(4, [110, 36], 26).disc(0, [121, 30], 23);
  for (let at = 0; at < 70; at += 1) canvas.rectangle(4, number(WIDTH), number(130), 1, 1);
  canvas.polygon(5, [0, 230], [90, 120], [170, 210], [290, 80], [400, 200], [480, 140], [480, 270], [0, 270]);
  canvas.polygon(4, [290, 80], [262, 112], [284, 108], [294, 118], [318, 111]);
  canvas.polygon(6, [0, 250], [130, 190], [300, 245], [480, 195], [480, 270], [0, 270]);
  canvas.rectangle(7, 356, 120, 26, 110).polygon(8, [350, 122], [369, 82], [388, 122]);
  canvas.rectangle(9, 365, 140, 8, 12).rectangle(9, 365, 175, 8, 12);
  return canvas.toPng([
    '0f1b3d',
    '1d3260',
    '33548a',
    '5f86b0',
    'f4f1dc',
    '27406b',
    '142a33',
    '3d3148',
    '7a2e48',
    'ffc861',
  ]);
}

function drawLamp(): Buffer {
  const canvas = new Canvas().sky(1);
  for (const [colour, radius] of [
    [1, 150],
    [2, 112],
    [3, 78],
    [4, 48],
  ] as const)
    canvas.disc(colour, [240, 120], radius);
  canvas.rectangle(5, 236, 0, 8, 70).polygon(5, [212, 90], [228, 68], [252, 68], [268, 90]);
  canvas
    .polygon(6, [216, 90], [264, 90], [256, 148], [224, 148])
    .rectangle(5, 220, 148, 40, 8)
    .disc(7, [240, 120], 12);
  canvas.polygon(5, [0, 240], [160, 226], [320, 236], [480, 224], [480, 270], [0, 270]);
  return canvas.toPng(['160a12', '2c0e18', '4d121e', '7d1a26', 'b32a2e', '0a0508', 'e8483c', 'ffd28a']);
}

function drawTalk(): Buffer {
  const canvas = new Canvas().sky(2);
  const bubble = (colour: number, x: number, y: number, width: number, height: number, tail: number) =>
    canvas
      .rectangle(colour, x, y + 20, width, height - 40)
      .rectangle(colour, x + 20, y, width - 40, height)
      .disc(colour, [x + 20, y + 20], 20)
      .disc(colour, [x + width - 20, y + 20], 20)
      .disc(colour, [x + 20, y + height - 20], 20)
      .disc(colour, [x + width - 20, y + height - 20], 20)
      .polygon(
        colour,
        [tail, y + height - 4],
        [tail + 34, y + height - 4],
        [tail + (tail < 240 ? -6 : 40), y + height + 30],
      );
  bubble(2, 60, 50, 220, 90, 90);
  bubble(3, 210, 120, 210, 90, 350);
  for (const [at, x] of [120, 170, 220].entries()) canvas.disc(at === 1 ? 3 : 4, [x, 92], 9);
  for (const [at, width] of [140, 100].entries()) canvas.rectangle(2, 245, 150 + at * 22, width, 8);
  return canvas.toPng(['e9dcc6', 'dcc9a8', 'fffaf0', '3f5f6f', 'c9734a']);
}

function drawDie(): Buffer {
  const canvas = new Canvas().sky(3);
  const [top, left, right, bottom] = [
    [240, 24],
    [142, 80],
    [338, 80],
    [240, 246],
  ] as const;
  const [lowLeft, lowRight] = [
    [142, 190],
    [338, 190],
  ] as const;
  canvas.polygon(4, top, right, lowRight, bottom, lowLeft, left);
  canvas
    .polygon(5, top, [178, 170], [302, 170])
    .polygon(3, top, left, [178, 170])
    .polygon(6, top, right, [302, 170]);
  canvas
    .polygon(6, [178, 170], [302, 170], bottom)
    .polygon(7, left, lowLeft, [178, 170])
    .polygon(7, right, lowRight, [302, 170]);
  canvas
    .rectangle(8, 214, 112, 22, 6)
    .rectangle(8, 230, 112, 6, 20)
    .rectangle(8, 214, 128, 22, 6)
    .rectangle(8, 214, 128, 6, 20);
  canvas.rectangle(8, 214, 146, 22, 6).rectangle(8, 244, 112, 22, 40).rectangle(5, 250, 118, 10, 28);
  return canvas.toPng([
    '1d2433',
    '26304a',
    '303d5c',
    '9c3a34',
    'c95a44',
    'e6b25a',
    'b7472f',
    '7a2b2c',
    '2a1712',
  ]);
}

const COVERS: Readonly<Record<string, () => Buffer>> = {
  castile_1430: drawCastle,
  just_talk: drawTalk,
  motel_verse: drawMotel,
  mystika: drawMountains,
  neo_seattle: drawCity,
  red_lamp: drawLamp,
  srd_5e: drawDie,
};

for (const [pack, draw] of Object.entries(COVERS)) {
  mkdirSync(`content_packs/${pack}/images`, { recursive: true });
  writeFileSync(`content_packs/${pack}/images/cover.png`, draw());
}
