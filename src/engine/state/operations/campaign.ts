import { z } from 'zod';
import { reject } from '#engine/util/rejection.ts';
import { findCharacter } from '../edits/find-records.ts';
import { omitUndefined } from '../edits/replace-records.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import {
  checkWritable,
  hasChildren,
  isJsonObject,
  parsePath,
  readPath,
  rejectParentReplacement,
  writePath,
} from '../paths/json-path.ts';
import { StatePath } from '../paths/ruleset-path.ts';
import { JsonValue } from '../records/field-types.ts';
import { Calibration } from '../records/story.ts';

/** Keeps a value of the campaign that no record and no ruleset has a place for. */
export const setCustom = defineOperation({
  name: 'set_custom',
  summary:
    'Keeps a value at a path of the custom campaign state; whatever has a record of its own belongs there.',
  input: z.strictObject({ path: StatePath, value: JsonValue }),

  apply(snapshot, { path, value }) {
    const steps = parsePath(path);
    if ('rejected' in steps) return steps;
    const blocked = checkWritable(snapshot.custom, steps);
    if (blocked !== null) return blocked;
    const before = readPath(snapshot.custom, steps);
    if (hasChildren(before)) return rejectParentReplacement(path, before);
    const custom = writePath(snapshot.custom, steps, value);
    return isJsonObject(custom) ? { ...snapshot, custom } : snapshot;
  },
});

/** Forgets a value of the custom campaign state. */
export const removeCustom = defineOperation({
  name: 'remove_custom',
  summary: 'Takes away the value at a path of the custom campaign state.',
  input: z.strictObject({ path: StatePath }),

  apply(snapshot, { path }) {
    const steps = parsePath(path);
    if ('rejected' in steps) return steps;
    const before = readPath(snapshot.custom, steps);
    if (before === undefined) return reject('nothing-there', `Nothing stands at ${path}.`, ['path']);
    if (hasChildren(before)) return rejectParentReplacement(path, before);
    const custom = writePath(snapshot.custom, steps, undefined);
    return isJsonObject(custom) ? { ...snapshot, custom } : snapshot;
  },
});

/** Changes what the table agreed on: tone, boundaries, difficulty, pacing. */
export const setCalibration = defineOperation({
  name: 'set_calibration',
  summary: 'Changes tone, boundaries, difficulty, pacing or notes of the campaign.',
  askers: ['engine', 'gm', 'god'],
  input: Calibration.partial(),

  apply(snapshot, changes) {
    const given = omitUndefined(changes);
    if (Object.keys(given).length === 0)
      return reject('nothing-to-do', 'Say what changes: tone, boundaries, difficulty or pacing.');
    return { ...snapshot, calibration: { ...snapshot.calibration, ...given } };
  },
});

/** Lets a player play a character from now on. */
export const addPersona = defineOperation({
  name: 'add_persona',
  summary: "Makes a character a player's persona.",
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ characterId: CharacterId }),

  apply(snapshot, { characterId }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    if (snapshot.personas.includes(characterId)) {
      return reject('already-there', `${character.name} is a persona already.`, ['characterId']);
    }
    return { ...snapshot, personas: [...snapshot.personas, characterId] };
  },
});
