import type {
  Agenda as AgendaRecord,
  Deadline as DeadlineRecord,
  EconomyEntry,
  Relationship as RelationshipRecord,
  Resource as ResourceRecord,
} from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { AUTHORING_ONLY, builder, defineWordEnum } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { findById, identifyRecord, type RecordView } from '../../views/record-node.ts';
import { type ViewScoped, withViewScope } from '../../views/visible-scene.ts';
import { Combat } from '../scene/combat.ts';
import { findKnownCharacter, findKnownEntity, KnownCharacter, KnownEntity } from '../scene/known-entity.ts';
import {
  type HeldItem,
  InventoryEntry,
  listCharacterMeters,
  Meter,
  type OwnedMeter,
  Resource,
} from '../scene/possessions.ts';
import { formatRelationshipKey, Relation, Relationship } from '../scene/relation.ts';
import { Deadline } from '../scene/story-progress.ts';
import { WorldTime } from '../scene/world-time.ts';
import { GmKnowledge, GmScene, RecordVisibility } from './gm-scene.ts';

type Belongings = { readonly ownerId: string; readonly held: readonly HeldItem[] };

/** Lists the possessions of every character and place. */
function listHoldings(snapshot: Snapshot | null): readonly Belongings[] {
  return Object.entries(snapshot?.inventory ?? {}).map(([ownerId, things]) => {
    const held = Object.entries(things).map(([itemId, holding]) => ({ ...holding, ownerId, itemId }));
    return { ownerId, held };
  });
}

const Holdings = builder.objectRef<ViewScoped<Belongings>>('Holdings');

builder.node(Holdings, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<Belongings>(
    'Holdings',
    ({ ownerId }) => ownerId,
    ({ snapshot }, ownerId) => listHoldings(snapshot).find((one) => one.ownerId === ownerId),
  ),
  description: 'Possessions of a character or place.',
  fields: (t) => ({
    ownerId: t.exposeID('ownerId', { description: 'Owner.' }),
    owner: t.field({
      type: KnownEntity,
      nullable: true,
      description: 'Owner; null when they have left the story.',
      resolve: ({ ownerId, viewScope }) => findKnownEntity(viewScope, ownerId),
    }),
    entries: t.field({
      type: [InventoryEntry],
      description: 'The things.',
      resolve: ({ held, viewScope }) => withViewScope(viewScope, held),
    }),
  }),
});

const GmRelationship = builder.objectRef<ViewScoped<RelationshipRecord>>('GmRelationship');

builder.node(GmRelationship, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<RelationshipRecord>('GmRelationship', formatRelationshipKey, ({ snapshot }, key) =>
    Object.values(snapshot?.relationships ?? {}).find((one) => formatRelationshipKey(one) === key),
  ),
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

function listAccounts(snapshot: Snapshot | null): readonly Named[] {
  return Object.entries(snapshot?.economy.accounts ?? {}).map(([id, account]) => ({ ...account, id }));
}

const Account = builder.objectRef<ViewScoped<Named>>('Account');

builder.node(Account, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<Named>(
    'Account',
    ({ id }) => id,
    ({ snapshot }, id) => findById(listAccounts(snapshot), id),
  ),
  description: 'Shared account, such as a treasury.',
  fields: (t) => ({
    accountId: t.exposeID('id', { description: 'Its id inside the campaign.' }),
    name: t.exposeString('name', { description: 'Owner.' }),
    currency: t.exposeString('currency', { description: 'Currency or unit.' }),
    balance: t.exposeFloat('balance', { description: 'Balance.' }),
  }),
});

const LedgerEntry = builder.objectRef<ViewScoped<EconomyEntry>>('LedgerEntry');

builder.node(LedgerEntry, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<EconomyEntry>(
    'LedgerEntry',
    ({ sequence }) => String(sequence),
    ({ snapshot }, key) => snapshot?.economy.ledger.find(({ sequence }) => String(sequence) === key),
  ),
  description: 'Money that went in or out.',
  fields: (t) => ({
    sequence: t.exposeInt('sequence', { description: 'Its number.' }),
    accountId: t.exposeID('accountId', { description: 'Account.' }),
    amount: t.exposeFloat('amount', { description: 'Amount; negative for withdrawals.' }),
    reason: t.exposeString('reason', { description: 'Why.' }),
    time: t.field({
      type: WorldTime,
      description: 'When.',
      resolve: ({ time, viewScope: { sessionId } }) => ({ time, sessionId }),
    }),
  }),
});

