import { z } from 'zod';
import { canonicalJson } from '#engine/kit/canonical-json.ts';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';
import { isParent, listRejection, parentRejection, writeAt } from '../parts/json-path.ts';
import { knownStatePath } from '../parts/known-path.ts';
import { asRulesetState, StatePath } from '../parts/ruleset-state.ts';
import { JsonValue } from '../records/bounds.ts';

/** Takes a value out of the ruleset's scene state, or one entry out of a list in it. */
export const remove = defineOperation({
  name: 'remove',
  summary:
    "Takes away what stands at a path of the ruleset's state; with a value, that entry of the list there.",
  input: z.strictObject({ path: StatePath, value: JsonValue.optional() }),

  apply(snapshot, { path, value }, { rules, asker }) {
    const known = knownStatePath(snapshot, path, rules);
    if ('rejected' in known) return known;
    if (known.value === undefined) return reject('nothing-there', `Nothing stands at ${path}.`, ['path']);
    if (value === undefined) {
      if (isParent(known.value)) return parentRejection(path, known.value);
      const whole = listRejection(path, known.value, asker);
      if (whole !== null) return whole;
      return asRulesetState(snapshot, writeAt(snapshot.rulesetState, known.steps, undefined));
    }

    if (!Array.isArray(known.value))
      return reject('not-a-list', `${path} is not a list; leave out value.`, ['path']);
    const wanted = canonicalJson(value);
    const at = known.value.findIndex((entry) => canonicalJson(entry) === wanted);
    if (at < 0) return reject('nothing-there', `${path} does not hold ${wanted.slice(0, 80)}.`, ['value']);
    return asRulesetState(snapshot, writeAt(snapshot.rulesetState, [...known.steps, String(at)], undefined));
  },
});
