/** Weights of the signals, by the kind of corpus. */
export type RankingWeights = {
  readonly authored: {
    readonly vector: number;
    readonly depth: number;
    readonly overview: number;
    readonly feedback: number;
    readonly heading: number;
    readonly asksParts: boolean;
    readonly doubtsWords: boolean;
    readonly comparesContrast: boolean;
  };
  readonly history: {
    readonly vector: number;
    readonly depth: number;
    readonly neighbour: number;
    readonly near: number;
    readonly answer: number;
    readonly episode: number;
    readonly question: number;
    readonly length: number;
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
    /** A section has at least this much of its overview's score by words: the headings above it are not in its own text. */
    heading: 0.3,
    /** Whether a question of several sentences or lines is asked part by part too. */
    asksParts: true,
    /** Whether the full text counts the less, the fewer words of the question its best answers have. */
    doubtsWords: true,
    /** Whether the ranking whose best answer stands out more counts more. */
    comparesContrast: true,
  },
  history: {
    /** Lower than in packs: players ask for past events by the names and words that were used. */
    vector: 0.45,
    depth: 200,
    /** Share of the better neighbour's score: what belongs together stands together. */
    neighbour: 0.4,
    /** Share of the better score two scenes away. */
    near: 0.2,
    /** Further share of the score of a question that was asked just before. */
    answer: 0.4,
    /** Share of the best scores in the episode: important exchanges rarely stand alone. */
    episode: 0.7,
    /** Loss of a piece that ends in a question: it seldom answers one. */
    question: 0.1,
    /** Gain of a piece that is e times as long as others of its kind: it says more. */
    length: 0.1,
  },
  /** By how much a match outside the focus must be better. */
  focus: 0.15,
};
