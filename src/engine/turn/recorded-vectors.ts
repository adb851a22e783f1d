const STEPS = 32_767;

/** Vectors of length 1 to four digits: fine enough to compare meanings, and half as long to write down. */
export function roundVectors(vectors: readonly Float32Array[]): readonly Float32Array[] {
  return vectors.map((vector) => vector.map((value) => Math.round(value * STEPS) / STEPS));
}

export function writeVectors(vectors: readonly Float32Array[]): readonly string[] {
  return vectors.map((vector) => {
    const steps = Int16Array.from(vector, (value) => Math.round(value * STEPS));
    return Buffer.from(steps.buffer).toString('base64');
  });
}

export function readVectors(written: readonly string[]): readonly Float32Array[] {
  return written.map((text) => {
    const bytes = Buffer.from(text, 'base64');
    const steps = Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2));
    return Float32Array.from(steps, (step) => step / STEPS);
  });
}
