import { z } from 'zod';
import { isRejection } from '#engine/kit/rejection.ts';
import { allocateEventId } from '../allocate.ts';
import { CharacterId, FactionId } from '../ids.ts';
import { defineOperation, type OperationContext } from '../operation.ts';
import { findCharacter, findFaction } from '../parts/find.ts';
import { Prose, Slug, Tags } from '../records/bounds.ts';
import { Visibility } from '../records/knowledge.ts';
import type { Snapshot } from '../snapshot.ts';

const Input = z.strictObject({
  type: Slug,
  summary: Prose.min(1),
  characterIds: z.array(CharacterId).max(60).default([]),
  factionIds: z.array(FactionId).max(60).default([]),
  tags: Tags.default([]),
  status: z.enum(['ongoing', 'resolved']).default('resolved'),
  scope: z.enum(['campaign', 'world_affecting']).default('campaign'),
  visibility: Visibility.optional(),
  knownTo: z.array(CharacterId).max(60).optional(),
});

/** Writes an event into the chronicle, under the next event id and the present date, place and chapter. */
export const logEvent = defineOperation({
  name: 'log_event',
  summary:
    'Writes what happened into the chronicle: its type and one sentence, whom and which factions it touches. Only those who had a part in it know of it, unless it says otherwise.',
  input: Input,

  apply(snapshot, input, context) {
    const found = [
      ...input.characterIds.map((id, at) => findCharacter(snapshot, id, ['characterIds', at])),
      ...input.factionIds.map((id, at) => findFaction(snapshot, id, ['factionIds', at])),
      ...(input.knownTo ?? []).map((id, at) => findCharacter(snapshot, id, ['knownTo', at])),
    ].filter(isRejection);
    // Whoever has left the story may still be part of what is told of it.
    const wrong = found.find(({ rejected }) => rejected !== 'retired-entity');
    if (wrong !== undefined) return wrong;
    const { id, counters } = allocateEventId(snapshot);
    const { number: chapter } = snapshot.chapter;
    const entry = {
      ...input,
      id,
      time: snapshot.time,
      chapter,
      placeId: snapshot.scene.placeId,
      visibility: input.visibility ?? context.setOffBy?.visibility ?? 'hidden',
      knownTo: input.knownTo ?? context.setOffBy?.knownTo ?? witnesses(snapshot, input, context),
    };
    return { snapshot: { ...snapshot, counters }, effects: [{ type: 'chronicle-entry', entry }] };
  },
});

/** A model tells of what goes on in the scene: those who are there see it, unless it happens among others. */
function witnesses(
  { scene: { presentIds }, entities }: Snapshot,
  { characterIds }: z.output<typeof Input>,
  { asker }: OperationContext,
): readonly CharacterId[] {
  const isElsewhere = characterIds.length > 0 && !characterIds.some((id) => presentIds.includes(id));
  if (asker !== 'model' || isElsewhere) return [];
  return presentIds.flatMap((id) => {
    const entity = entities[id];
    return entity?.kind === 'character' ? entity.id : [];
  });
}
