/** How much each signal counts, by the kind of corpus. */
export type RankingWeights = {
  readonly authored: {
    readonly vector: number;
    readonly depth: number;
    readonly overview: number;
    readonly echo: number;
    readonly doubtsWords: boolean;
  };
  readonly history: {
    readonly vector: number;
    readonly depth: number;
    readonly neighbour: number;
    readonly episode: number;
  };
  readonly focus: number;
};

/** Measured, see the room's README. The optimum is flat, so the numbers are round. */
export const RANKING_WEIGHTS: RankingWeights = {
  authored: {
    /** Of the vector; the full text has the rest. Lore is asked for in other words than it is written in. */
    vector: 0.55,
    /** How many candidates each ranking brings. */
    depth: 100,
    /** An overview gets at least this much of its best section's score. */
    overview: 0.6,
    /** How far the two best answers draw the question towards themselves. */
    echo: 0.3,
    /** Whether the full text counts the less, the fewer words of the question its best answers have. */
    doubtsWords: true,
  },
  history: {
    /** What happened is asked for by names and words that were used. */
    vector: 0.4,
    depth: 200,
    /** What the better of the two neighbours lends: an answer stands beside its question. */
    neighbour: 0.3,
    /** What the best of the episode lends: what matters rarely stands alone. */
    episode: 0.5,
  },
  /** By how much a match outside the focus must be better. */
  focus: 0.15,
};
