import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { EntityId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findEntity } from '../parts/find.ts';
import { leaveScene } from '../parts/leave-scene.ts';
import { withEntity, without } from '../parts/replace.ts';

/** Takes an entity out of the story for good: a slain goblin, a burnt letter. Its id is never used again. */
export const retireEntity = defineOperation({
  name: 'retire_entity',
  summary: 'Takes an entity out of the story for good: defeated, destroyed, gone. Its record and id remain.',
  input: z.strictObject({ entityId: EntityId }),

  apply(snapshot, { entityId }, { asker }) {
    const entity = findEntity(snapshot, entityId, ['entityId']);
    if ('rejected' in entity) return entity;
    const isPersona = snapshot.personas.some((id) => id === entityId);
    if (isPersona && asker !== 'gm' && asker !== 'god') {
      return reject('is-persona', `${entity.name} is a player's persona; only a game master can retire it.`, [
        'entityId',
      ]);
    }
    if (snapshot.scene.placeId === entityId) {
      return reject('scene-is-there', `The scene plays at ${entity.name}; move it first.`, ['entityId']);
    }
    const gone = withEntity(leaveScene(snapshot, entityId), { ...entity, retired: true });
    const personas = gone.personas.filter((id) => id !== entityId);
    return {
      ...gone,
      personas: isPersona ? personas : gone.personas,
      // Nobody is left to throw these dice or to answer.
      pendingRoll: gone.pendingRoll?.personaId === entityId ? null : gone.pendingRoll,
      pendingClarification:
        gone.pendingClarification?.personaId === entityId ? null : gone.pendingClarification,
      inventory: withoutItem(gone.inventory, entityId),
    };
  },
});

function withoutItem<Held extends { readonly [owner: string]: { readonly [item: string]: unknown } }>(
  inventory: Held,
  itemId: string,
): Held {
  let next = inventory;
  for (const [owner, held] of Object.entries(inventory)) {
    if (!(itemId in held)) continue;
    const rest = without(held, itemId);
    next = Object.keys(rest).length === 0 ? without(next, owner) : { ...next, [owner]: rest };
  }
  return next;
}
