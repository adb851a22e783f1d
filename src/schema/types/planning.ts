import type { PlayerView } from '#engine/state/player-view.ts';
import { builder } from '../builder.ts';
import { seenScene } from '../seen.ts';
import { Scene } from './scene.ts';

type Block = PlayerView['planning'];

const PlanningAnalysis = builder.objectRef<NonNullable<Block['analysis']>>('PlanningAnalysis').implement({
  description: 'What was made of a situation when somebody thought about it.',
  fields: (t) => ({
    pros: t.stringList({ description: 'What speaks for it.', resolve: ({ pros }) => [...pros] }),
    cons: t.stringList({ description: 'What speaks against it.', resolve: ({ cons }) => [...cons] }),
    confidence: t.exposeString('confidence', { description: 'How sure it is, in words.' }),
  }),
});

const Planning = builder.objectRef<Block>('Planning').implement({
  description: 'What the choices of a scene are made from, as far as players are told.',
  fields: (t) => ({
    context: t.string({
      nullable: true,
      description: 'What is to be known for choosing; null when nothing is said of it.',
      resolve: ({ context }) => context ?? null,
    }),
    analysis: t.field({
      type: PlanningAnalysis,
      nullable: true,
      description: 'What speaks for and against, after a turn in mode `THINK`; null after any other.',
      resolve: ({ analysis }) => analysis ?? null,
    }),
  }),
});

builder.objectField(Scene, 'planning', (t) =>
  t.field({
    type: Planning,
    description: 'What the choices are made from.',
    resolve: async (scene, _args, context) => (await seenScene(scene, context)).view.planning,
  }),
);
