import { createVectorMatrix } from '#retrieval/ranking/vector-matrix.ts';

const ROWS = 50_000;
const DIMENSION = 384;
const ROUNDS = 21;

/** Measures the WebAssembly kernel against the same work in plain JavaScript. */
export async function run(): Promise<void> {
  const vectors = Array.from({ length: ROWS }, (_, row) => makeVector(row));
  const question = makeVector(ROWS + 1);
  const matrix = createVectorMatrix(DIMENSION, ROWS);
  for (const [row, vector] of vectors.entries()) matrix.put(row, vector);
  const floats = new Float32Array(ROWS * DIMENSION);
  for (const [row, vector] of vectors.entries()) floats.set(vector, row * DIMENSION);

  const kernel = measure(() => matrix.dots(question, ROWS));
  const plain = measure(() => multiply(floats, question));
  console.log(`${ROWS} vectors of ${DIMENSION} numbers, median of ${ROUNDS}`);
  console.log(
    `WebAssembly ${kernel.toFixed(2)} ms, plain ${plain.toFixed(2)} ms: ${(plain / kernel).toFixed(1)}x`,
  );
}

function makeVector(seed: number): Float32Array {
  const vector = new Float32Array(DIMENSION);
  let state = seed * 2654435761 + 1;
  for (let at = 0; at < DIMENSION; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    vector[at] = state / 2 ** 31 - 1;
  }
  return vector;
}

/** Multiplies the question with every row, four products at a step. */
function multiply(rows: Float32Array, question: Float32Array): Float32Array {
  const products = new Float32Array(ROWS);
  for (let row = 0, at = 0; row < ROWS; row++) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let column = 0; column < DIMENSION; column += 4, at += 4) {
      a += (rows[at] ?? 0) * (question[column] ?? 0);
      b += (rows[at + 1] ?? 0) * (question[column + 1] ?? 0);
      c += (rows[at + 2] ?? 0) * (question[column + 2] ?? 0);
      d += (rows[at + 3] ?? 0) * (question[column + 3] ?? 0);
    }
    products[row] = a + b + c + d;
  }
  return products;
}

function measure(work: () => unknown): number {
  for (let round = 0; round < 3; round++) work();
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((one, other) => one - other)[ROUNDS >> 1] ?? 0;
}
