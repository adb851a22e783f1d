import { gainExperience } from '#engine/srd5e/levels.ts';
import { parseStatBlock } from '#engine/srd5e/stat-block.ts';
import type { Effect } from '../effect.ts';
import type { CharacterId } from '../ids.ts';
import type { ChangedState } from '../operation.ts';
import type { Snapshot } from '../snapshot.ts';
import { withStatBlock } from './stat-block.ts';

/**
 * Gives each of some characters so much experience, and tells those who can gain a level. Characters without a stat
 * block are passed over.
 */
export function grantExperience(
  snapshot: Snapshot,
  characterIds: readonly CharacterId[],
  amount: number,
): ChangedState {
  let next = snapshot;
  const effects: Effect[] = [];
  if (amount <= 0) return { snapshot, effects };
  for (const id of characterIds) {
    const character = next.entities[id];
    const block = character?.kind === 'character' ? parseStatBlock(character.stats).data : undefined;
    if (character?.kind !== 'character' || block === undefined) continue;
    const gain = gainExperience(block, amount);
    if ('rejected' in gain) continue;
    next = withStatBlock(next, character, gain.block);
    const due = gain.levelsDue === 0 ? '' : ` ${character.name} can gain a level.`;
    const text = `${character.name} gains ${amount} experience.${due}`;
    effects.push({ type: 'notice', audience: 'player', text, personaIds: [id] });
  }
  return { snapshot: next, effects };
}