builder.objectFields(GmScene, (t) => ({
  holdings: t.field({
    type: [Holdings],
    description: 'Possessions of all characters and places.',
    resolve: ({ snapshot, viewScope }) => withViewScope(viewScope, listHoldings(snapshot)),
  }),
  relations: t.field({
    type: [Relation],
    description: 'Relations between all characters.',
    resolve: ({ snapshot, viewScope }) => withViewScope(viewScope, Object.values(snapshot.relations)),
  }),
  relationships: t.field({
    type: [GmRelationship],
    description: 'Relationships between all characters, hidden ones included.',
    resolve: ({ snapshot, viewScope }) => withViewScope(viewScope, Object.values(snapshot.relationships)),
  }),
  accounts: t.field({
    type: [Account],
    description: 'The accounts there are.',
    resolve: ({ snapshot, viewScope }) => withViewScope(viewScope, listAccounts(snapshot)),
  }),
  ledger: t.field({
    type: [LedgerEntry],
    description: 'The latest movements of money.',
    resolve: ({ snapshot, viewScope }) => withViewScope(viewScope, snapshot.economy.ledger),
  }),
  combat: t.field({
    type: Combat,
    nullable: true,
    description: 'Current fight, unseen participants included; null when there is none.',
    resolve: ({ snapshot: { combat }, viewScope }) =>
      combat === null ? null : { ...combat, actingId: combat.combatants[combat.turn]?.id ?? null, viewScope },
  }),
}));

const GmDeadline = builder.objectRef<ViewScoped<DeadlineRecord>>('GmDeadline');

builder.node(GmDeadline, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<DeadlineRecord>(
    'GmDeadline',
    ({ id }) => id,
    ({ snapshot }, id) => findById(Object.values(snapshot?.deadlines ?? {}), id),
  ),
  description: 'A deadline with what follows when it passes.',
  interfaces: [GmKnowledge],
  fields: (t) => ({
    deadline: t.field({ type: Deadline, description: 'The deadline.', resolve: (deadline) => deadline }),
    startedAt: t.field({
      type: WorldTime,
      description: 'Since when it runs.',
      resolve: ({ startedAt, viewScope: { sessionId } }) => ({ time: startedAt, sessionId }),
    }),
    consequences: t.exposeString('consequences', { description: 'Consequence when it passes.' }),
    operations: t.expose('operations', { type: 'JSON', description: 'Operations the engine applies then.' }),
    warningsGiven: t.stringList({
      description: 'Warnings given so far: `subtle`, `clear`, `urgent`.',
      resolve: ({ warnings }) =>
        Object.entries(warnings).flatMap(([level, givenAt]) => (givenAt === null ? [] : level)),
    }),
  }),
});

const DepletionUnit = defineWordEnum('DepletionUnit', 'Unit of the depletion rate of a resource.', {
  per_hour: 'With every hour.',
  per_day: 'With every day.',
  per_patient_per_day: 'With every day, for each who draws on it.',
});

const GmResource = builder.objectRef<ViewScoped<ResourceRecord>>('GmResource');

builder.node(GmResource, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<ResourceRecord>(
    'GmResource',
    ({ id }) => id,
    ({ snapshot }, id) => findById(Object.values(snapshot?.resources ?? {}), id),
  ),
  description: 'A resource with how it runs out and what follows then.',
  interfaces: [GmKnowledge],
  fields: (t) => ({
    resource: t.field({ type: Resource, description: 'The resource.', resolve: (resource) => resource }),
    depletionRate: t.exposeFloat('depletionRate', { description: 'Depletion rate.' }),
    depletionUnit: t.field({
      type: DepletionUnit,
      description: 'With what it goes.',
      resolve: ({ depletionUnit }) => depletionUnit,
    }),
    patients: t.exposeInt('patients', { description: 'Number of patients who draw on it.' }),
    criticalLevel: t.exposeFloat('criticalLevel', { description: 'From where on it is critical.' }),
    consequence: t.exposeString('consequence', { description: 'Consequence.' }),
  }),
});

