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
const KERNEL_STEP = 16;

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
  ...[...get(AT), ...constant(KERNEL_STEP), ...add, ...set(AT), ...get(AT), ...get(ROW_BYTES), ...isLess],
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
 * be at least one row, of a multiple of `KERNEL_STEP` numbers.
 */
type DotKernel = (question: number, rows: number, rowsEnd: number, rowBytes: number, out: number) => void;

/**
 * Compiles the dot product of a question with every row of a memory. WebAssembly multiplies eight numbers at once where
 * JavaScript multiplies one. Bytes are read four times as fast as floats. In a large table this is most of the work of
 * a search.
 */
function createDotKernel(memory: WebAssembly.Memory): DotKernel {
  const { dots } = new WebAssembly.Instance(module, { dot: { memory } }).exports;
  if (typeof dots !== 'function') throw new Error('the module exports its one function');
  // The type section says what it takes and that it gives nothing.
  return dots as DotKernel;
}

/** Vectors of one length side by side, to be compared with a question all at once. */
export type VectorMatrix = {
  readonly put: (row: number, vector: Float32Array) => void;
  /** Returns the vector put there; it may change when another is put. */
  readonly at: (row: number) => Float32Array;
  /**
   * Returns the approximate dot product of the question and each of the first rows. It is a few thousandths off at most
   * when all have length 1; 0 for rows that were never put.
   */
  readonly dots: (question: Float32Array, rows: number) => Float32Array;
};

const PAGE_BYTES = 65_536;
const SUM_BYTES = 4;
const LEAST_ROWS = 64;
const GROWTH = 1.25;
const LARGEST = 127;

type MatrixBuffers = {
  readonly capacity: number;
  readonly vectors: Float32Array;
  /** Quantisation step of each row. */
  readonly steps: Float32Array;
  readonly memory: WebAssembly.Memory;
  readonly dots: DotKernel;
  /** Offset of the quantised rows, after the question and the sums. */
  readonly start: number;
};

/** Creates a matrix with initial capacity for the expected rows. */
export function createVectorMatrix(dimension: number, expected = 0): VectorMatrix {
  const width = Math.ceil(dimension / KERNEL_STEP) * KERNEL_STEP;
  let buffers = allocateBuffers(dimension, width, Math.max(expected, LEAST_ROWS));
  const grow = (needed: number) => {
    const larger = allocateBuffers(dimension, width, Math.ceil(needed * GROWTH));
    larger.vectors.set(buffers.vectors);
    larger.steps.set(buffers.steps);
    const quantised = new Uint8Array(buffers.memory.buffer, buffers.start, buffers.capacity * width);
    new Uint8Array(larger.memory.buffer).set(quantised, larger.start);
    buffers = larger;
  };
  return {
    put: (row, vector) => {
      if (row >= buffers.capacity) grow(row + 1);
      const step = computeStep(vector);
      buffers.vectors.set(vector, row * dimension);
      buffers.steps[row] = step;
      quantise(vector, step, new Int8Array(buffers.memory.buffer, buffers.start + row * width, width));
    },
    at: (row) => buffers.vectors.subarray(row * dimension, (row + 1) * dimension),
    dots: (question, rows) => {
      if (rows === 0) return new Float32Array();
      if (rows > buffers.capacity) grow(rows);
      const { memory, dots, start, steps } = buffers;
      const step = computeStep(question);
      quantise(question, step, new Int16Array(memory.buffer, 0, width));
      dots(0, start, start + rows * width, width, 2 * width);
      const sums = new Int32Array(memory.buffer, 2 * width, rows);
      const products = new Float32Array(rows);
      for (let row = 0; row < rows; row++) products[row] = (sums[row] ?? 0) * step * (steps[row] ?? 0);
      return products;
    },
  };
}

/** Returns the quantisation step that maps the largest number of the vector to the largest quantised one. */
function computeStep(vector: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  return largest / LARGEST;
}

function quantise(vector: Float32Array, step: number, into: Int8Array | Int16Array): void {
  const times = step === 0 ? 0 : 1 / step;
  for (let at = 0; at < vector.length; at++) into[at] = Math.round((vector[at] ?? 0) * times);
}

function allocateBuffers(dimension: number, width: number, capacity: number): MatrixBuffers {
  const start = 2 * width + Math.ceil((capacity * SUM_BYTES) / KERNEL_STEP) * KERNEL_STEP;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((start + capacity * width) / PAGE_BYTES) });
  return {
    capacity,
    vectors: new Float32Array(capacity * dimension),
    steps: new Float32Array(capacity),
    memory,
    dots: createDotKernel(memory),
    start,
  };
}
