import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { addMicroseconds } from '#engine/kit/world-time.ts';
import { CharacterId, LocationId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findCharacter, findLocation } from '../parts/find.ts';
import { moveScene } from '../parts/move-scene.ts';
import { atTime } from '../parts/passing-time.ts';
import { routeBetween } from '../routes.ts';
import type { Snapshot } from '../snapshot.ts';

/** Moves the scene to another place: the personas who are here, and whoever goes with them. */
export const moveParty = defineOperation({
  name: 'move_party',
  summary:
    'Moves the scene and its personas to a place a way leads to, which takes its time; name the others who come along.',
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
    const missing = missingCompanion(snapshot, companionIds);
    if (missing !== null) return missing;
    const moved = moveScene(snapshot, placeId, companionIds);
    const arrival = { type: 'place-changed', from, to: placeId } as const;
    // A game master may cut to any place in no time; everybody else needs a way, and the time it takes.
    if (from === null || asker === 'gm' || asker === 'god') return { snapshot: moved, effects: [arrival] };
    const route = routeBetween(snapshot, from, placeId);
    if (!route.open) return reject('no-path', route.reason, ['placeId']);
    const arrived = atTime(moved, addMicroseconds(snapshot.time, travelTime(route.minutes)));
    return { snapshot: arrived.snapshot, effects: [...arrived.effects, arrival] };
  },
});

const MICROSECONDS_PER_MINUTE = 60_000_000;
const LONGEST = 1_000_000;

/** Even the next room takes a minute. */
function travelTime(minutes: number): number {
  return Math.round(Math.min(LONGEST, Math.max(1, minutes)) * MICROSECONDS_PER_MINUTE);
}

function missingCompanion(snapshot: Snapshot, companionIds: readonly CharacterId[]): Rejection | null {
  for (const [at, id] of companionIds.entries()) {
    const companion = findCharacter(snapshot, id, ['companionIds', at]);
    if ('rejected' in companion) return companion;
    if (companion.status === 'dead') {
      return reject('creature-dead', `${companion.name} is dead and goes nowhere.`, ['companionIds', at]);
    }
    if (snapshot.scene.presentIds.includes(id)) continue;
    const sentence = `${companion.name} is not here and cannot come along.`;
    return reject('not-present', sentence, ['companionIds', at]);
  }
  return null;
}
