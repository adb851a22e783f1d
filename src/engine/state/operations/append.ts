import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';
import { writeAt } from '../parts/json-path.ts';
import { knownStatePath } from '../parts/known-path.ts';
import { asRulesetState, StatePath } from '../parts/ruleset-state.ts';
import { JsonValue } from '../records/bounds.ts';

/** Adds a value to the end of a list in the ruleset's scene state. */
export const append = defineOperation({
  name: 'append',
  summary: "Adds a value to the end of a list in the ruleset's state.",
  input: z.strictObject({ path: StatePath, value: JsonValue }),

  apply(snapshot, { path, value }, { rules }) {
    const known = knownStatePath(snapshot, path, rules);
    if ('rejected' in known) return known;
    const list = known.value ?? [];
    if (!Array.isArray(list)) return reject('not-a-list', `${path} is not a list; use set.`, ['path']);
    return asRulesetState(snapshot, writeAt(snapshot.rulesetState, known.steps, [...list, value]));
  },
});
