import type { Character, Entity, Location } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { findById, identifyRecord } from '../../views/record-node.ts';
import type { ViewScope, ViewScoped } from '../../views/visible-scene.ts';
import { CharacterTier } from '../content/character.ts';
import {
  findKnownCharacter,
  findKnownEntity,
  findKnownLocation,
  KnownCharacter,
  KnownEntity,
  KnownLocation,
} from '../scene/known-entity.ts';
import { GmKnowledge, GmScene } from './gm-scene.ts';

/** Finds an entity of one kind in the whole state. */
function findEntity<Kind extends Entity['kind']>(
  snapshot: Snapshot | null,
  kind: Kind,
  id: string,
): Extract<Entity, { kind: Kind }> | null {
  const isOne = (entity: Entity): entity is Extract<Entity, { kind: Kind }> => entity.kind === kind;
  return findById(Object.values(snapshot?.entities ?? {}).filter(isOne), id);
}

const listed = (values: readonly string[] | undefined): string[] => [...(values ?? [])];

const GmCharacter = builder.objectRef<ViewScoped<Character>>('GmCharacter');

builder.node(GmCharacter, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<Character>(
    'GmCharacter',
    ({ id }) => id,
    ({ snapshot }, id) => findEntity(snapshot, 'character', id),
  ),
  description: 'A character with what the game master plays it by.',
  interfaces: [GmKnowledge],
  fields: (t) => ({
    character: t.field({
      type: KnownCharacter,
      nullable: true,
      description: 'Description visible to players.',
      resolve: ({ id, viewScope }) => findKnownCharacter(viewScope, id),
    }),
    place: t.field({
      type: KnownLocation,
      nullable: true,
      description: 'Location; null when unknown.',
      resolve: ({ placeId, viewScope }) => findKnownLocation(viewScope, placeId),
    }),
    faction: t.field({
      type: KnownEntity,
      nullable: true,
      description: 'Owner; null when it has none.',
      resolve: ({ factionId, viewScope }) => findKnownEntity(viewScope, factionId),
    }),
    isHidden: t.exposeBoolean('hidden', { description: 'Whether it keeps out of sight on purpose.' }),
    hasLeft: t.exposeBoolean('retired', { description: 'Whether it has left the story for good.' }),
    tier: t.field({
      type: CharacterTier,
      nullable: true,
      description: 'Importance to the story; null when not set.',
      resolve: ({ tier }) => tier ?? null,
    }),
    disposition: t.string({
      nullable: true,
      description: 'Current attitude towards the personas; null when not set.',
      resolve: ({ internal }) => internal.disposition ?? null,
    }),
    goals: t.stringList({ description: 'Goals.', resolve: ({ internal }) => listed(internal.goals) }),
    knows: t.stringList({ description: 'Knowledge.', resolve: ({ internal }) => listed(internal.knows) }),
    withholds: t.stringList({
      description: 'Knowledge it withholds.',
      resolve: ({ internal }) => listed(internal.withholds),
    }),
    notes: t.stringList({
      description: 'The game master’s notes.',
      resolve: ({ internal }) => listed(internal.notes),
    }),
    internal: t.field({
      type: 'JSON',
      description:
        'Everything the game master plays it by: labels, intentions, red lines, how far it was driven.',
      resolve: ({ internal }) => internal,
    }),
    stats: t.expose('stats', { type: 'JSON', description: 'Its stat block, by the ruleset’s schema.' }),
  }),
});

const GmExit = builder
  .objectRef<NonNullable<Location['exits']>[number] & { viewScope: ViewScope }>('GmExit')
  .implement({
    description: 'A way out of a place, secret ones included.',
    fields: (t) => ({
      to: t.field({
        type: KnownLocation,
        nullable: true,
        description: 'Destination; null when that place has left the story.',
        resolve: ({ to, viewScope }) => findKnownLocation(viewScope, to),
      }),
      label: t.string({
        nullable: true,
        description: 'Name of the way; null when it has none.',
        resolve: ({ label }) => label ?? null,
      }),
      isSecret: t.boolean({
        description: 'Whether players do not see it until it is found.',
        resolve: ({ secret }) => secret === true,
      }),
      blocked: t.string({
        nullable: true,
        description: 'Reason the way is blocked; null when it is open.',
        resolve: ({ blocked }) => blocked ?? null,
      }),
    }),
  });

const GmLocation = builder.objectRef<ViewScoped<Location>>('GmLocation');

builder.node(GmLocation, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<Location>(
    'GmLocation',
    ({ id }) => id,
    ({ snapshot }, id) => findEntity(snapshot, 'location', id),
  ),
  description: 'A place with its secret ways.',
  interfaces: [GmKnowledge],
  fields: (t) => ({
    location: t.field({
      type: KnownLocation,
      nullable: true,
      description: 'Description visible to players.',
      resolve: ({ id, viewScope }) => findKnownLocation(viewScope, id),
    }),
    exits: t.field({
      type: [GmExit],
      nullable: true,
      description: 'All exits; null where there is no map.',
      resolve: ({ exits, viewScope }) => exits?.map((exit) => ({ ...exit, viewScope })) ?? null,
    }),
    attributes: t.expose('attributes', { type: 'JSON', description: 'Other fields of the pack.' }),
  }),
});

builder.objectFields(GmScene, (t) => ({
  characters: t.field({
    type: [GmCharacter],
    description: 'All characters.',
    resolve: ({ snapshot, viewScope }) =>
      Object.values(snapshot.entities).flatMap((entity) =>
        entity.kind === 'character' ? { ...entity, viewScope } : [],
      ),
  }),
  locations: t.field({
    type: [GmLocation],
    description: 'Every place there is.',
    resolve: ({ snapshot, viewScope }) =>
      Object.values(snapshot.entities).flatMap((entity) =>
        entity.kind === 'location' ? { ...entity, viewScope } : [],
      ),
  }),
  entities: t.field({
    type: [KnownEntity],
    description: 'All entities.',
    resolve: ({ snapshot, viewScope }) =>
      Object.keys(snapshot.entities).flatMap((id) => findKnownEntity(viewScope, id) ?? []),
  }),
}));
