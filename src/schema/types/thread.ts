import type { PlayerView } from '#engine/state/player-view.ts';
import { builder } from '../builder.ts';
import { seenScene } from '../seen.ts';
import { wordEnum } from '../word-enum.ts';
import { Scene } from './scene.ts';

const ThreadStatus = wordEnum('ThreadStatus', 'How a question of the story stands.', {
  dormant: 'Nobody is after it just now.',
  active: 'It is being followed.',
  resolved: 'It was answered.',
  failed: 'It can no longer be answered.',
});

export const Thread = builder.objectRef<PlayerView['threads'][number]>('Thread').implement({
  description: 'A question the story has opened.',
  fields: (t) => ({
    threadId: t.exposeString('id', { description: 'Its id inside the campaign.' }),
    title: t.exposeString('title', { description: 'What it is called.' }),
    status: t.field({ type: ThreadStatus, description: 'How it stands.', resolve: ({ status }) => status }),
    stakes: t.exposeString('stakes', { description: 'What there is to win or lose.' }),
  }),
});

builder.objectField(Scene, 'threads', (t) =>
  t.field({
    type: [Thread],
    description: 'The questions the story has opened.',
    resolve: async (scene, _args, context) => [...(await seenScene(scene, context)).view.threads],
  }),
);
