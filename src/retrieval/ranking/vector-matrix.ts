import { type Dots, dotKernel, STEP } from './dot-kernel.ts';

/** Vectors of one length side by side, to be compared with a question all at once. */
export type VectorMatrix = {
  readonly put: (row: number, vector: Float32Array) => void;
  /** What was put there; may change when something else is put. */
  readonly at: (row: number) => Float32Array;
  /**
   * Nearly the dot product of the question and each of the first rows, a few thousandths off at most when all have length 1;
   * 0 where none was put.
   */
  readonly dots: (question: Float32Array, rows: number) => Float32Array;
};

const PAGE_BYTES = 65_536;
const SUM_BYTES = 4;
const LEAST_ROWS = 64;
const GROWTH = 1.25;
const LARGEST = 127;

type Room = {
  readonly capacity: number;
  readonly vectors: Float32Array;
  /** What one step of a row's rough numbers stands for. */
  readonly steps: Float32Array;
  readonly memory: WebAssembly.Memory;
  readonly dots: Dots;
  /** Where rough rows begin: after the question and the sums. */
  readonly start: number;
};

/** At first there is room for so many rows as are expected. */
export function vectorMatrix(dimension: number, expected = 0): VectorMatrix {
  const width = Math.ceil(dimension / STEP) * STEP;
  let room = roomFor(dimension, width, Math.max(expected, LEAST_ROWS));
  const grow = (needed: number) => {
    const larger = roomFor(dimension, width, Math.ceil(needed * GROWTH));
    larger.vectors.set(room.vectors);
    larger.steps.set(room.steps);
    const rough = new Uint8Array(room.memory.buffer, room.start, room.capacity * width);
    new Uint8Array(larger.memory.buffer).set(rough, larger.start);
    room = larger;
  };
  return {
    put: (row, vector) => {
      if (row >= room.capacity) grow(row + 1);
      const step = stepOf(vector);
      room.vectors.set(vector, row * dimension);
      room.steps[row] = step;
      roughen(vector, step, new Int8Array(room.memory.buffer, room.start + row * width, width));
    },
    at: (row) => room.vectors.subarray(row * dimension, (row + 1) * dimension),
    dots: (question, rows) => {
      if (rows === 0) return new Float32Array();
      if (rows > room.capacity) grow(rows);
      const { memory, dots, start, steps } = room;
      const step = stepOf(question);
      roughen(question, step, new Int16Array(memory.buffer, 0, width));
      dots(0, start, start + rows * width, width, 2 * width);
      const sums = new Int32Array(memory.buffer, 2 * width, rows);
      const products = new Float32Array(rows);
      for (let row = 0; row < rows; row++) products[row] = (sums[row] ?? 0) * step * (steps[row] ?? 0);
      return products;
    },
  };
}

/** The largest number becomes the largest there is room for. */
function stepOf(vector: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  return largest / LARGEST;
}

function roughen(vector: Float32Array, step: number, into: Int8Array | Int16Array): void {
  const times = step === 0 ? 0 : 1 / step;
  for (let at = 0; at < vector.length; at++) into[at] = Math.round((vector[at] ?? 0) * times);
}

function roomFor(dimension: number, width: number, capacity: number): Room {
  const start = 2 * width + Math.ceil((capacity * SUM_BYTES) / STEP) * STEP;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((start + capacity * width) / PAGE_BYTES) });
  return {
    capacity,
    vectors: new Float32Array(capacity * dimension),
    steps: new Float32Array(capacity),
    memory,
    dots: dotKernel(memory),
    start,
  };
}
