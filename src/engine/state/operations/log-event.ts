import { z } from 'zod';
import { isRejection } from '#engine/kit/rejection.ts';
import { allocateEventId } from '../allocate.ts';
import { CharacterId, FactionId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findCharacter, findFaction } from '../parts/find.ts';
import { Prose, Slug, Tags } from '../records/bounds.ts';

/** Writes an event into the chronicle, under the next event id and the present date, place and chapter. */
export const logEvent = defineOperation({
  name: 'log_event',
  summary:
    'Writes what happened into the chronicle: its type and one sentence, whom and which factions it touches.',
  input: z.strictObject({
    type: Slug,
    summary: Prose.min(1),
    characterIds: z.array(CharacterId).max(60).default([]),
    factionIds: z.array(FactionId).max(60).default([]),
    tags: Tags.default([]),
    status: z.enum(['ongoing', 'resolved']).default('resolved'),
    scope: z.enum(['campaign', 'world_affecting']).default('campaign'),
  }),

  apply(snapshot, input) {
    const found = [
      ...input.characterIds.map((id, at) => findCharacter(snapshot, id, ['characterIds', at])),
      ...input.factionIds.map((id, at) => findFaction(snapshot, id, ['factionIds', at])),
    ].filter(isRejection);
    // Whoever has left the story may still be part of what is told of it.
    const wrong = found.find(({ rejected }) => rejected !== 'retired-entity');
    if (wrong !== undefined) return wrong;
    const { id, counters } = allocateEventId(snapshot);
    const { number: chapter } = snapshot.chapter;
    const entry = { ...input, id, time: snapshot.time, chapter, placeId: snapshot.scene.placeId };
    return { snapshot: { ...snapshot, counters }, effects: [{ type: 'chronicle-entry', entry }] };
  },
});
