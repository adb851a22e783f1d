import { type Dots, dotKernel, STEP_FLOATS } from './dot-kernel.ts';

/** Vectors of one length side by side, to be compared with a question all at once. */
export type VectorMatrix = {
  readonly put: (row: number, vector: Float32Array) => void;
  /** What was put there; may change when something else is put. */
  readonly at: (row: number) => Float32Array;
  /** The dot product of the question and each of the first rows; 0 where none was put. Holds until it is asked again. */
  readonly dots: (question: Float32Array, rows: number) => Float32Array;
};

const PAGE_BYTES = 65_536;
const FLOAT_BYTES = 4;
const LEAST_ROWS = 64;
const GROWTH = 1.25;

type Room = {
  readonly capacity: number;
  readonly floats: Float32Array;
  readonly dots: Dots;
};

/** The memory holds the question, room for the products, then the rows: at first room for so many as are expected. */
export function vectorMatrix(dimension: number, rows = 0): VectorMatrix {
  const width = Math.ceil(dimension / STEP_FLOATS) * STEP_FLOATS;
  const startOf = ({ capacity }: Room) => width + Math.ceil(capacity / STEP_FLOATS) * STEP_FLOATS;
  let room = roomFor(width, Math.max(rows, LEAST_ROWS));
  const grow = (needed: number) => {
    const larger = roomFor(width, Math.ceil(needed * GROWTH));
    larger.floats.set(room.floats.subarray(startOf(room)), startOf(larger));
    room = larger;
  };
  return {
    put: (row, vector) => {
      if (row >= room.capacity) grow(row + 1);
      room.floats.set(vector.subarray(0, width), startOf(room) + row * width);
    },
    at: (row) => {
      const start = startOf(room) + row * width;
      return room.floats.subarray(start, start + dimension);
    },
    dots: (question, rows) => {
      if (rows === 0) return new Float32Array();
      if (rows > room.capacity) grow(rows);
      room.floats.set(question.subarray(0, width), 0);
      const start = startOf(room);
      const rowBytes = width * FLOAT_BYTES;
      const startBytes = start * FLOAT_BYTES;
      room.dots(0, startBytes, startBytes + rows * rowBytes, rowBytes, rowBytes);
      return room.floats.subarray(width, width + rows);
    },
  };
}

function roomFor(width: number, capacity: number): Room {
  const products = Math.ceil(capacity / STEP_FLOATS) * STEP_FLOATS;
  const bytes = (width + products + capacity * width) * FLOAT_BYTES;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  return { capacity, floats: new Float32Array(memory.buffer), dots: dotKernel(memory) };
}
