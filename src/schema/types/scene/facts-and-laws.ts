import type { PlayerView } from '#engine/state/player-view.ts';
import { builder } from '../../builder.ts';
import { findById, identifyRecord } from '../../views/record-node.ts';
import { loadVisibleScene, type ViewScoped, withViewScope } from '../../views/visible-scene.ts';
import { LawStatus } from '../content/lore-contents.ts';
import { findKnownEntity, KnownEntity } from './known-entity.ts';
import { Scene } from './scene.ts';
import { WorldTime } from './world-time.ts';

type PlayerFact = PlayerView['facts'][number];

const Discovery = builder.objectRef<NonNullable<PlayerFact['discovery']>>('Discovery').implement({
  description: 'Discovery of a fact.',
  fields: (t) => ({
    method: t.exposeString('method', { description: 'Means of the discovery.' }),
    sceneIndex: t.exposeInt('sceneIndex', { description: 'In which scene.' }),
  }),
});

export const Fact = builder.objectRef<ViewScoped<PlayerFact>>('Fact');

builder.node(Fact, {
  ...identifyRecord<PlayerFact>(
    'Fact',
    ({ id }) => id,
    ({ records }, id) => findById(records.facts, id),
  ),
  description: 'Something true, or believed, in the campaign: subject, predicate, object.',
  fields: (t) => ({
    factId: t.exposeID('id', { description: 'Its id inside the campaign: `fact_0001`.' }),
    subject: t.field({
      type: KnownEntity,
      nullable: true,
      description: 'Subject; null when it has left the story.',
      resolve: ({ subjectId, viewScope }) => findKnownEntity(viewScope, subjectId),
    }),
    subjectId: t.exposeID('subjectId', { description: 'The id of whom or what it is about.' }),
    predicate: t.exposeString('predicate', { description: 'Predicate: `works_for`.' }),
    object: t.expose('object', {
      type: 'JSON',
      description: 'Object of the predicate: a text, a number, an id.',
    }),
    confidence: t.exposeFloat('confidence', { description: 'Confidence, 0 to 1.' }),
    discovery: t.expose('discovery', {
      type: Discovery,
      nullable: true,
      description: 'Discovery; null when the fact was never hidden.',
    }),
  }),
});

builder.objectField(Scene, 'facts', (t) =>
  t.field({
    type: [Fact],
    description: 'Known facts.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return withViewScope(viewScope, view.facts);
    },
  }),
);

const Law = builder.objectRef<ViewScoped<PlayerView['laws'][number]>>('Law');

builder.node(Law, {
  ...identifyRecord<PlayerView['laws'][number]>(
    'Law',
    ({ id }) => id,
    ({ records }, id) => findById(records.laws, id),
  ),
  description: 'A law of the land. What is law is public.',
  fields: (t) => ({
    lawId: t.exposeID('id', { description: 'Its id inside the campaign.' }),
    title: t.exposeString('title', { description: 'Name.' }),
    summary: t.exposeString('summary', { description: 'Text of the law.' }),
    status: t.field({
      type: LawStatus,
      description: 'Whether it is in force.',
      resolve: ({ status }) => status,
    }),
    enactedAt: t.field({
      type: WorldTime,
      description: 'Since when it is law.',
      resolve: ({ enactedAt, viewScope: { sessionId } }) => ({ time: enactedAt, sessionId }),
    }),
    repealedAt: t.field({
      type: WorldTime,
      nullable: true,
      description: 'Time of repeal; null while it is in force.',
      resolve: ({ repealedAt, viewScope: { sessionId } }) =>
        repealedAt === null ? null : { time: repealedAt, sessionId },
    }),
  }),
});

builder.objectField(Scene, 'laws', (t) =>
  t.field({
    type: [Law],
    description: 'The laws of the land.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return withViewScope(viewScope, view.laws);
    },
  }),
);
