import type { Choice } from '#engine/state/record.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { builder } from '../builder.ts';
import { seenScene } from '../seen.ts';
import { wordEnum } from '../word-enum.ts';
import { WorldTime } from './world-time.ts';

const Risk = wordEnum('Risk', 'How much a choice may cost.', {
  safe: 'Nothing to lose.',
  low: 'Little to lose.',
  medium: 'Something to lose.',
  high: 'Much to lose.',
});

export const SceneChoice = builder.objectRef<Choice>('Choice').implement({
  description: 'Something the player could do next. Anything else can be done as well.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Its name in snake_case; `other_action` is always there.' }),
    text: t.exposeString('text', { description: 'A few words for a button.' }),
    description: t.exposeString('description', { description: 'A sentence that says more.' }),
    risk: t.field({ type: Risk, description: 'How much it may cost.', resolve: ({ risk }) => risk }),
  }),
});

export const Scene = builder.objectRef<SceneRecord>('Scene');

builder.node(Scene, {
  description: 'The world after a turn, as the player may see it. It never changes.',
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { loaders }) => loaders.scene.load(id),
  fields: (t) => ({
    index: t.exposeInt('index', {
      description: 'Its place in the line of scenes: 0 is where the entry point begins.',
    }),
    narration: t.exposeString('narration', {
      description: 'What was told, to be shown as text and never as markup; empty for scene 0.',
    }),
    narrationFlags: t.stringList({
      description:
        'Checks the narration did not pass even when it was set right: `length`, `agency`. Usually none.',
      resolve: ({ flags = [] }) => [...flags],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was saved.' }),
    time: t.field({
      type: WorldTime,
      description: 'When it plays, in the world’s own calendar.',
      resolve: async (scene, _args, context) => {
        const { view, eyes } = await seenScene(scene, context);
        return { time: view.time, sessionId: eyes.sessionId };
      },
    }),
    choices: t.field({
      type: [SceneChoice],
      description: 'What the player could do next.',
      resolve: async (scene, _args, context) => [...(await seenScene(scene, context)).choices],
    }),
    state: t.field({
      type: 'JSON',
      description:
        'All of the scene that you may see, as one JSON object. The fields beside it are the same, typed.',
      resolve: async (scene, _args, context) => (await seenScene(scene, context)).view,
    }),
  }),
});

builder.queryField('scene', (t) =>
  t.field({
    type: Scene,
    nullable: true,
    description: 'A scene by its id; null when there is none.',
    args: { id: t.arg.globalID({ required: true, for: Scene, description: 'The id of the scene.' }) },
    resolve: (_root, { id }, { loaders }) => loaders.scene.load(id.id),
  }),
);
