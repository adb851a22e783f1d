import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cosineOf } from '#retrieval/ranking/cosine.ts';
import { vectorMatrix } from '#retrieval/ranking/vector-matrix.ts';

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
      const matrix = vectorMatrix(question.length);
      for (const [row, vector] of vectors.entries()) matrix.put(row, vector);
      const dots = matrix.dots(question, vectors.length);

      expect(dots).toHaveLength(vectors.length);
      for (const [row, vector] of vectors.entries())
        expect(dots[row]).toBeCloseTo(cosineOf(question, vector), 4);
    }),
    { numRuns: 60 },
  );
});

it('keeps what it has when it grows, and puts a row in the place of another', () => {
  const matrix = vectorMatrix(3);
  const [first, last] = [0.25, -0.75];
  matrix.put(0, Float32Array.of(first, 0, 0));
  matrix.put(2_000, Float32Array.of(0, 0, last));
  matrix.put(1, Float32Array.of(9, 9, 9));
  matrix.put(1, Float32Array.of(0, 0.5, 0));
  const dots = matrix.dots(Float32Array.of(1, 1, 1), 2_001);

  expect([dots[0], dots[1], dots[1_999], dots[2_000]]).toEqual([first, 0.5, 0, last]);
});

it('has nothing to say of no rows', () => {
  expect(vectorMatrix(8).dots(new Float32Array(8), 0)).toHaveLength(0);
});
