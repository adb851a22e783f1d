import { z } from 'zod';
import type { Json } from '#engine/kit/canonical-json.ts';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { EntityId } from '../ids.ts';
import { defineOperation, type OperationContext } from '../operation.ts';
import { entityPath } from '../parts/entity-path.ts';
import { findEntity } from '../parts/find.ts';
import { isParent, listRejection, parentRejection, readAt, unwritable, writeAt } from '../parts/json-path.ts';
import { withEntity } from '../parts/replace.ts';
import { StatePath } from '../parts/ruleset-state.ts';
import type { Entity } from '../record.ts';
import { JsonValue } from '../records/bounds.ts';

/** Changes one field of one entity. Identity, provenance and what has an operation of its own stay out of reach. */
export const updateEntity = defineOperation({
  name: 'update_entity',
  summary:
    'Changes one field of an entity, by the narrowest path (description, stats.chemistry): sets it, appends to it, or removes it.',
  input: z.strictObject({
    entityId: EntityId,
    path: StatePath,
    action: z.enum(['set', 'append', 'remove']).default('set'),
    value: JsonValue.optional(),
  }),

  apply(snapshot, { entityId, path, action, value }, context) {
    const entity = findEntity(snapshot, entityId, ['entityId']);
    if ('rejected' in entity) return entity;
    const steps = entityPath(snapshot, entity, path, context);
    if ('rejected' in steps) return steps;
    if (action !== 'remove' && value === undefined) {
      return reject('bad-input', `update_entity: value is missing; say what to ${action}.`, ['value']);
    }
    // An entity is plain JSON all the way down; its type only adds the names of the fields.
    const record = entity as unknown as Json;
    const blocked = unwritable(record, steps);
    if (blocked !== null) return blocked;
    const given = typeof value === 'string' ? value.trim() : value;
    const next = nextValue(path, readAt(record, steps), action, given, context);
    if (typeof next === 'object' && next !== null && 'rejected' in next) return next;
    // Whether it still is an entity is checked, like every changed record, before the change stands.
    return withEntity(snapshot, writeAt(record, steps, next?.value) as unknown as Entity);
  },
});

type Next = { readonly value: Json | undefined };

function nextValue(
  path: string,
  current: Json | undefined,
  action: string,
  value: Json | undefined,
  { asker }: Pick<OperationContext, 'asker'>,
): Next | Rejection {
  if (action === 'append') {
    const list = current ?? [];
    if (!Array.isArray(list))
      return reject('not-a-list', `${path} is not a list; use the action set.`, ['action']);
    return { value: [...list, value ?? null] };
  }
  if (isParent(current)) return parentRejection(path, current);
  const whole = listRejection(path, current, asker);
  if (whole !== null) return whole;
  if (action === 'remove' && current === undefined)
    return reject('nothing-there', `Nothing stands at ${path}.`, ['path']);
  return { value: action === 'remove' ? undefined : value };
}
