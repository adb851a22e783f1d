import { z } from 'zod';
import { addEffect as putOn, removeEffect as takeOff } from '#engine/srd5e/conditions.ts';
import { startConcentration } from '#engine/srd5e/hit-points.ts';
import { takeShape as transform } from '#engine/srd5e/shapes.ts';
import { parseStatBlock, Srd5eEffect, Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { reject } from '#engine/util/rejection.ts';
import { endAfterRounds } from '../conditions.ts';
import { findCharacter } from '../edits/find-records.ts';
import { findStatBlock, withStatBlock } from '../edits/stat-block.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { JsonObject, Line, Name } from '../records/field-types.ts';

const Changes = Srd5eEffect.omit({ name: true, source: true, ends: true, held_by: true }).partial();

/** Lets a spell, a rage or a potion work on a character while it lasts. */
export const addEffect = defineOperation({
  name: 'add_effect',
  summary: 'Lets a spell or a feature work on a character while it lasts: numbers, edges, light, a note.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({
    characterId: CharacterId,
    name: Name,
    source: Line.min(1).default('the story'),
    rounds: z.int().min(1).max(2_000_000).optional(),
    heldBy: CharacterId.optional().describe('The caster whose concentration keeps it up.'),
    changes: Changes.default({}).describe('What it changes, by the names an effect of a stat block has.'),
  }),

  apply(snapshot, { characterId, name, source, rounds, heldBy, changes }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const { combat } = snapshot;
    const isActing = combat?.combatants[combat.turn]?.id === characterId;
    // A round that begins in the character's own turn lasts until the end of its next one.
    const lasts = isActing && rounds === 1 ? 2 : rounds;
    const ends = lasts === undefined ? undefined : endAfterRounds(snapshot, characterId, lasts);
    const effect = Srd5eEffect.parse({
      ...changes,
      name,
      source,
      ...omitUndefined({ ends, held_by: heldBy }),
    });
    return withStatBlock(snapshot, found.character, putOn(found.block, effect));
  },
});

/** Ends an effect before its time. */
export const endEffect = defineOperation({
  name: 'end_effect',
  summary: 'Ends a spell or a feature that works on a character.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ characterId: CharacterId, name: Name }),

  apply(snapshot, { characterId, name }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = takeOff(found.block, name);
    return 'rejected' in block
      ? { ...block, path: ['name'] }
      : withStatBlock(snapshot, found.character, block);
  },
});

/** Gives a character the body of another creature, until the effect ends or the body can bear no more. */
export const takeShape = defineOperation({
  name: 'take_shape',
  summary: 'Gives a character another shape while a spell or a feature lasts.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({
    characterId: CharacterId,
    name: Name,
    source: Line.min(1).default('the story'),
    rounds: z.int().min(1).max(2_000_000).optional(),
    heldBy: CharacterId.optional(),
    note: Line.min(1).optional(),
    stats: JsonObject.describe('Stat block of the shape.'),
  }),

  apply(snapshot, { characterId, name, source, rounds, heldBy, note, stats }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    if (found.block.status !== 'conscious')
      return reject('not-conscious', `${found.character.name} is ${found.block.status}.`, ['characterId']);
    const other = parseStatBlock(stats);
    if (!other.success) return reject('bad-stat-block', 'The shape has no stat block.', ['stats']);
    const ends = rounds === undefined ? undefined : endAfterRounds(snapshot, characterId, rounds);
    const effect = Srd5eEffect.parse({ name, source, ...omitUndefined({ ends, held_by: heldBy, note }) });
    return withStatBlock(snapshot, found.character, transform(found.block, other.data, effect));
  },
});

/** Lets a caster concentrate on a spell. The one held before ends, and with it all it did. */
export const concentrate = defineOperation({
  name: 'concentrate',
  summary: 'Lets a character concentrate on a spell; the spell held before ends.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({
    characterId: CharacterId,
    spell: Name,
    rounds: z.int().min(1).max(2_000_000).optional(),
  }),

  apply(snapshot, { characterId, spell, rounds }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const ends = rounds === undefined ? undefined : endAfterRounds(snapshot, characterId, rounds);
    const started = startConcentration(found.block, spell, snapshot.time, ends);
    if ('rejected' in started) return { ...started, path: ['characterId'] };
    return withStatBlock(snapshot, found.character, started.block);
  },
});

/** Gives a character a stat block, or completes the one it has. */
export const setStatBlock = defineOperation({
  name: 'set_stat_block',
  summary: 'Gives a character a whole stat block in place of the one it has.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ characterId: CharacterId, stats: JsonObject }),

  apply(snapshot, { characterId, stats }, { rules }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    if (!rules.srd5e) return reject('no-stat-block', 'This ruleset has no stat blocks of SRD 5e.', ['stats']);
    const parsed = Srd5eStatBlock.safeParse(stats);
    if (parsed.success) return withStatBlock(snapshot, character, parsed.data);
    const [issue] = parsed.error.issues;
    const path = ['stats', ...(issue?.path ?? []).map(String)];
    return reject('bad-stat-block', `${path.join('.')} is wrong: ${issue?.message}.`, path);
  },
});
