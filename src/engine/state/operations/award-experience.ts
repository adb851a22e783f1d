import { z } from 'zod';
import { gainExperience } from '#engine/rules/srd5e-experience.ts';
import type { Effect } from '../effect.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { statBlockOf, withStatBlock } from '../parts/stat-block.ts';

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
      const found = statBlockOf(next, id, ['characterIds', at], context);
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
