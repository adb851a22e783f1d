import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findCharacter } from '../parts/find.ts';
import { backInCombat, outOfCombat } from '../parts/leave-scene.ts';
import { awoken, knockedOut, slain } from '../parts/life.ts';
import { withEntity } from '../parts/replace.ts';
import { statBlockOf, withStatBlock } from '../parts/stat-block.ts';
import type { Character } from '../record.ts';
import { CharacterStatus } from '../records/entity.ts';

/** Says that a character wakes, passes out or dies. A stat block follows: its hit points say the same. */
export const setLife = defineOperation({
  name: 'set_life',
  summary: 'Makes a character conscious, unconscious or dead; hit points, if it has any, follow.',
  input: z.strictObject({ characterId: CharacterId, status: CharacterStatus }),

  apply(snapshot, { characterId, status }, context) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    if (character.status === status) {
      return reject('nothing-to-do', `${character.name} is ${status} already.`, ['status']);
    }
    if (!context.rules.srd5e || Object.keys(character.stats).length === 0) {
      const changed = withEntity(snapshot, { ...character, status });
      const { combat } = changed;
      if (combat === null) return changed;
      if (status === 'dead') return { ...changed, combat: outOfCombat(combat, characterId) };
      return character.status === 'dead' ? backInCombat(changed, characterId) : changed;
    }
    const found = statBlockOf(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = inStatus(found.block, status);
    return 'rejected' in block
      ? { ...block, path: ['status'] }
      : withStatBlock(snapshot, found.character, block);
  },
});

function inStatus(block: Srd5eStatBlock, status: Character['status']): Srd5eStatBlock | Rejection {
  switch (status) {
    case 'dead':
      return slain(block);
    case 'unconscious':
      return knockedOut(block);
    case 'conscious':
      return awoken(block);
  }
}
