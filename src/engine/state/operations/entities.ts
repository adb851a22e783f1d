import { z } from 'zod';
import type { Json } from '#engine/util/canonical-json.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { findEntity, findFaction, findLocation, findPersonas } from '../edits/find-records.ts';
import {
  allocateEntityId,
  fillMissingFields,
  NEW_ENTITY,
  rejectDuplicateName,
} from '../edits/new-records.ts';
import { omitKey, withEntity } from '../edits/replace-records.ts';
import { removeFromScene } from '../edits/scene-members.ts';
import { CharacterId, EntityId, FactionId, type IdPrefix, LocationId } from '../ids.ts';
import { defineOperation, type OperationContext } from '../operation.ts';
import { parseEntityPath } from '../paths/entity-path.ts';
import {
  checkWritable,
  hasChildren,
  readPath,
  rejectListReplacement,
  rejectParentReplacement,
  writePath,
} from '../paths/json-path.ts';
import { StatePath } from '../paths/ruleset-path.ts';
import type { Entity } from '../record.ts';
import { JsonObject, JsonValue, Line, Name, Prose, Tags } from '../records/field-types.ts';
import type { Snapshot } from '../snapshot.ts';
import { Visibility } from '../visibility.ts';

const Input = z.strictObject({
  kind: z.enum(['character', 'location', 'faction']),
  name: Name,
  description: Prose.default(''),
  tags: Tags.default([]),
  visibility: Visibility.default('public'),
  knownTo: z.array(CharacterId).max(32).default([]).describe('Who knows of a hidden one.'),
  another: z.boolean().default(false).describe('True for a second entity of a name that is taken.'),
  role: Line.default('').describe('Of a character: what it is in the story.'),
  stats: JsonObject.default({}).describe("Of a character: its stat block by the ruleset's schema."),
  side: z.enum(['party', 'foes', 'neutral']).optional().describe('Of a character: its side in a fight.'),
  factionId: FactionId.optional().describe('Of a character: whom it belongs to.'),
  placeId: LocationId.optional().describe('Of a character: where it is, if not in the scene.'),
  present: z.boolean().default(true).describe('Of a character: false for one who is somewhere unknown.'),
  connectedTo: LocationId.optional().describe('Of a location: a place with a way to it and back.'),
});
type Introduced = z.output<typeof Input>;

const PREFIX: Readonly<Record<Introduced['kind'], IdPrefix>> = {
  character: 'npc',
  location: 'loc',
  faction: 'faction',
};

/** Gives a character, place or group a name and an id. A character without a place joins the scene. */
export const introduceEntity = defineOperation({
  name: 'introduce_entity',
  summary: 'Introduces a character (into the scene, unless a place is named), a location or a faction.',
  input: Input,

  apply(snapshot, input) {
    const refusal =
      rejectDuplicateName(snapshot, input.kind, input.name, input.another) ?? badReference(snapshot, input);
    if (refusal !== null) return refusal;
    const { id, counters } = allocateEntityId(snapshot, PREFIX[input.kind], input.name);
    const counted = { ...snapshot, counters };
    return {
      snapshot: place(counted, entityOf(id, snapshot, input), input),
      effects: [{ type: 'entity-introduced', id }],
    };
  },
});

function badReference(snapshot: Snapshot, { factionId, placeId, connectedTo }: Introduced): Rejection | null {
  const found = [
    factionId === undefined ? null : findFaction(snapshot, factionId, ['factionId']),
    placeId === undefined ? null : findLocation(snapshot, placeId, ['placeId']),
    connectedTo === undefined ? null : findLocation(snapshot, connectedTo, ['connectedTo']),
  ];
  return found.find(isRejection) ?? null;
}

function entityOf(id: string, snapshot: Snapshot, input: Introduced): Entity {
  const { name, description, tags, visibility, knownTo } = input;
  const shared = { ...NEW_ENTITY, name, description, tags, visibility, knownTo };
  switch (input.kind) {
    case 'character':
      return {
        kind: 'character',
        id: CharacterId.parse(id),
        ...shared,
        role: input.role,
        placeId: input.placeId ?? (input.present ? snapshot.scene.placeId : null),
        factionId: input.factionId ?? null,
        status: 'conscious',
        captive: false,
        hidden: false,
        conditions: [],
        stats: input.stats,
        ...(input.side === undefined ? {} : { side: input.side }),
        internal: {},
      };
    case 'location':
      return {
        kind: 'location',
        id: LocationId.parse(id),
        ...shared,
        exits: input.connectedTo === undefined ? null : [{ to: input.connectedTo }],
        effects: [],
      };
    case 'faction':
      return { kind: 'faction', id: FactionId.parse(id), ...shared, leaderId: null };
  }
}

function place(snapshot: Snapshot, entity: Entity, { placeId, present, connectedTo }: Introduced): Snapshot {
  const known = withEntity(snapshot, entity);
  if (entity.kind === 'character' && placeId === undefined && present) {
    return { ...known, scene: { ...known.scene, presentIds: [...known.scene.presentIds, entity.id] } };
  }
  if (entity.kind !== 'location' || connectedTo === undefined) return known;
  const neighbour = known.entities[connectedTo];
  if (neighbour?.kind !== 'location' || neighbour.exits === null) return known;
  return withEntity(known, { ...neighbour, exits: [...neighbour.exits, { to: entity.id }] });
}

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
    const steps = parseEntityPath(snapshot, entity, path, context);
    if ('rejected' in steps) return steps;
    if (action !== 'remove' && value === undefined) {
      return reject('bad-input', `update_entity: value is missing; say what to ${action}.`, ['value']);
    }
    // An entity is plain JSON all the way down; its type only adds the names of the fields.
    const record = entity as unknown as Json;
    const blocked = checkWritable(record, steps);
    if (blocked !== null) return blocked;
    const given = typeof value === 'string' ? value.trim() : value;
    const next = nextValue(path, readPath(record, steps), action, given, context);
    if (typeof next === 'object' && next !== null && 'rejected' in next) return next;
    // Whether it still is an entity is checked, like every changed record, before the change stands.
    const changed = writePath(record, steps, next?.value) as unknown as Entity;
    const isCleared = action === 'remove';
    return withEntity(
      snapshot,
      changed.kind === 'character' && !isCleared ? fillMissingFields(changed) : changed,
    );
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
  if (hasChildren(current)) return rejectParentReplacement(path, current);
  const whole = rejectListReplacement(path, current, asker);
  if (whole !== null) return whole;
  if (action === 'remove' && current === undefined)
    return reject('nothing-there', `Nothing stands at ${path}.`, ['path']);
  return { value: action === 'remove' ? undefined : value };
}

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
    const gone = withEntity(removeFromScene(snapshot, entityId), { ...entity, retired: true });
    const personas = gone.personas.filter((id) => id !== entityId);
    return {
      ...gone,
      personas: isPersona ? personas : gone.personas,
      // The retired persona can no longer roll these dice or answer.
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
    const rest = omitKey(held, itemId);
    next = Object.keys(rest).length === 0 ? omitKey(next, owner) : { ...next, [owner]: rest };
  }
  return next;
}

/** Lets personas find out that an entity exists, and see it if it was obscured. */
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
