import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeCosine } from '#retrieval/ranking/vector-math.ts';
import { createVectorMatrix } from '#retrieval/ranking/vector-matrix.ts';

const largest = (vector: Float32Array) => Math.max(...vector.map(Math.abs));

it('multiplies a question with every row, however long they are', () => {
  const rows = fc.integer({ min: 1, max: 40 }).chain((dimension) => {
    const vector = fc.float32Array({
      minLength: dimension,
      maxLength: dimension,
      min: -1,
      max: 1,
      noNaN: true,
    });
    return fc.record({ question: vector, vectors: fc.array(vector, { minLength: 1, maxLength: 12 }) });
  });
  fc.assert(
    fc.property(rows, ({ question, vectors }) => {
      const matrix = createVectorMatrix(question.length);
      for (const [row, vector] of vectors.entries()) matrix.put(row, vector);
      const dots = matrix.dots(question, vectors.length);

      expect(dots).toHaveLength(vectors.length);
      for (const [row, vector] of vectors.entries()) {
        const off = Math.abs((dots[row] ?? Number.NaN) - computeCosine(question, vector));
        // Either number of each product is half a step off at most, and a step is the 127th part of the largest.
        expect(off).toBeLessThanOrEqual((vector.length * largest(question) * largest(vector)) / 126 + 1e-6);
        expect(matrix.at(row)).toEqual(vector);
      }
    }),
    { numRuns: 60 },
  );
});

it('keeps what it has when it grows, and puts a row in the place of another', () => {
  const matrix = createVectorMatrix(3);
  const [first, last] = [0.25, -0.75];
  matrix.put(0, Float32Array.of(first, 0, 0));
  matrix.put(2_000, Float32Array.of(0, 0, last));
  matrix.put(1, Float32Array.of(9, 9, 9));
  matrix.put(1, Float32Array.of(0, 0.5, 0));
  const dots = matrix.dots(Float32Array.of(1, 1, 1), 2_001);

  for (const [row, expected] of [first, 0.5].entries()) expect(dots[row]).toBeCloseTo(expected, 5);
  expect(dots[1_999]).toBe(0);
  expect(dots[2_000]).toBeCloseTo(last, 5);
});

it('has nothing to say of no rows', () => {
  expect(createVectorMatrix(8).dots(new Float32Array(8), 0)).toHaveLength(0);
});
