import { listMeters, type MeterValue } from '#engine/state/meters.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Entity, Holding } from '#engine/state/record.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { findById, identifyRecord, type RecordView } from '../../views/record-node.ts';
import {
  loadSessionRules,
  loadVisibleScene,
  type ViewScoped,
  withViewScope,
} from '../../views/visible-scene.ts';
import { findKnownEntity, KnownEntity } from './known-entity.ts';
import { Scene } from './scene.ts';

export type HeldItem = Holding & { readonly ownerId: string; readonly itemId: string };

function findHeldItem({ view, snapshot }: RecordView, key: string): HeldItem | null {
  const [ownerId = '', itemId = ''] = key.split('/');
  const inventories: Readonly<Record<string, Readonly<Record<string, Holding>> | undefined>> =
    snapshot?.inventory ?? {};
  const held = view === null ? inventories[ownerId] : ownerId === view.personaId ? view.inventory : undefined;
  const holding = Object.entries(held ?? {}).find(([id]) => id === itemId)?.[1];
  return holding === undefined ? null : { ...holding, ownerId, itemId };
}

export const InventoryEntry = builder.objectRef<ViewScoped<HeldItem>>('InventoryEntry');

builder.node(InventoryEntry, {
  ...identifyRecord<HeldItem>(
    'InventoryEntry',
    ({ ownerId, itemId }) => `${ownerId}/${itemId}`,
    findHeldItem,
  ),
  description: 'Quantity of one item a character has.',
  fields: (t) => ({
    itemId: t.exposeID('itemId', { description: 'The id of the thing inside the campaign.' }),
    item: t.field({
      type: KnownEntity,
      nullable: true,
      description: 'The thing; null when nothing more is known of it.',
      resolve: ({ itemId, viewScope }) => findKnownEntity(viewScope, itemId),
    }),
    quantity: t.exposeInt('quantity', { description: 'Quantity.' }),
    flags: t.exposeStringList('flags', {
      description: 'Tags: `equipped`, `stolen`.',
    }),
  }),
});

builder.objectField(Scene, 'inventory', (t) =>
  t.field({
    type: [InventoryEntry],
    description: 'Inventory of your persona.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return Object.entries(view.inventory ?? {}).map(([itemId, holding]) => {
        return { ...holding, ownerId: view.personaId, itemId, viewScope };
      });
    },
  }),
);

export const Resource = builder.objectRef<ViewScoped<PlayerView['resources'][number]>>('Resource');

builder.node(Resource, {
  ...identifyRecord<PlayerView['resources'][number]>(
    'Resource',
    ({ id }) => id,
    ({ records }, id) => findById(records.resources, id),
  ),
  description: 'Something the world runs out of: medicine, lamp oil, patience.',
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: 'Its id inside the campaign.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    amount: t.exposeFloat('amount', { description: 'Remaining amount.' }),
    max: t.exposeFloat('max', { description: 'Maximum amount.' }),
  }),
});

/** Meter with the character it belongs to. */
export type OwnedMeter = MeterValue & { readonly ownerId: string };

/** Lists the meters of a character; none when the packs are no longer available. */
export async function listCharacterMeters(
  character: Entity | undefined,
  sessionId: string,
  context: Context,
): Promise<readonly OwnedMeter[]> {
  const rules = (await loadSessionRules(sessionId, context))?.rules;
  if (character?.kind !== 'character' || rules === undefined) return [];
  return listMeters(character, rules).map((meter) => ({ ...meter, ownerId: character.id }));
}

async function findMeter({ view, snapshot, viewScope }: RecordView, key: string, context: Context) {
  const [ownerId = '', name] = key.split('/');
  const entities: Readonly<Record<string, Entity | undefined>> = snapshot?.entities ?? {};
  const meters: readonly OwnedMeter[] =
    view === null
      ? await listCharacterMeters(entities[ownerId], viewScope.sessionId, context)
      : view.meters.map((meter) => ({ ...meter, ownerId: view.personaId }));
  return meters.find((meter) => meter.ownerId === ownerId && meter.name === name) ?? null;
}

export const Meter = builder.objectRef<ViewScoped<OwnedMeter>>('Meter');

builder.node(Meter, {
  ...identifyRecord<OwnedMeter>('Meter', ({ ownerId, name }) => `${ownerId}/${name}`, findMeter),
  description: 'Meter of a persona: a number of its stat block that the ruleset declares.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name in the ruleset: `heat`.' }),
    label: t.exposeString('label', { description: 'Name for players.' }),
    value: t.exposeFloat('value', { description: 'Present value.' }),
    min: t.exposeFloat('min', { description: 'Lowest value.' }),
    max: t.exposeFloat('max', { description: 'Highest value.' }),
  }),
});

builder.objectFields(Scene, (t) => ({
  resources: t.field({
    type: [Resource],
    description: 'Limited resources of the world.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return withViewScope(viewScope, view.resources);
    },
  }),
  meters: t.field({
    type: [Meter],
    description: 'Meters of your persona, in the order of the ruleset.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return view.meters.map((meter) => ({ ...meter, ownerId: view.personaId, viewScope }));
    },
  }),
}));
