import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findCharacter } from '../parts/find.ts';
import { withEntity } from '../parts/replace.ts';

/** Brings a character into the scene. */
export const enterScene = defineOperation({
  name: 'enter_scene',
  summary: 'Brings a character into the scene; unseen stands for one nobody notices.',
  input: z.strictObject({ characterId: CharacterId, unseen: z.boolean().default(false) }),

  apply(snapshot, { characterId, unseen }, { asker }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    const { scene } = snapshot;
    if (scene.presentIds.includes(characterId)) {
      return reject('already-present', `${character.name} is here already.`, ['characterId']);
    }
    if (character.status === 'dead' && (asker === 'model' || asker === 'engine')) {
      return reject('creature-dead', `${character.name} is dead; a body is brought by a game master.`, [
        'characterId',
      ]);
    }
    if (unseen && snapshot.personas.includes(characterId)) {
      return reject('is-persona', `${character.name} is a persona and cannot be hidden from its player.`, [
        'unseen',
      ]);
    }
    const arrived = withEntity(snapshot, {
      ...character,
      placeId: scene.placeId ?? character.placeId,
      hidden: unseen,
    });
    return {
      ...arrived,
      scene: {
        ...scene,
        presentIds: [...scene.presentIds, characterId],
        obscuredIds: unseen ? [...scene.obscuredIds, characterId] : scene.obscuredIds,
      },
    };
  },
});
