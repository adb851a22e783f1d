export type Quantised = { readonly values: Int8Array; readonly scales: Float32Array };

/**
 * Weights of a multiplication as whole numbers from -63 to 63 with one scale per column. Seven bits, not eight: on
 * processors without VNNI two products of eight bits are added in sixteen and can overflow, which costs far more than
 * the eighth bit brings.
 */
export function quantiseColumns(weights: Float32Array, columns: number): Quantised {
  return quantise(weights, (index) => index % columns, columns, 63);
}

/** Rows that are only looked up, never multiplied, as whole numbers from -127 to 127 with one scale per row. */
export function quantiseRows(weights: Float32Array, columns: number): Quantised {
  return quantise(weights, (index) => Math.floor(index / columns), weights.length / columns, 127);
}

function quantise(
  weights: Float32Array,
  lineOf: (index: number) => number,
  lines: number,
  largest: number,
): Quantised {
  const peaks = new Float32Array(lines);
  for (const [index, weight] of weights.entries()) {
    const line = lineOf(index);
    peaks[line] = Math.max(peaks[line] ?? 0, Math.abs(weight));
  }
  const scales = peaks.map((peak) => (peak === 0 ? 1 : peak) / largest);
  const values = new Int8Array(weights.length);
  for (const [index, weight] of weights.entries())
    values[index] = Math.round(weight / (scales[lineOf(index)] ?? 1));
  return { values, scales };
}
