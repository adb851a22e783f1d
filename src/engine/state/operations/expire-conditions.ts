import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { expired } from '../parts/expired.ts';
import { findCharacter } from '../parts/find.ts';
import { withEntity } from '../parts/replace.ts';

/** Ends what was to last until a moment that has come, or for rounds that have passed. */
export const expireConditions = defineOperation({
  name: 'expire_conditions',
  summary: "Ends those of a character's conditions whose time has run out.",
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({
    characterId: CharacterId,
    rounds: z.int().min(0).max(1_000_000_000).default(0).describe('Rounds that went by outside a fight.'),
  }),

  apply(snapshot, { characterId, rounds }, { rules }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    const after = expired(character, snapshot.time, rounds, rules.srd5e);
    if (after === character) return reject('nothing-to-do', `Nothing of ${character.name}'s has run out.`);
    return withEntity(snapshot, after);
  },
});
