import { readMeters } from '#engine/state/meters.ts';
import type {
  Agenda as AgendaRecord,
  Deadline as DeadlineRecord,
  Resource as ResourceRecord,
} from '#engine/state/record.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import { type ViewScoped, withViewScope } from '../../views/visible-scene.ts';
import { findKnownCharacter, KnownCharacter } from '../scene/known-entity.ts';
import { Meters, Resource } from '../scene/possessions.ts';
import { Deadline } from '../scene/story-progress.ts';
import { WorldTime } from '../scene/world-time.ts';
import { GmKnowledge, GmScene } from './gm-scene.ts';

const GmDeadline = builder.objectRef<ViewScoped<DeadlineRecord>>('GmDeadline').implement({
  description: 'A deadline with what follows when it passes.',
  interfaces: [GmKnowledge],
  fields: (t) => ({
    deadline: t.field({ type: Deadline, description: 'The deadline.', resolve: (deadline) => deadline }),
    startedAt: t.field({
      type: WorldTime,
      description: 'Since when it runs.',
      resolve: ({ startedAt, eyes: { sessionId } }) => ({ time: startedAt, sessionId }),
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

const GmResource = builder.objectRef<ResourceRecord>('GmResource').implement({
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

const Agenda = builder.objectRef<ViewScoped<AgendaRecord>>('Agenda').implement({
  description: 'Offscreen project of a character.',
  fields: (t) => ({
    characterId: t.exposeString('characterId', { description: 'Owner.' }),
    character: t.field({
      type: KnownCharacter,
      nullable: true,
      description: 'Owner; null when they have left the story.',
      resolve: ({ characterId, eyes }) => findKnownCharacter(eyes, characterId),
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
  readonly meters: typeof Meters.$inferType | null;
  readonly failures: number;
  readonly bound: number;
};

const PersonaStanding = builder.objectRef<Standing>('PersonaStanding').implement({
  description: 'Rules state of a persona.',
  fields: (t) => ({
    personaId: t.exposeString('personaId', { description: 'Persona.' }),
    meters: t.expose('meters', {
      type: Meters,
      nullable: true,
      description: 'Cost of its attempts so far; null before the first.',
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
    resolve: ({ snapshot, eyes }) => withViewScope(eyes, Object.values(snapshot.deadlines)),
  }),
  resources: t.field({
    type: [GmResource],
    description: 'Every resource.',
    resolve: ({ snapshot }) => Object.values(snapshot.resources),
  }),
  agendas: t.field({
    type: [Agenda],
    description: 'Offscreen projects of characters.',
    resolve: ({ snapshot, eyes }) => withViewScope(eyes, Object.values(snapshot.agendas)),
  }),
  personas: t.field({
    type: [PersonaStanding],
    description: 'Rules state of each persona.',
    resolve: ({ snapshot: { personas, entities, meters, failureStreaks } }) =>
      personas.map((personaId) => ({
        personaId,
        meters: readMeters({ entities, meters }, personaId),
        failures: failureStreaks[personaId]?.failures ?? 0,
        bound: failureStreaks[personaId]?.bound ?? 0,
      })),
  }),
}));
