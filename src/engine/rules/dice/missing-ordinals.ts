import type { Roll } from '../roll.ts';

/** Checks of one scene that nobody shows, first and last ordinal included. */
export type OrdinalGap = { readonly sceneIndex: number; readonly from: number; readonly to: number };

/** Ordinals count 0, 1, 2 … in every scene; a hole means that a roll was thrown away. */
export function missingOrdinals(rolls: readonly Roll[]): OrdinalGap[] {
  const byScene = new Map<number, number[]>();
  for (const { position } of rolls) {
    const ordinals = byScene.get(position.sceneIndex) ?? [];
    ordinals.push(position.ordinal);
    byScene.set(position.sceneIndex, ordinals);
  }
  const scenes = [...byScene].sort(([one], [other]) => one - other);
  return scenes.flatMap(([sceneIndex, ordinals]) => gapsIn(sceneIndex, ordinals));
}

function gapsIn(sceneIndex: number, ordinals: readonly number[]): OrdinalGap[] {
  const gaps: OrdinalGap[] = [];
  let expected = 0;
  for (const ordinal of ordinals.toSorted((one, other) => one - other)) {
    if (ordinal > expected) gaps.push({ sceneIndex, from: expected, to: ordinal - 1 });
    expected = Math.max(expected, ordinal + 1);
  }
  return gaps;
}
