import { z } from 'zod';
import { takeLevel } from '#engine/srd5e/levels.ts';
import { Srd5eAbility, Srd5eClassName } from '#engine/srd5e/terms.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { addCoreMemory } from '../edits/core-memories.ts';
import { grantExperience } from '../edits/experience.ts';
import { findStatBlock, withDice, withStatBlock } from '../edits/stat-block.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { Name } from '../records/field-types.ts';

/** Gives experience to characters, to each the whole amount. */
export const awardExperience = defineOperation({
  name: 'award_experience',
  summary: 'Gives each of some characters so many experience points.',
  input: z.strictObject({
    characterIds: z.array(CharacterId).min(1).max(32),
    amount: z.int().min(1).max(1_000_000),
  }),

  apply(snapshot, { characterIds, amount }, context) {
    const ids = [...new Set(characterIds)];
    for (const [at, id] of ids.entries()) {
      const found = findStatBlock(snapshot, id, ['characterIds', at], context);
      if ('rejected' in found) return found;
    }
    return grantExperience(snapshot, ids, amount);
  },
});

/** Takes the next level that experience allows. */
export const gainLevel = defineOperation({
  name: 'gain_level',
  summary:
    'Takes one level in a class once experience allows it; only a game master grants one for the story.',
  input: z.strictObject({
    characterId: CharacterId,
    class: Srd5eClassName,
    hitPoints: z.enum(['average', 'roll']).default('average'),
    subclass: Name.optional(),
    abilities: z
      .partialRecord(Srd5eAbility, z.int().min(1).max(2))
      .optional()
      .describe('Where the level improves abilities: one score by 2 or two by 1.'),
    spells: z.array(Name).max(20).default([]).describe('Spells learned with the level.'),
    features: z
      .array(Name)
      .max(20)
      .default([])
      .describe('Features chosen with the level: `Fighting Style: Archery`, `Expertise: Stealth`.'),
  }),

  apply(snapshot, { characterId, ...choice }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const milestone = context.asker === 'gm' || context.asker === 'god';
    const chosen = {
      class: choice.class,
      hitPoints: choice.hitPoints,
      spells: choice.spells,
      features: choice.features,
      ...omitUndefined({
        subclass: choice.subclass,
        abilities: choice.abilities && omitUndefined(choice.abilities),
      }),
    };
    const gain = withDice(context, { characterId }, (roll) =>
      takeLevel(found.block, { ...chosen, milestone }, roll),
    );
    if ('rejected' in gain) return gain;
    const learned = [...gain.features, ...choice.features, ...choice.spells];
    const features = learned.length === 0 ? '' : `, ${learned.join(', ')}`;
    const text = `${found.character.name} reaches level ${gain.level} (${choice.class} ${gain.classLevel}): ${gain.hitPointsGained} hit points${features}.`;
    const visibility = snapshot.personas.includes(characterId) ? 'public' : 'gm';
    return addCoreMemory(
      withStatBlock(snapshot, found.character, gain.block),
      { text, reason: 'level_up', visibility, knownTo: [] },
      context,
    );
  },
});
