import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { CharacterId, LocationId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findCharacter, findLocation } from '../parts/find.ts';
import { moveScene } from '../parts/move-scene.ts';
import { routeBetween } from '../parts/routes.ts';
import type { Snapshot } from '../snapshot.ts';

/** Moves the scene to another place: the personas who are here, and whoever goes with them. */
export const moveParty = defineOperation({
  name: 'move_party',
  summary: 'Moves the scene and its personas to a place a way leads to; name the others who come along.',
  input: z.strictObject({
    placeId: LocationId,
    companionIds: z.array(CharacterId).max(60).default([]),
  }),

  apply(snapshot, { placeId, companionIds }, { asker }) {
    const place = findLocation(snapshot, placeId, ['placeId']);
    if ('rejected' in place) return place;
    const from = snapshot.scene.placeId;
    if (from === placeId)
      return reject('already-there', `The scene is at ${place.name} already.`, ['placeId']);
    if (snapshot.combat !== null)
      return reject('in-combat', 'Nobody leaves while the fight goes on; end it first.');
    const missing = absentCompanion(snapshot, companionIds);
    if (missing !== null) return missing;
    // A game master may cut to any place; everybody else needs a way.
    if (from !== null && (asker === 'model' || asker === 'engine')) {
      const route = routeBetween(snapshot, from, placeId);
      if (!route.open) return reject('no-path', route.reason, ['placeId']);
    }
    return {
      snapshot: moveScene(snapshot, placeId, companionIds),
      effects: [{ type: 'place-changed', from, to: placeId }],
    };
  },
});

function absentCompanion(snapshot: Snapshot, companionIds: readonly CharacterId[]): Rejection | null {
  for (const [at, id] of companionIds.entries()) {
    const companion = findCharacter(snapshot, id, ['companionIds', at]);
    if ('rejected' in companion) return companion;
    if (snapshot.scene.presentIds.includes(id)) continue;
    const sentence = `${companion.name} is not here and cannot come along.`;
    return reject('not-present', sentence, ['companionIds', at]);
  }
  return null;
}
