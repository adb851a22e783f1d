import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { moveNumber, StatePath, Step } from '../parts/ruleset-state.ts';

/** Counts a number of the ruleset's scene state down. */
export const decrement = defineOperation({
  name: 'decrement',
  summary: "Counts a number of the ruleset's state down, by 1 unless a value is given.",
  input: z.strictObject({ path: StatePath, value: Step.default(1) }),

  apply: (snapshot, { path, value }, { rules }) => moveNumber(snapshot, path, -value, rules),
});
