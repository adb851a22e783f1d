import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { expired } from '../parts/expired.ts';
import { findCharacter } from '../parts/find.ts';
import { withEntity } from '../parts/replace.ts';

/** Ends what was to last until a moment that has come. */
export const expireConditions = defineOperation({
  name: 'expire_conditions',
  summary: "Ends those of a character's conditions whose time has run out.",
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ characterId: CharacterId }),

  apply(snapshot, { characterId }, { rules }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    const after = expired(snapshot, character, rules.srd5e);
    if (after === character) return reject('nothing-to-do', `Nothing of ${character.name}'s has run out.`);
    return withEntity(snapshot, after);
  },
});
