import type { CheckedResolution } from '#engine/rules/check.ts';

export type ShownRow = { readonly from: number | null; readonly to: number | null; readonly outcome: string };

/** Lists what each total will mean, one row per band. Aspects have none. */
export function listBandRows(resolution: CheckedResolution, modifier: number): readonly ShownRow[] {
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
