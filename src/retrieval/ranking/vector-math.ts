/** Scales a vector to length 1; a vector of zeros stays as it is. */
export function toUnitVector(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** Computes the cosine of two vectors of length 1. */
export function computeCosine(one: Float32Array, other: Float32Array): number {
  // Four sums at once: one alone would wait for itself at every step, and this is most of what a search computes.
  let [first, second, third, fourth] = [0, 0, 0, 0];
  const length = Math.min(one.length, other.length);
  const whole = length - (length % 4);
  for (let at = 0; at < whole; at += 4) {
    // Within both vectors: `at` stays below the shorter one's length.
    first += (one[at] as number) * (other[at] as number);
    second += (one[at + 1] as number) * (other[at + 1] as number);
    third += (one[at + 2] as number) * (other[at + 2] as number);
    fourth += (one[at + 3] as number) * (other[at + 3] as number);
  }
  for (let at = whole; at < length; at++) first += (one[at] as number) * (other[at] as number);
  return first + second + third + fourth;
}
