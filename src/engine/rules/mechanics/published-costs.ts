/** Classes of action for a ruleset that declares none. Ordinary talk costs time and nothing else. */
export const PUBLISHED_COST_CLASSES = {
  talk: { time: { min: 1, max: 5 } },
  look: { time: { min: 0, max: 1 } },
  move: { time: { min: 1, max: 15 } },
  investigate: { time: { min: 10, max: 30 } },
  trade: { time: { min: 5, max: 30 }, cred: { min: -10_000, max: 10_000 } },
  sneak: { time: { min: 1, max: 15 }, heat: { min: 0, max: 1 } },
  tamper: { time: { min: 5, max: 30 }, heat: { min: 0, max: 1 } },
  threaten: { time: { min: 1, max: 5 }, heat: { min: 0, max: 1 }, rep: { min: -1, max: 0 } },
  violence: {
    time: { min: 0, max: 5 },
    heat: { min: 1, max: 3 },
    harm: { min: 0, max: 2 },
    rep: { min: -2, max: 0 },
  },
  other: { time: { min: 0, max: 30 } },
} as const;
