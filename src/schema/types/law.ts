import type { PlayerView } from '#engine/state/player-view.ts';
import { builder } from '../builder.ts';
import { type Seen, seenScene, through } from '../seen.ts';
import { LawStatus } from './law-status.ts';
import { Scene } from './scene.ts';
import { WorldTime } from './world-time.ts';

export const Law = builder.objectRef<Seen<PlayerView['laws'][number]>>('Law').implement({
  description: 'A law of the land. What is law is public.',
  fields: (t) => ({
    lawId: t.exposeString('id', { description: 'Its id inside the campaign.' }),
    title: t.exposeString('title', { description: 'What it is called.' }),
    summary: t.exposeString('summary', { description: 'What it says.' }),
    status: t.field({
      type: LawStatus,
      description: 'Whether it is in force.',
      resolve: ({ status }) => status,
    }),
    enactedAt: t.field({
      type: WorldTime,
      description: 'Since when it is law.',
      resolve: ({ enactedAt, eyes: { sessionId } }) => ({ time: enactedAt, sessionId }),
    }),
    repealedAt: t.field({
      type: WorldTime,
      nullable: true,
      description: 'When it was repealed; null while it is in force.',
      resolve: ({ repealedAt, eyes: { sessionId } }) =>
        repealedAt === null ? null : { time: repealedAt, sessionId },
    }),
  }),
});

builder.objectField(Scene, 'laws', (t) =>
  t.field({
    type: [Law],
    description: 'The laws of the land.',
    resolve: async (scene, _args, context) => {
      const { view, eyes } = await seenScene(scene, context);
      return through(eyes, view.laws);
    },
  }),
);
