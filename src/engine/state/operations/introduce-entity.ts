import { z } from 'zod';
import { isRejection, type Rejection } from '#engine/kit/rejection.ts';
import { allocateEntityId } from '../allocate.ts';
import { CharacterId, FactionId, type IdPrefix, LocationId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findFaction, findLocation } from '../parts/find.ts';
import { alreadyThere, NEW_ENTITY } from '../parts/new-entity.ts';
import { withEntity } from '../parts/replace.ts';
import type { Entity } from '../record.ts';
import { JsonObject, Line, Name, Prose, Tags } from '../records/bounds.ts';
import { Visibility } from '../records/knowledge.ts';
import type { Snapshot } from '../snapshot.ts';

const Input = z.strictObject({
  kind: z.enum(['character', 'location', 'faction']),
  name: Name,
  description: Prose.default(''),
  tags: Tags.default([]),
  visibility: Visibility.default('public'),
  another: z.boolean().default(false).describe('True for a second entity of a name that is taken.'),
  role: Line.default('').describe('Of a character: what it is in the story.'),
  stats: JsonObject.default({}).describe("Of a character: its stat block by the ruleset's schema."),
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

/** Gives somebody, some place or some group a name and an id. A character without a place joins the scene. */
export const introduceEntity = defineOperation({
  name: 'introduce_entity',
  summary: 'Introduces a character (into the scene, unless a place is named), a location or a faction.',
  input: Input,

  apply(snapshot, input) {
    const refusal =
      alreadyThere(snapshot, input.kind, input.name, input.another) ?? badReference(snapshot, input);
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
  const { name, description, tags, visibility } = input;
  const shared = { ...NEW_ENTITY, name, description, tags, visibility };
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
