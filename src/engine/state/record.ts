import type { CharacterId, EntityId, FactId, ItemId, PairKey } from './ids.ts';
import type { Snapshot } from './snapshot.ts';

/** The records a snapshot is made of, as the rest of the engine names them. All of them are read-only. */
export type Entity = Snapshot['entities'][EntityId];
export type Character = Extract<Entity, { readonly kind: 'character' }>;
export type Location = Extract<Entity, { readonly kind: 'location' }>;
export type Item = Extract<Entity, { readonly kind: 'item' }>;
export type Faction = Extract<Entity, { readonly kind: 'faction' }>;
export type Fact = Snapshot['facts'][FactId];
export type Thread = Snapshot['threads'][string];
export type ProgressClock = Snapshot['clocks'][string];
export type Relation = Snapshot['relations'][PairKey];
export type Relationship = Snapshot['relationships'][string];
export type Holding = Snapshot['inventory'][EntityId][ItemId];
export type Mission = Snapshot['missions'][string];
export type Deadline = Snapshot['deadlines'][string];
export type Agenda = Snapshot['agendas'][CharacterId];
export type Resource = Snapshot['resources'][string];
export type Response = NonNullable<Snapshot['responses']>[string];
export type Ending = NonNullable<Snapshot['endings']>[number];
export type Law = Snapshot['laws'][string];
export type EconomyEntry = Snapshot['economy']['ledger'][number];
export type Combat = NonNullable<Snapshot['combat']>;
export type Combatant = Combat['combatants'][number];
export type PendingRoll = NonNullable<Snapshot['pendingRoll']>;
export type PendingClarification = NonNullable<Snapshot['pendingClarification']>;
export type Choice = Snapshot['planning']['choices'][number];
export type CoreMemory = Snapshot['coreMemories'][number];
