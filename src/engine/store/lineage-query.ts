/** The line of scenes a branch grew from, oldest session first, each with the last scene that belongs to it. */
export type Lineage = readonly { readonly sessionId: string; readonly upTo: number }[];

/** Which scene a row belongs to. */
export type ScenePosition = { readonly sessionId: string; readonly index: number };

/** The condition for the rows a branch can see. */
export function alongLineage(lineage: Lineage) {
  return {
    $or: lineage.map(({ sessionId, upTo }) => ({ session: sessionId, sceneIndex: { $lte: upTo } })),
  };
}
