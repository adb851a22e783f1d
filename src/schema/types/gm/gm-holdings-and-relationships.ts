import type { EconomyEntry, Relationship as RelationshipRecord } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { builder } from '../../builder.ts';
import { type ViewScope, type ViewScoped, withViewScope } from '../../views/visible-scene.ts';
import { Combat } from '../scene/combat.ts';
import { findKnownEntity, KnownEntity } from '../scene/known-entity.ts';
import { type HeldItem, InventoryEntry } from '../scene/possessions.ts';
import { Relation, Relationship } from '../scene/relation.ts';
import { WorldTime } from '../scene/world-time.ts';
import { GmScene, RecordVisibility } from './gm-scene.ts';

type Belongings = { readonly ownerId: string; readonly held: readonly HeldItem[]; readonly eyes: ViewScope };

const Holdings = builder.objectRef<Belongings>('Holdings').implement({
  description: 'Possessions of a character or place.',
  fields: (t) => ({
    ownerId: t.exposeString('ownerId', { description: 'Owner.' }),
    owner: t.field({
      type: KnownEntity,
      nullable: true,
      description: 'Owner; null when they have left the story.',
      resolve: ({ ownerId, eyes }) => findKnownEntity(eyes, ownerId),
    }),
    entries: t.field({
      type: [InventoryEntry],
      description: 'The things.',
      resolve: ({ held, eyes }) => withViewScope(eyes, held),
    }),
  }),
});

const GmRelationship = builder.objectRef<ViewScoped<RelationshipRecord>>('GmRelationship').implement({
  description: 'Relationship between two characters, with the game master’s notes.',
  fields: (t) => ({
    relationship: t.field({
      type: Relationship,
      description: 'The relationship.',
      resolve: (relationship) => relationship,
    }),
    notes: t.exposeString('notes', { description: 'The game master’s notes.' }),
    visibility: t.field({
      type: RecordVisibility,
      description: 'Visibility.',
      resolve: ({ visibility }) => visibility,
    }),
  }),
});

type Named = Snapshot['economy']['accounts'][string] & { readonly id: string };

const Account = builder.objectRef<Named>('Account').implement({
  description: 'Shared account, such as a treasury.',
  fields: (t) => ({
    accountId: t.exposeString('id', { description: 'Its id inside the campaign.' }),
    name: t.exposeString('name', { description: 'Owner.' }),
    currency: t.exposeString('currency', { description: 'Currency or unit.' }),
    balance: t.exposeFloat('balance', { description: 'Balance.' }),
  }),
});

const LedgerEntry = builder.objectRef<ViewScoped<EconomyEntry>>('LedgerEntry').implement({
  description: 'Money that went in or out.',
  fields: (t) => ({
    sequence: t.exposeInt('sequence', { description: 'Its number.' }),
    accountId: t.exposeString('accountId', { description: 'Account.' }),
    amount: t.exposeFloat('amount', { description: 'Amount; negative for withdrawals.' }),
    reason: t.exposeString('reason', { description: 'Why.' }),
    time: t.field({
      type: WorldTime,
      description: 'When.',
      resolve: ({ time, eyes: { sessionId } }) => ({ time, sessionId }),
    }),
  }),
});

builder.objectFields(GmScene, (t) => ({
  holdings: t.field({
    type: [Holdings],
    description: 'Possessions of all characters and places.',
    resolve: ({ snapshot, eyes }) =>
      Object.entries(snapshot.inventory).map(([ownerId, things]) => {
        const held = Object.entries(things).map(([itemId, holding]) => ({ ...holding, itemId }));
        return { ownerId, held, eyes };
      }),
  }),
  relations: t.field({
    type: [Relation],
    description: 'Relations between all characters.',
    resolve: ({ snapshot, eyes }) => withViewScope(eyes, Object.values(snapshot.relations)),
  }),
  relationships: t.field({
    type: [GmRelationship],
    description: 'Relationships between all characters, hidden ones included.',
    resolve: ({ snapshot, eyes }) => withViewScope(eyes, Object.values(snapshot.relationships)),
  }),
  accounts: t.field({
    type: [Account],
    description: 'The accounts there are.',
    resolve: ({ snapshot }) =>
      Object.entries(snapshot.economy.accounts).map(([id, account]) => ({ ...account, id })),
  }),
  ledger: t.field({
    type: [LedgerEntry],
    description: 'The latest movements of money.',
    resolve: ({ snapshot, eyes }) => withViewScope(eyes, snapshot.economy.ledger),
  }),
  combat: t.field({
    type: Combat,
    nullable: true,
    description: 'Current fight, unseen participants included; null when there is none.',
    resolve: ({ snapshot: { combat }, eyes }) =>
      combat === null ? null : { ...combat, actingId: combat.combatants[combat.turn]?.id ?? null, eyes },
  }),
}));
