import { z } from 'zod';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { reject } from '#engine/util/rejection.ts';
import { defineOperation } from '../operation.ts';
import {
  hasChildren,
  rejectListReplacement,
  rejectParentReplacement,
  writePath,
} from '../paths/json-path.ts';
import { moveNumber, parseStatePath, replaceRulesetState, StatePath, Step } from '../paths/ruleset-path.ts';
import { JsonValue } from '../records/field-types.ts';

/** Puts a value at one path of the ruleset's scene state. */
export const set = defineOperation({
  name: 'set',
  summary: "Puts a value at a path of the ruleset's state, as narrow as can be: guard.alertness, not guard.",
  input: z.strictObject({ path: StatePath, value: JsonValue }),

  apply(snapshot, { path, value }, { rules, asker }) {
    const known = parseStatePath(snapshot, path, rules);
    if ('rejected' in known) return known;
    if (hasChildren(known.value)) return rejectParentReplacement(path, known.value);
    const whole = rejectListReplacement(path, known.value, asker);
    if (whole !== null) return whole;
    return replaceRulesetState(snapshot, writePath(snapshot.rulesetState, known.steps, value));
  },
});

/** Counts a number of the ruleset's scene state up. */
export const increment = defineOperation({
  name: 'increment',
  summary: "Counts a number of the ruleset's state up, by 1 unless a value is given.",
  input: z.strictObject({ path: StatePath, value: Step.default(1) }),

  apply: (snapshot, { path, value }, { rules }) => moveNumber(snapshot, path, value, rules),
});

/** Counts a number of the ruleset's scene state down. */
export const decrement = defineOperation({
  name: 'decrement',
  summary: "Counts a number of the ruleset's state down, by 1 unless a value is given.",
  input: z.strictObject({ path: StatePath, value: Step.default(1) }),

  apply: (snapshot, { path, value }, { rules }) => moveNumber(snapshot, path, -value, rules),
});

/** Adds a value to the end of a list in the ruleset's scene state. */
export const append = defineOperation({
  name: 'append',
  summary: "Adds a value to the end of a list in the ruleset's state.",
  input: z.strictObject({ path: StatePath, value: JsonValue }),

  apply(snapshot, { path, value }, { rules }) {
    const known = parseStatePath(snapshot, path, rules);
    if ('rejected' in known) return known;
    const list = known.value ?? [];
    if (!Array.isArray(list)) return reject('not-a-list', `${path} is not a list; use set.`, ['path']);
    return replaceRulesetState(snapshot, writePath(snapshot.rulesetState, known.steps, [...list, value]));
  },
});

/** Takes a value out of the ruleset's scene state, or one entry out of a list in it. */
export const remove = defineOperation({
  name: 'remove',
  summary:
    "Takes away what stands at a path of the ruleset's state; with a value, that entry of the list there.",
  input: z.strictObject({ path: StatePath, value: JsonValue.optional() }),

  apply(snapshot, { path, value }, { rules, asker }) {
    const known = parseStatePath(snapshot, path, rules);
    if ('rejected' in known) return known;
    if (known.value === undefined) return reject('nothing-there', `Nothing stands at ${path}.`, ['path']);
    if (value === undefined) {
      if (hasChildren(known.value)) return rejectParentReplacement(path, known.value);
      const whole = rejectListReplacement(path, known.value, asker);
      if (whole !== null) return whole;
      return replaceRulesetState(snapshot, writePath(snapshot.rulesetState, known.steps, undefined));
    }

    if (!Array.isArray(known.value))
      return reject('not-a-list', `${path} is not a list; leave out value.`, ['path']);
    const wanted = toCanonicalJson(value);
    const at = known.value.findIndex((entry) => toCanonicalJson(entry) === wanted);
    if (at < 0) return reject('nothing-there', `${path} does not hold ${wanted.slice(0, 80)}.`, ['value']);
    return replaceRulesetState(
      snapshot,
      writePath(snapshot.rulesetState, [...known.steps, String(at)], undefined),
    );
  },
});
