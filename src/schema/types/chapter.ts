import type { PlayerView } from '#engine/state/player-view.ts';
import { builder } from '../builder.ts';
import { type Seen, seenScene, through } from '../seen.ts';
import { Scene } from './scene.ts';
import { WorldTime } from './world-time.ts';

const Chapter = builder.objectRef<Seen<PlayerView['chapter']>>('Chapter').implement({
  description: 'A chapter of the story.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Its number, from 1.' }),
    title: t.exposeString('title', { description: 'What it is called.' }),
    startedInScene: t.exposeInt('startedInScene', { description: 'The index of the scene it began in.' }),
    startedAt: t.field({
      type: WorldTime,
      description: 'When it began.',
      resolve: ({ startedAt, eyes: { sessionId } }) => ({ time: startedAt, sessionId }),
    }),
  }),
});

const CoreMemory = builder.objectRef<Seen<PlayerView['coreMemories'][number]>>('CoreMemory').implement({
  description: 'Something worth remembering for ever.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'What is remembered.' }),
    sceneIndex: t.exposeInt('sceneIndex', { description: 'The index of the scene it happened in.' }),
    time: t.field({
      type: WorldTime,
      description: 'When it happened.',
      resolve: ({ time, eyes: { sessionId } }) => ({ time, sessionId }),
    }),
  }),
});

builder.objectFields(Scene, (t) => ({
  chapter: t.field({
    type: Chapter,
    description: 'The chapter it belongs to.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await seenScene(scene, context);
      return { ...view.chapter, eyes };
    },
  }),
  coreMemories: t.field({
    type: [CoreMemory],
    description: 'What is worth remembering for ever, oldest first.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await seenScene(scene, context);
      return through(eyes, view.coreMemories);
    },
  }),
}));
