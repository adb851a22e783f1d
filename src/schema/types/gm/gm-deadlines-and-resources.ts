import { readMeters } from '#engine/state/meters.ts';
import type {
  Agenda as AgendaRecord,
  Deadline as DeadlineRecord,
  Resource as ResourceRecord,
} from '#engine/state/record.ts';
import { builder } from '../../builder.ts';
import { type Seen, through } from '../../seen.ts';
import { wordEnum } from '../../word-enum.ts';
import { findKnownCharacter, KnownCharacter } from '../scene/known-entity.ts';
import { Meters, Resource } from '../scene/possessions.ts';
import { Deadline } from '../scene/story-progress.ts';
import { WorldTime } from '../scene/world-time.ts';
import { GmKnowledge, GmScene } from './gm-scene.ts';

const GmDeadline = builder.objectRef<Seen<DeadlineRecord>>('GmDeadline').implement({
  description: 'A deadline with what follows when it passes.',
  interfaces: [GmKnowledge],
  fields: (t) => ({
    deadline: t.field({ type: Deadline, description: 'The deadline.', resolve: (deadline) => deadline }),
    startedAt: t.field({
      type: WorldTime,
      description: 'Since when it runs.',
      resolve: ({ startedAt, eyes: { sessionId } }) => ({ time: startedAt, sessionId }),
    }),
    consequences: t.exposeString('consequences', { description: 'What follows when it passes.' }),
    operations: t.expose('operations', { type: 'JSON', description: 'What the engine does by itself then.' }),
    warningsGiven: t.stringList({
      description: 'Which of the three warnings were given: `subtle`, `clear`, `urgent`.',
      resolve: ({ warnings }) =>
        Object.entries(warnings).flatMap(([level, givenAt]) => (givenAt === null ? [] : level)),
    }),
  }),
});

const DepletionUnit = wordEnum('DepletionUnit', 'How a resource runs out.', {
  per_hour: 'With every hour.',
  per_day: 'With every day.',
  per_patient_per_day: 'With every day, for each who draws on it.',
});

const GmResource = builder.objectRef<ResourceRecord>('GmResource').implement({
  description: 'A resource with how it runs out and what follows then.',
  interfaces: [GmKnowledge],
  fields: (t) => ({
    resource: t.field({ type: Resource, description: 'The resource.', resolve: (resource) => resource }),
    depletionRate: t.exposeFloat('depletionRate', { description: 'How much of it goes.' }),
    depletionUnit: t.field({
      type: DepletionUnit,
      description: 'With what it goes.',
      resolve: ({ depletionUnit }) => depletionUnit,
    }),
    patients: t.exposeInt('patients', { description: 'How many draw on it.' }),
    criticalLevel: t.exposeFloat('criticalLevel', { description: 'From where on it is critical.' }),
    consequence: t.exposeString('consequence', { description: 'What follows then.' }),
  }),
});

const Agenda = builder.objectRef<Seen<AgendaRecord>>('Agenda').implement({
  description: 'What a character works at while nobody looks.',
  fields: (t) => ({
    characterId: t.exposeString('characterId', { description: 'Whose it is.' }),
    character: t.field({
      type: KnownCharacter,
      nullable: true,
      description: 'Whose it is; null when they have left the story.',
      resolve: ({ characterId, eyes }) => findKnownCharacter(eyes, characterId),
    }),
    goal: t.exposeString('goal', { description: 'What they are after.' }),
    progress: t.exposeFloat('progress', { description: 'How far they have come: 0 to 100.' }),
    pacePerDay: t.exposeFloat('pacePerDay', {
      description: 'How far they come in a day while nothing is in the way.',
    }),
    nextMilestone: t.exposeString('nextMilestone', { description: 'What comes next.' }),
    completedMilestones: t.exposeStringList('completedMilestones', { description: 'What is done.' }),
    blockingFactors: t.exposeStringList('blockingFactors', { description: 'What is in the way.' }),
  }),
});

type Standing = {
  readonly personaId: string;
  readonly meters: typeof Meters.$inferType | null;
  readonly failures: number;
  readonly bound: number;
};

const PersonaStanding = builder.objectRef<Standing>('PersonaStanding').implement({
  description: 'How a persona stands with the rules.',
  fields: (t) => ({
    personaId: t.exposeString('personaId', { description: 'Which persona.' }),
    meters: t.expose('meters', {
      type: Meters,
      nullable: true,
      description: 'What its attempts have cost so far; null before the first.',
    }),
    failuresInARow: t.exposeInt('failures', {
      description: 'How often it has failed without a success between.',
    }),
    boundConsequences: t.exposeInt('bound', {
      description: 'How often a row of failures has bound a consequence.',
    }),
  }),
});

builder.objectFields(GmScene, (t) => ({
  deadlines: t.field({
    type: [GmDeadline],
    description: 'Every deadline.',
    resolve: ({ snapshot, eyes }) => through(eyes, Object.values(snapshot.deadlines)),
  }),
  resources: t.field({
    type: [GmResource],
    description: 'Every resource.',
    resolve: ({ snapshot }) => Object.values(snapshot.resources),
  }),
  agendas: t.field({
    type: [Agenda],
    description: 'What characters work at while nobody looks.',
    resolve: ({ snapshot, eyes }) => through(eyes, Object.values(snapshot.agendas)),
  }),
  personas: t.field({
    type: [PersonaStanding],
    description: 'How each persona stands with the rules.',
    resolve: ({ snapshot: { personas, entities, meters, failureStreaks } }) =>
      personas.map((personaId) => ({
        personaId,
        meters: readMeters({ entities, meters }, personaId),
        failures: failureStreaks[personaId]?.failures ?? 0,
        bound: failureStreaks[personaId]?.bound ?? 0,
      })),
  }),
}));
