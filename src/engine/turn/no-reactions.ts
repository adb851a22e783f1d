import type { Planned, Reacted } from './context.ts';

/** Stands in for `react` where one model plays everybody. */
export function skipReactions(): Reacted {
  return { reactions: [], visibleActions: [] };
}

/** Stands in for `plan` where nothing is planned. */
export function skipPlan(): Planned {
  return { plan: null };
}
