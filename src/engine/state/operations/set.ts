import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { isParent, listRejection, parentRejection, writeAt } from '../parts/json-path.ts';
import { knownStatePath } from '../parts/known-path.ts';
import { asRulesetState, StatePath } from '../parts/ruleset-state.ts';
import { JsonValue } from '../records/bounds.ts';

/** Puts a value at one path of the ruleset's scene state. */
export const set = defineOperation({
  name: 'set',
  summary: "Puts a value at a path of the ruleset's state, as narrow as can be: guard.alertness, not guard.",
  input: z.strictObject({ path: StatePath, value: JsonValue }),

  apply(snapshot, { path, value }, { rules, asker }) {
    const known = knownStatePath(snapshot, path, rules);
    if ('rejected' in known) return known;
    if (isParent(known.value)) return parentRejection(path, known.value);
    const whole = listRejection(path, known.value, asker);
    if (whole !== null) return whole;
    return asRulesetState(snapshot, writeAt(snapshot.rulesetState, known.steps, value));
  },
});
