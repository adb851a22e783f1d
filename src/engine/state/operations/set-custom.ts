import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import {
  isJsonObject,
  isParent,
  parentRejection,
  parsePath,
  readAt,
  unwritable,
  writeAt,
} from '../parts/json-path.ts';
import { StatePath } from '../parts/ruleset-state.ts';
import { JsonValue } from '../records/bounds.ts';

/** Keeps a value of the campaign that no record and no ruleset has a place for. */
export const setCustom = defineOperation({
  name: 'set_custom',
  summary:
    'Keeps a value at a path of the custom campaign state; whatever has a record of its own belongs there.',
  input: z.strictObject({ path: StatePath, value: JsonValue }),

  apply(snapshot, { path, value }) {
    const steps = parsePath(path);
    if ('rejected' in steps) return steps;
    const blocked = unwritable(snapshot.custom, steps);
    if (blocked !== null) return blocked;
    const before = readAt(snapshot.custom, steps);
    if (isParent(before)) return parentRejection(path, before);
    const custom = writeAt(snapshot.custom, steps, value);
    return isJsonObject(custom) ? { ...snapshot, custom } : snapshot;
  },
});
