/** Weights of the signals, by the kind of corpus. */
export type RankingWeights = {
  readonly authored: {
    readonly vector: number;
    readonly depth: number;
    readonly overview: number;
    readonly feedback: number;
    readonly doubtsWords: boolean;
    readonly comparesContrast: boolean;
  };
  readonly history: {
    readonly vector: number;
    readonly depth: number;
    readonly neighbour: number;
    readonly episode: number;
  };
  readonly focus: number;
};

/** Weights by measurement, see the module's README. The optimum is flat, so the numbers are round. */
export const RANKING_WEIGHTS: RankingWeights = {
  authored: {
    /** Of the vector; the full text has the rest, before the question changes that. */
    vector: 0.55,
    /** Number of candidates from each ranking. */
    depth: 100,
    /** An overview gets at least this much of its best section's score. */
    overview: 0.6,
    /** Weight with which the two best answers draw the question towards themselves. */
    feedback: 0.3,
    /** Whether the full text counts the less, the fewer words of the question its best answers have. */
    doubtsWords: true,
    /** Whether the ranking whose best answer stands out more counts more. */
    comparesContrast: true,
  },
  history: {
    /** Lower than in packs: players ask for past events by the names and words that were used. */
    vector: 0.4,
    depth: 200,
    /** Share of the better neighbour's score: an answer stands beside its question. */
    neighbour: 0.3,
    /** Share of the best score in the episode: important exchanges rarely stand alone. */
    episode: 0.5,
  },
  /** By how much a match outside the focus must be better. */
  focus: 0.15,
};
