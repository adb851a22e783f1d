import type { PlayerView } from '#engine/state/player-view.ts';
import { builder } from '../builder.ts';
import { seenScene } from '../seen.ts';
import { Scene } from './scene.ts';

export const Clock = builder.objectRef<PlayerView['clocks'][number]>('Clock').implement({
  description: 'A danger or a hope counted in segments.',
  fields: (t) => ({
    clockId: t.exposeString('id', { description: 'Its id inside the campaign.' }),
    name: t.exposeString('name', { description: 'What it counts.' }),
    value: t.exposeInt('value', { description: 'How many segments are full.' }),
    max: t.exposeInt('max', { description: 'How many there are.' }),
    isFull: t.boolean({
      description: 'Whether it has run out.',
      resolve: ({ value, max }) => value >= max,
    }),
  }),
});

builder.objectField(Scene, 'clocks', (t) =>
  t.field({
    type: [Clock],
    description: 'What is being counted.',
    resolve: async (scene, _args, context) => [...(await seenScene(scene, context)).view.clocks],
  }),
);
