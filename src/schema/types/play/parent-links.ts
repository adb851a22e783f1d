import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { loadLastRecording, type RecordedStep } from '../../views/turn-records.ts';
import { Scene } from '../scene/scene.ts';
import { Campaign } from './campaign.ts';
import { Session } from './session.ts';
import { Turn } from './turn.ts';

const TurnStep = builder.objectRef<RecordedStep>('TurnStep').implement({
  subGraphs: AUTHORING_ONLY,
  description: 'One step of a turn that is over.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    milliseconds: t.exposeFloat('milliseconds', { description: 'Duration in milliseconds.' }),
  }),
});

builder.objectField(Session, 'campaign', (t) =>
  t.field({
    type: Campaign,
    description: 'The campaign it belongs to.',
    resolve: async ({ id, campaignId }, _args, { loaders }) => {
      const campaign = await loaders.campaign.load(campaignId);
      if (campaign === null) throw new Error(`session ${id} belongs to no campaign`);
      return campaign;
    },
  }),
);

builder.objectFields(Scene, (t) => ({
  session: t.field({
    type: Session,
    description: 'The session it belongs to.',
    resolve: async ({ id, sessionId }, _args, { loaders }) => {
      const session = await loaders.session.load(sessionId);
      if (session === null) throw new Error(`scene ${id} belongs to no session`);
      return session;
    },
  }),
  turn: t.field({
    type: Turn,
    nullable: true,
    description: 'The turn that made it; null for scene 0, which comes from the entry point.',
    resolve: ({ turnId }, _args, { loaders }) => (turnId === null ? null : loaders.turn.load(turnId)),
  }),
}));

builder.objectFields(Turn, (t) => ({
  session: t.field({
    type: Session,
    description: 'The session it is played in.',
    resolve: async ({ id, sessionId }, _args, { loaders }) => {
      const session = await loaders.session.load(sessionId);
      if (session === null) throw new Error(`turn ${id} belongs to no session`);
      return session;
    },
  }),
  baseScene: t.field({
    type: Scene,
    description: 'The scene it began from.',
    resolve: async ({ id, baseSceneId }, _args, { loaders }) => {
      const scene = await loaders.scene.load(baseSceneId);
      if (scene === null) throw new Error(`turn ${id} began from no scene`);
      return scene;
    },
  }),
  steps: t.field({
    type: [TurnStep],
    description: 'The steps of its last attempt, in order; empty while it runs.',
    resolve: async ({ id }, _args, context) => (await loadLastRecording(id, context))?.steps ?? [],
  }),
}));
