import { z } from 'zod';
import { Srd5eClassName } from '#engine/rules/srd5e-class.ts';
import { levelUp } from '#engine/rules/srd5e-level-up.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { remember } from '../parts/core-memory.ts';
import { defined } from '../parts/defined.ts';
import { statBlockOf, withDice, withStatBlock } from '../parts/stat-block.ts';
import { Name } from '../records/bounds.ts';

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
    const found = statBlockOf(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const milestone = context.asker === 'gm' || context.asker === 'god';
    const chosen = {
      class: choice.class,
      hitPoints: choice.hitPoints,
      ...defined({ subclass: choice.subclass }),
    };
    const gain = withDice(context, { characterId }, (roll) =>
      levelUp(found.block, { ...chosen, milestone }, roll),
    );
    if ('rejected' in gain) return gain;
    const features = gain.features.length === 0 ? '' : `, ${gain.features.join(', ')}`;
    const text = `${found.character.name} reaches level ${gain.level} (${choice.class} ${gain.classLevel}): ${gain.hitPointsGained} hit points${features}.`;
    const visibility = snapshot.personas.includes(characterId) ? 'public' : 'gm';
    return remember(
      withStatBlock(snapshot, found.character, gain.block),
      { text, reason: 'level_up', visibility, knownTo: [] },
      context,
    );
  },
});
