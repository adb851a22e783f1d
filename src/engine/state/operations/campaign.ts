import { z } from 'zod';
import type { MadeCharacter } from '#engine/characters/making.ts';
import { isJsonObject } from '#engine/util/canonical-json.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { isRejection, reject } from '#engine/util/rejection.ts';
import { findCharacter } from '../edits/find-records.ts';
import { allocateEntityId, NEW_ENTITY, rejectDuplicateName } from '../edits/new-records.ts';
import { withEntity } from '../edits/replace-records.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import {
  checkWritable,
  hasChildren,
  parsePath,
  readPath,
  rejectParentReplacement,
  writePath,
} from '../paths/json-path.ts';
import { StatePath } from '../paths/ruleset-path.ts';
import type { Character } from '../record.ts';
import { JsonObject, JsonValue } from '../records/field-types.ts';
import { Calibration } from '../records/story.ts';
import type { Snapshot } from '../snapshot.ts';

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

/** Brings in a persona that a player made by the ruleset's guide. Scores that are rolled are rolled here. */
export const createPersona = defineOperation({
  name: 'create_persona',
  summary: "Makes a character from a player's draft and lets a player play it; it joins the scene.",
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({
    draft: JsonObject.describe('Answers to the questions of the ruleset, by their keys.'),
    level: z.int().min(1).max(3).default(1).describe('Level, for rulesets that have levels.'),
  }),

  apply(snapshot, { draft, level }, { rules, roll }) {
    const throwDice: Parameters<ReturnType<typeof rules.createMaker>['make']>[1] = (expression, purpose) => {
      const rolled = roll(expression, purpose);
      if (isRejection(rolled)) throw new Error(rolled.reason);
      return rolled;
    };
    // The choice of spells was checked against the packs, which operations do not know.
    const made = rules.createMaker({ level, spells: null }).make(draft, throwDice);
    if (isRejection(made)) return made;
    const taken = rejectDuplicateName(snapshot, 'character', made.name, false);
    if (taken !== null)
      return reject(taken.rejected, `${made.name} is the name of somebody else here.`, ['draft', 'name']);
    const { id, counters } = allocateEntityId(snapshot, 'pc', made.name);
    const persona = toPersona(CharacterId.parse(id), made, snapshot);
    const { scene } = snapshot;
    return {
      snapshot: {
        ...withEntity({ ...snapshot, counters }, persona),
        personas: [...snapshot.personas, persona.id],
        scene: { ...scene, presentIds: [...scene.presentIds, persona.id] },
      },
      effects: [{ type: 'entity-introduced', id }],
    };
  },
});

function toPersona(id: CharacterId, made: MadeCharacter, { scene }: Snapshot): Character {
  const { name, role, pronouns, appearance, goals, past, stats } = made;
  return {
    kind: 'character',
    id,
    ...NEW_ENTITY,
    name,
    description: appearance,
    tags: [],
    visibility: 'public',
    role,
    ...(pronouns === null ? {} : { pronouns }),
    tier: 'major',
    placeId: scene.placeId,
    factionId: null,
    status: 'conscious',
    captive: false,
    hidden: false,
    conditions: [],
    stats,
    internal: { goals, ...(past === null ? {} : { notes: [past] }) },
  };
}
