import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { EntityId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { defined } from '../parts/defined.ts';
import { union, withEntity } from '../parts/replace.ts';
import { SceneSetting } from '../records/scene-setting.ts';
import type { Snapshot } from '../snapshot.ts';

const { visibility, noise, constraints } = SceneSetting.shape;

/** Changes what can be seen and heard where the scene plays. */
export const setScene = defineOperation({
  name: 'set_scene',
  summary: 'Changes light, noise, constraints, and which of those present are obscured from the personas.',
  input: z.strictObject({
    visibility: visibility.optional(),
    noise: noise.optional(),
    constraints: constraints.optional(),
    obscure: z.array(EntityId).max(60).default([]),
    unobscure: z.array(EntityId).max(60).default([]),
  }),

  apply(snapshot, { obscure, unobscure, ...given }) {
    const { scene } = snapshot;
    const absent = obscure.find((id) => !scene.presentIds.includes(id));
    if (absent !== undefined) return reject('not-present', `${absent} is not in the scene.`, ['obscure']);
    const persona = obscure.find((id) => snapshot.personas.some((other) => other === id));
    if (persona !== undefined) {
      return reject('is-persona', `${persona} is a persona and cannot be hidden from its player.`, [
        'obscure',
      ]);
    }
    const conditions = defined(given);
    if (Object.keys(conditions).length + obscure.length + unobscure.length === 0) {
      const fields = 'visibility, noise, constraints, obscure or unobscure';
      return reject('nothing-to-do', `Say what changes: ${fields}.`);
    }
    const obscuredIds = union(scene.obscuredIds, obscure).filter((id) => !unobscure.includes(id));
    const shown = unobscure.reduce(outOfHiding, snapshot);
    return { ...shown, scene: { ...scene, ...conditions, obscuredIds } };
  },
});

function outOfHiding(snapshot: Snapshot, id: EntityId): Snapshot {
  const entity = snapshot.entities[id];
  if (entity?.kind !== 'character' || !entity.hidden) return snapshot;
  return withEntity(snapshot, { ...entity, hidden: false });
}
