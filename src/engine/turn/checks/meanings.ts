/** Vectors of length 1, one for each text, in order. */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** Texts with their vectors, and the sentences that mean nothing in particular to compare with. */
export type Meanings = {
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly neutral: readonly string[];
};

/** So many standard deviations nearer than sentences about anything else. */
const MARGIN = 2.5;

/**
 * By how much nearer two texts lie than the first and the nearest sentence about anything else; never where they lie no nearer.
 * How near two vectors lie says nothing by itself: any two sentences of one story lie near each other. So the pair is held against
 * how near sentences about other things lie to the first text.
 */
export function leadOf(first: string, second: string, { vectors, neutral }: Meanings): number {
  const one = vectors.get(first);
  const other = vectors.get(second);
  if (one === undefined || other === undefined) return Number.NEGATIVE_INFINITY;
  const usual = neutral
    .filter((text) => text !== first && text !== second)
    .flatMap((text) => {
      const vector = vectors.get(text);
      return vector === undefined ? [] : [cosine(one, vector)];
    });
  if (usual.length < 2) return Number.NEGATIVE_INFINITY;
  const mean = usual.reduce((sum, value) => sum + value, 0) / usual.length;
  const spread = Math.sqrt(usual.reduce((sum, value) => sum + (value - mean) ** 2, 0) / usual.length);
  const near = cosine(one, other);
  return near < mean + MARGIN * spread ? Number.NEGATIVE_INFINITY : near - Math.max(...usual);
}

function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (const [index, value] of one.entries()) sum += value * (other[index] ?? 0);
  return sum;
}

/** Embeds every text once. */
export async function meaningsOf(
  texts: readonly string[],
  neutral: readonly string[],
  embed: Embed,
): Promise<Meanings> {
  const all = [...new Set([...texts, ...neutral])];
  const vectors = await embed(all);
  const known = all.flatMap((text, index) => {
    const vector = vectors[index];
    return vector === undefined ? [] : [[text, vector] as const];
  });
  return { vectors: new Map(known), neutral };
}
