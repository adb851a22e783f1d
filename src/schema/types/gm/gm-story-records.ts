import type {
  ProgressClock as ClockRecord,
  Fact as FactRecord,
  Mission as MissionRecord,
  Thread as ThreadRecord,
} from '#engine/state/record.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { findById, identifyRecord } from '../../views/record-node.ts';
import { type ViewScoped, withViewScope } from '../../views/visible-scene.ts';
import { Fact } from '../scene/facts-and-laws.ts';
import { findKnownCharacter, findKnownEntity, KnownCharacter, KnownEntity } from '../scene/known-entity.ts';
import { Clock, Mission, Thread } from '../scene/story-progress.ts';
import { GmKnowledge, GmScene } from './gm-scene.ts';

const GmFact = builder.objectRef<ViewScoped<FactRecord>>('GmFact');

builder.node(GmFact, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<FactRecord>(
    'GmFact',
    ({ id }) => id,
    ({ snapshot }, id) => findById(Object.values(snapshot?.facts ?? {}), id),
  ),
  description: 'A fact with who knows it and what would bring it to light.',
  interfaces: [GmKnowledge],
  fields: (t) => ({
    fact: t.field({ type: Fact, description: 'The fact.', resolve: (fact) => fact }),
    revealedBy: t.exposeStringList('triggers', {
      description: 'Persona action or utterance that reveals it.',
    }),
    tags: t.exposeStringList('tags', { description: 'Tags.' }),
  }),
});

const GmThread = builder.objectRef<ViewScoped<ThreadRecord>>('GmThread');

builder.node(GmThread, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<ThreadRecord>(
    'GmThread',
    ({ id }) => id,
    ({ snapshot }, id) => findById(Object.values(snapshot?.threads ?? {}), id),
  ),
  description: 'A question of the story with whom it concerns.',
  interfaces: [GmKnowledge],
  fields: (t) => ({
    thread: t.field({ type: Thread, description: 'The question.', resolve: (thread) => thread }),
    related: t.field({
      type: [KnownEntity],
      description: 'Characters and things it concerns.',
      resolve: ({ relatedIds, viewScope }) =>
        relatedIds.flatMap((id) => findKnownEntity(viewScope, id) ?? []),
    }),
    tags: t.exposeStringList('tags', { description: 'Tags.' }),
  }),
});

const ClockTrigger = builder.objectRef<ClockRecord['triggers'][number]>('ClockTrigger').implement({
  description: 'One-time consequence of a clock reaching a segment.',
  fields: (t) => ({
    at: t.exposeInt('at', { description: 'The segment.' }),
    description: t.exposeString('description', { description: 'Outcome.' }),
    hasFired: t.exposeBoolean('fired', { description: 'Whether it has happened.' }),
    operations: t.expose('operations', { type: 'JSON', description: 'Operations the engine applies then.' }),
  }),
});

const GmClock = builder.objectRef<ViewScoped<ClockRecord>>('GmClock');

builder.node(GmClock, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<ClockRecord>(
    'GmClock',
    ({ id }) => id,
    ({ snapshot }, id) => findById(Object.values(snapshot?.clocks ?? {}), id),
  ),
  description: 'A clock with what it sets off.',
  interfaces: [GmKnowledge],
  fields: (t) => ({
    clock: t.field({ type: Clock, description: 'The clock.', resolve: (clock) => clock }),
    triggers: t.field({
      type: [ClockTrigger],
      description: 'Consequences.',
      resolve: ({ triggers }) => [...triggers],
    }),
  }),
});

const GmMission = builder.objectRef<ViewScoped<MissionRecord>>('GmMission');

builder.node(GmMission, {
  subGraphs: AUTHORING_ONLY,
  ...identifyRecord<MissionRecord>(
    'GmMission',
    ({ id }) => id,
    ({ snapshot }, id) => findById(Object.values(snapshot?.missions ?? {}), id),
  ),
  description: 'Mission with its giver.',
  interfaces: [GmKnowledge],
  fields: (t) => ({
    mission: t.field({ type: Mission, description: 'The task.', resolve: (mission) => mission }),
    giver: t.field({
      type: KnownCharacter,
      nullable: true,
      description: 'Giver; null when there is none.',
      resolve: ({ giverId, viewScope }) => findKnownCharacter(viewScope, giverId ?? null),
    }),
  }),
});

builder.objectFields(GmScene, (t) => ({
  facts: t.field({
    type: [GmFact],
    description: 'Every fact, hidden ones included.',
    resolve: ({ snapshot, viewScope }) => withViewScope(viewScope, Object.values(snapshot.facts)),
  }),
  threads: t.field({
    type: [GmThread],
    description: 'Every question of the story.',
    resolve: ({ snapshot, viewScope }) => withViewScope(viewScope, Object.values(snapshot.threads)),
  }),
  clocks: t.field({
    type: [GmClock],
    description: 'Every clock.',
    resolve: ({ snapshot, viewScope }) => withViewScope(viewScope, Object.values(snapshot.clocks)),
  }),
  missions: t.field({
    type: [GmMission],
    description: 'Every task.',
    resolve: ({ snapshot, viewScope }) => withViewScope(viewScope, Object.values(snapshot.missions)),
  }),
}));
