import type { SeedPosition } from '../roll.ts';

/** Checks of one scene that nobody shows, first and last ordinal included. */
export type OrdinalGap = { readonly sceneIndex: number; readonly from: number; readonly to: number };

/** How many rolls each scene had, by scene index. */
export type RollCounts = ReadonlyMap<number, number>;

/**
 * Ordinals count 0, 1, 2 … in every scene; a hole means that a roll was thrown away. That the last ones are gone shows
 * only where it is known how many there were.
 */
export function missingOrdinals(
  positions: readonly SeedPosition[],
  counts: RollCounts = new Map(),
): OrdinalGap[] {
  const byScene = new Map<number, number[]>([...counts.keys()].map((sceneIndex) => [sceneIndex, []]));
  for (const { sceneIndex, ordinal } of positions) {
    const ordinals = byScene.get(sceneIndex) ?? [];
    ordinals.push(ordinal);
    byScene.set(sceneIndex, ordinals);
  }
  const scenes = [...byScene].sort(([one], [other]) => one - other);
  return scenes.flatMap(([sceneIndex, ordinals]) =>
    gapsIn(sceneIndex, ordinals, counts.get(sceneIndex) ?? 0),
  );
}

function gapsIn(sceneIndex: number, ordinals: readonly number[], count: number): OrdinalGap[] {
  const gaps: OrdinalGap[] = [];
  let expected = 0;
  for (const ordinal of ordinals.toSorted((one, other) => one - other)) {
    if (ordinal > expected) gaps.push({ sceneIndex, from: expected, to: ordinal - 1 });
    expected = Math.max(expected, ordinal + 1);
  }
  return count > expected ? [...gaps, { sceneIndex, from: expected, to: count - 1 }] : gaps;
}
