/** Bytes of WebAssembly, named as its text format names them. */
const I32 = 0x7f;
const V128 = 0x7b;
const VOID = 0x40;
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (value: number) => [0x41, value];
const add = [0x6a];
const isLess = [0x49];
const loop = [0x03, VOID];
const again = (depth: number) => [0x0d, depth];
const end = [0x0b];
const simd = (code: number, ...rest: number[]) =>
  code < 0x80 ? [0xfd, code, ...rest] : [0xfd, (code & 0x7f) | 0x80, code >> 7, ...rest];
const zeros = simd(0x0c, ...new Array<number>(16).fill(0));
const load = (offset: number) => simd(0x00, 2, offset);
const widenLow = simd(0x87);
const widenHigh = simd(0x88);
const multiplyAndAddPairs = simd(0xba);
const addFour = simd(0xae);
const lane = (number: number) => simd(0x1b, number);
const store = [0x36, 2, 0];

/** So many numbers of a row are multiplied at a step. */
export const STEP = 16;

const [QUESTION, ROW, ROWS_END, ROW_BYTES, OUT, AT, LOW, HIGH, PIECE] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

// A number of the question takes twice the bytes of one of a row.
const multiplied = (sum: number, widen: readonly number[], offset: number) => [
  ...[...get(sum), ...get(PIECE), ...widen],
  ...[...get(QUESTION), ...get(AT), ...add, ...get(AT), ...add, ...load(offset)],
  ...[...multiplyAndAddPairs, ...addFour, ...set(sum)],
];
const summed = [0, 1, 2, 3].flatMap((number) => [
  ...[...get(LOW), ...lane(number), ...get(HIGH), ...lane(number), ...add],
  ...(number === 0 ? [] : add),
]);
const body = [
  ...loop,
  ...[...zeros, ...set(LOW), ...zeros, ...set(HIGH), ...constant(0), ...set(AT)],
  ...loop,
  ...[...get(ROW), ...get(AT), ...add, ...load(0), ...set(PIECE)],
  ...[...multiplied(LOW, widenLow, 0), ...multiplied(HIGH, widenHigh, 16)],
  ...[...get(AT), ...constant(STEP), ...add, ...set(AT), ...get(AT), ...get(ROW_BYTES), ...isLess],
  ...[...again(0), ...end],
  ...[...get(OUT), ...summed, ...store],
  ...[...get(OUT), ...constant(4), ...add, ...set(OUT)],
  ...[...get(ROW), ...get(ROW_BYTES), ...add, ...set(ROW), ...get(ROW), ...get(ROWS_END), ...isLess],
  ...[...again(0), ...end],
  ...end,
];

const counted = (bytes: readonly number[]) => [...length(bytes.length), ...bytes];
const length = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...length(value >> 7)];
const section = (id: number, bytes: readonly number[]) => [id, ...counted(bytes)];
const named = (text: string) => counted([...Buffer.from(text)]);
const locals = [2, 1, I32, 3, V128];

const module = new WebAssembly.Module(
  Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, ...counted(new Array<number>(5).fill(I32)), 0]),
    ...section(2, [1, ...named('dot'), ...named('memory'), 0x02, 0x00, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...named('dots'), 0x00, 0]),
    ...section(10, [1, ...counted([...locals, ...body])]),
  ]),
);

/**
 * All arguments are bytes from the start of the memory. The question has numbers of 16 bits, rows of 8, sums of 32; there must
 * be at least one row, of a multiple of `STEP` numbers.
 */
export type Dots = (question: number, rows: number, rowsEnd: number, rowBytes: number, out: number) => void;

/**
 * Multiplies a question with every row of a memory. WebAssembly multiplies eight numbers at once where JavaScript multiplies
 * one, and bytes are read four times as fast as floats: in a large table this is most of what a search computes.
 */
export function dotKernel(memory: WebAssembly.Memory): Dots {
  const { dots } = new WebAssembly.Instance(module, { dot: { memory } }).exports;
  if (typeof dots !== 'function') throw new Error('the module exports its one function');
  // The type section says what it takes and that it gives nothing.
  return dots as Dots;
}
