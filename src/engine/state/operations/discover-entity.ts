import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { CharacterId, EntityId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findEntity, findPersonas } from '../parts/find.ts';
import { withEntity } from '../parts/replace.ts';
import { Line } from '../records/bounds.ts';

/** Lets personas find out that somebody or something exists, and see it if it was obscured. */
export const discoverEntity = defineOperation({
  name: 'discover_entity',
  summary: 'Lets personas notice a hidden or obscured entity: those named, or all who are in the scene.',
  input: z.strictObject({
    entityId: EntityId,
    personaIds: z.array(CharacterId).min(1).max(32).optional(),
    method: Line,
  }),

  apply(snapshot, { entityId, personaIds, method }) {
    const entity = findEntity(snapshot, entityId, ['entityId']);
    if ('rejected' in entity) return entity;
    if (entity.visibility === 'gm') {
      return reject('not-discoverable', `${entityId} is the game master's and cannot be discovered.`, [
        'entityId',
      ]);
    }
    const finders = findPersonas(snapshot, personaIds, ['personaIds']);
    if ('rejected' in finders) return finders;
    const isHidden = entity.kind === 'character' && entity.hidden;
    const isObscured = isHidden || snapshot.scene.obscuredIds.includes(entityId);
    const newcomers =
      entity.visibility === 'public' ? [] : finders.filter((id) => !entity.knownTo.includes(id));
    if (newcomers.length === 0 && !isObscured) {
      return reject('already-known', `Everybody asked about knows of ${entityId} already.`);
    }

    const knownTo = [...entity.knownTo, ...newcomers];
    const known = withEntity(snapshot, {
      ...entity,
      knownTo,
      ...(entity.kind === 'character' && { hidden: false }),
    });
    const obscuredIds = known.scene.obscuredIds.filter((id) => id !== entityId);
    return {
      snapshot: isObscured ? { ...known, scene: { ...known.scene, obscuredIds } } : known,
      effects: [
        { type: 'discovered', subject: { kind: 'entity', id: entityId }, personaIds: finders, method },
      ],
    };
  },
});
