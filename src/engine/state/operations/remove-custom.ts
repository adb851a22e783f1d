import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';
import { isJsonObject, isParent, parentRejection, parsePath, readAt, writeAt } from '../parts/json-path.ts';
import { StatePath } from '../parts/ruleset-state.ts';

/** Forgets a value of the custom campaign state. */
export const removeCustom = defineOperation({
  name: 'remove_custom',
  summary: 'Takes away the value at a path of the custom campaign state.',
  input: z.strictObject({ path: StatePath }),

  apply(snapshot, { path }) {
    const steps = parsePath(path);
    if ('rejected' in steps) return steps;
    const before = readAt(snapshot.custom, steps);
    if (before === undefined) return reject('nothing-there', `Nothing stands at ${path}.`, ['path']);
    if (isParent(before)) return parentRejection(path, before);
    const custom = writeAt(snapshot.custom, steps, undefined);
    return isJsonObject(custom) ? { ...snapshot, custom } : snapshot;
  },
});
