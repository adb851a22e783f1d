import type { PlayerView } from '#engine/state/player-view.ts';
import { builder } from '../builder.ts';
import { type Seen, seenScene, through } from '../seen.ts';
import { wordEnum } from '../word-enum.ts';
import { Scene } from './scene.ts';
import { WorldTime } from './world-time.ts';

const Urgency = wordEnum('Urgency', 'How much a deadline presses.', {
  low: 'There is time.',
  medium: 'It should not be forgotten.',
  high: 'It presses.',
  critical: 'It is now or never.',
});

const DeadlineStatus = wordEnum('DeadlineStatus', 'What has become of a deadline.', {
  active: 'It is still to come.',
  met: 'It was kept.',
  missed: 'It passed.',
  cancelled: 'It no longer matters.',
});

export const Deadline = builder.objectRef<Seen<PlayerView['deadlines'][number]>>('Deadline').implement({
  description: 'Something that happens at a moment unless it is prevented.',
  fields: (t) => ({
    deadlineId: t.exposeString('id', { description: 'Its id inside the campaign.' }),
    description: t.exposeString('description', { description: 'What is about to happen.' }),
    dueAt: t.field({
      type: WorldTime,
      description: 'When.',
      resolve: ({ dueAt, eyes: { sessionId } }) => ({ time: dueAt, sessionId }),
    }),
    urgency: t.field({
      type: Urgency,
      description: 'How much it presses.',
      resolve: ({ urgency }) => urgency,
    }),
    status: t.field({
      type: DeadlineStatus,
      description: 'What has become of it.',
      resolve: ({ status }) => status,
    }),
  }),
});

builder.objectField(Scene, 'deadlines', (t) =>
  t.field({
    type: [Deadline],
    description: 'What happens at a moment unless it is prevented.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await seenScene(scene, context);
      return through(eyes, view.deadlines);
    },
  }),
);
