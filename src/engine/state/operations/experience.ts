import { z } from 'zod';
import { gainExperience, raiseLevel } from '#engine/rules/srd5e-levels.ts';
import { Srd5eClassName } from '#engine/rules/srd5e-terms.ts';
import { addCoreMemory } from '../edits/core-memories.ts';
import { omitUndefined } from '../edits/replace-records.ts';
import { findStatBlock, withDice, withStatBlock } from '../edits/stat-block.ts';
import type { Effect } from '../effect.ts';
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
    let next = snapshot;
    const effects: Effect[] = [];
    for (const [at, id] of [...new Set(characterIds)].entries()) {
      const found = findStatBlock(next, id, ['characterIds', at], context);
      if ('rejected' in found) return found;
      const gain = gainExperience(found.block, amount);
      if ('rejected' in gain) return gain;
      next = withStatBlock(next, found.character, gain.block);
      if (gain.levelsDue === 0) continue;
      const text = `${found.character.name} can gain a level.`;
      effects.push({ type: 'notice', audience: 'player', text, personaIds: [id] });
    }
    return { snapshot: next, effects };
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
  }),

  apply(snapshot, { characterId, ...choice }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const milestone = context.asker === 'gm' || context.asker === 'god';
    const chosen = {
      class: choice.class,
      hitPoints: choice.hitPoints,
      ...omitUndefined({ subclass: choice.subclass }),
    };
    const gain = withDice(context, { characterId }, (roll) =>
      raiseLevel(found.block, { ...chosen, milestone }, roll),
    );
    if ('rejected' in gain) return gain;
    const features = gain.features.length === 0 ? '' : `, ${gain.features.join(', ')}`;
    const text = `${found.character.name} reaches level ${gain.level} (${choice.class} ${gain.classLevel}): ${gain.hitPointsGained} hit points${features}.`;
    const visibility = snapshot.personas.includes(characterId) ? 'public' : 'gm';
    return addCoreMemory(
      withStatBlock(snapshot, found.character, gain.block),
      { text, reason: 'level_up', visibility, knownTo: [] },
      context,
    );
  },
});
