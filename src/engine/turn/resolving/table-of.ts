import type { CheckedResolution } from '#engine/rules/check.ts';

export type ShownRow = { readonly from: number | null; readonly to: number | null; readonly outcome: string };

/** What a total will mean, for whoever is about to roll: one row a band. Aspects speak for themselves and have none. */
export function tableOf(resolution: CheckedResolution, modifier: number): readonly ShownRow[] {
  if (resolution.kind === 'aspect') return [];
  const signed = modifier === 0 ? '' : ` (${modifier > 0 ? '+' : ''}${modifier} included)`;
  const ascending = resolution.bands.toSorted((one, other) => (one.from ?? -1e9) - (other.from ?? -1e9));
  return ascending.map(({ from, name, meaning }, at) => {
    const next = ascending[at + 1]?.from;
    return {
      from: from ?? null,
      to: next === undefined ? null : next - 1,
      outcome: `${name}${signed}: ${meaning}`,
    };
  });
}
