/** Numbers from a seed: the same seed gives the same ones. */
export type Random = {
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly some: <Item>(most: number, make: () => Item) => Item[];
};

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
    some: (most, make) => Array.from({ length: below(most + 1) }, make),
  };
}

/** Numbers at the ends of what they may be, and beyond. */
const NUMBERS = [
  0,
  1,
  -1,
  2,
  5,
  20,
  100,
  101,
  10_000,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 31,
  2 ** 53,
  1e308,
  0.5,
  -0,
];

const TEXTS = [
  '',
  ' ',
  'I listen.',
  'first line\nsecond line\t\u2028',
  '\u0000',
  '\ud800',
  '\u202eevil\u202c',
  'e\u0301',
  '\ufeffid',
  '😀'.repeat(50),
  '../../etc/passwd',
  "'; drop table turn; --",
  '{"$gt":""}',
  '__proto__',
  'constructor',
  'x'.repeat(2_000),
  'x'.repeat(2_001),
  'x'.repeat(20_001),
  '9'.repeat(400),
  'pc_auditor_001',
  'lantern_quay',
  'lantern_quay:marit',
  'Q3Vyc29yOjE=',
  'azoxMA',
];

export const randomNumber = (random: Random): number => random.pick(NUMBERS);

export function randomText(random: Random): string {
  if (random.chance(0.8)) return random.pick(TEXTS);
  return String.fromCodePoint(...random.some(30, () => random.below(0x2fff)));
}

/** Stands for a list in a list, and so on, deeper than JSON can be written by the means of the language. */
const DEEP = '<deep>';

/** The same JSON with what is very deep written out. */
export const writtenOut = (json: string): string =>
  json.replaceAll(`"${DEEP}"`, `${'['.repeat(20_000)}${']'.repeat(20_000)}`);

/** Anything JSON can say, some of it deep or long. */
export function randomJson(random: Random, depth = 3): unknown {
  const kind = random.below(depth > 0 ? 10 : 5);
  switch (kind) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
    case 3:
      return randomNumber(random);
    case 4:
    case 5:
      return randomText(random);
    case 6:
      return random.chance(0.1) ? random.pick([nested(50), nested(500), DEEP]) : [];
    case 7:
      return random.some(random.chance(0.05) ? 400 : 4, () => randomJson(random, depth - 1));
    default:
      return Object.fromEntries(
        random.some(4, () => [
          random.pick(['id', 'text', '__proto__', 'input', 'kind', 'a b', '']),
          randomJson(random, depth - 1),
        ]),
      );
  }
}

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
