import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId, LocationId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findCharacter, findLocation } from '../parts/find.ts';
import { leaveScene as leave } from '../parts/leave-scene.ts';
import { withEntity } from '../parts/replace.ts';

/** Lets a character go, to a named place or out of sight. */
export const leaveScene = defineOperation({
  name: 'leave_scene',
  summary: 'Lets a character leave the scene, for a place if one is named.',
  input: z.strictObject({ characterId: CharacterId, toPlaceId: LocationId.optional() }),

  apply(snapshot, { characterId, toPlaceId }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    if (!snapshot.scene.presentIds.includes(characterId)) {
      return reject('not-present', `${character.name} is not here.`, ['characterId']);
    }
    if (toPlaceId !== undefined) {
      const place = findLocation(snapshot, toPlaceId, ['toPlaceId']);
      if ('rejected' in place) return place;
      if (toPlaceId === snapshot.scene.placeId) {
        return reject('already-there', `${place.name} is where the scene plays.`, ['toPlaceId']);
      }
    }
    return withEntity(leave(snapshot, characterId), { ...character, placeId: toPlaceId ?? null });
  },
});
