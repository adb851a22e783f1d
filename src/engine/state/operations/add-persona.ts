import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findCharacter } from '../parts/find.ts';

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
