import type { PlayerView } from '#engine/state/player-view.ts';
import { builder } from '../builder.ts';
import { seenScene } from '../seen.ts';
import { wordEnum } from '../word-enum.ts';
import { Scene } from './scene.ts';

const MissionStatus = wordEnum('MissionStatus', 'How a task stands.', {
  offered: 'Nobody has taken it yet.',
  accepted: 'It was taken.',
  in_progress: 'It is under way.',
  completed: 'It is done.',
  failed: 'It can no longer be done.',
  abandoned: 'It was given up.',
});

export const Mission = builder.objectRef<PlayerView['missions'][number]>('Mission').implement({
  description: 'A task the personas were given or set themselves.',
  fields: (t) => ({
    missionId: t.exposeString('id', { description: 'Its id inside the campaign.' }),
    title: t.exposeString('title', { description: 'What it is called.' }),
    status: t.field({ type: MissionStatus, description: 'How it stands.', resolve: ({ status }) => status }),
    objective: t.exposeString('objective', { description: 'What is to be done.' }),
  }),
});

builder.objectField(Scene, 'missions', (t) =>
  t.field({
    type: [Mission],
    description: 'The tasks there are.',
    resolve: async (scene, _args, context) => [...(await seenScene(scene, context)).view.missions],
  }),
);