const Agenda = builder.objectRef<ViewScoped<AgendaRecord>>('Agenda');

builder.node(Agenda, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<AgendaRecord>(
    'Agenda',
    ({ characterId }) => characterId,
    ({ snapshot }, id) =>
      Object.values(snapshot?.agendas ?? {}).find(({ characterId }) => characterId === id),
  ),
  description: 'Offscreen project of a character.',
  fields: (t) => ({
    characterId: t.exposeID('characterId', { description: 'Owner.' }),
    character: t.field({
      type: KnownCharacter,
      nullable: true,
      description: 'Owner; null when they have left the story.',
      resolve: ({ characterId, viewScope }) => findKnownCharacter(viewScope, characterId),
    }),
    goal: t.exposeString('goal', { description: 'Goal.' }),
    progress: t.exposeFloat('progress', { description: 'Progress, 0 to 100.' }),
    pacePerDay: t.exposeFloat('pacePerDay', {
      description: 'Daily progress without obstacles.',
    }),
    nextMilestone: t.exposeString('nextMilestone', { description: 'Next step.' }),
    completedMilestones: t.exposeStringList('completedMilestones', { description: 'Completed steps.' }),
    blockingFactors: t.exposeStringList('blockingFactors', { description: 'Obstacles.' }),
  }),
});

type Standing = {
  readonly personaId: string;
  readonly meters: readonly OwnedMeter[];
  readonly failures: number;
  readonly bound: number;
};

/** Lists the rules state of each persona. */
async function listStandings(
  { snapshot, viewScope }: Pick<RecordView, 'snapshot' | 'viewScope'>,
  context: Context,
): Promise<readonly Standing[]> {
  const { personas = [], entities, failureStreaks } = snapshot ?? {};
  return Promise.all(
    personas.map(async (personaId) => ({
      personaId,
      meters: await listCharacterMeters(entities?.[personaId], viewScope.sessionId, context),
      failures: failureStreaks?.[personaId]?.failures ?? 0,
      bound: failureStreaks?.[personaId]?.bound ?? 0,
    })),
  );
}

const PersonaStanding = builder.objectRef<ViewScoped<Standing>>('PersonaStanding');

builder.node(PersonaStanding, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<Standing>(
    'PersonaStanding',
    ({ personaId }) => personaId,
    async (view, id, context) =>
      (await listStandings(view, context)).find(({ personaId }) => personaId === id),
  ),
  description: 'Rules state of a persona.',
  fields: (t) => ({
    personaId: t.exposeID('personaId', { description: 'Persona.' }),
    meters: t.field({
      type: [Meter],
      description: 'Its meters, in the order of the ruleset. Empty when the packs are no longer available.',
      resolve: ({ meters, viewScope }) => withViewScope(viewScope, meters),
    }),
    failuresInARow: t.exposeInt('failures', {
      description: 'Consecutive failures.',
    }),
    boundConsequences: t.exposeInt('bound', {
      description: 'Number of consequences caused by consecutive failures.',
    }),
  }),
});

builder.objectFields(GmScene, (t) => ({
  deadlines: t.field({
    type: [GmDeadline],
    description: 'Every deadline.',
    resolve: ({ snapshot, viewScope }) => withViewScope(viewScope, Object.values(snapshot.deadlines)),
  }),
  resources: t.field({
    type: [GmResource],
    description: 'Every resource.',
    resolve: ({ snapshot, viewScope }) => withViewScope(viewScope, Object.values(snapshot.resources)),
  }),
  agendas: t.field({
    type: [Agenda],
    description: 'Offscreen projects of characters.',
    resolve: ({ snapshot, viewScope }) => withViewScope(viewScope, Object.values(snapshot.agendas)),
  }),
  personas: t.field({
    type: [PersonaStanding],
    description: 'Rules state of each persona.',
    resolve: async (view, _args, context) =>
      withViewScope(view.viewScope, await listStandings(view, context)),
  }),
}));
