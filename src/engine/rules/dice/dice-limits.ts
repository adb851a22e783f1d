/** What one roll may ask for. Generous for any table, small enough that no request can be made expensive. */
export const DICE_LIMITS = {
  expressionLength: 100,
  terms: 20,
  dice: 100,
  fewestSides: 2,
  mostSides: 1000,
  modifier: 10_000,
  explosionsPerDie: 20,
} as const;
