/** Person whose sheet is in the prompt, and the exchange for which they first appeared since the last boundary. */
export type TrackedSheet = { readonly id: string; readonly since: number };

/**
 * Returns whose sheets the prompt holds for this turn, for `CastMemberData.since` and `ContextPacket.left`. When SceneLore is
 * made anew, it starts with all people present; until then people are added and never removed. Keep the result with the scene.
 */
export function trackSheets(
  before: readonly TrackedSheet[],
  presentIds: readonly string[],
  turn: { readonly exchange: number; readonly boundary: number },
): readonly TrackedSheet[] {
  const kept = turn.exchange === turn.boundary ? [] : before;
  const known = new Set(kept.map(({ id }) => id));
  const arrived = presentIds.filter((id) => !known.has(id)).map((id) => ({ id, since: turn.exchange }));
  return [...kept, ...arrived];
}
