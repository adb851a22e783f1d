/** How many tokens a provider says it counted. What is no count is none: one such figure would make every sum it enters worthless. */
export function tokenCount(said: unknown): number {
  return typeof said === 'number' && Number.isFinite(said) && said > 0 ? Math.round(said) : 0;
}
