import { isRejection } from '#engine/util/rejection.ts';
import { builder } from '../../builder.ts';
import { Scene } from '../scene/scene.ts';
import { Campaign } from './campaign.ts';
import { Session, SessionResult, toSessionFailure } from './session.ts';

const StartSessionInput = builder.inputType('StartSessionInput', {
  description: 'Where the story goes on.',
  fields: (t) => ({
    campaignId: t.globalID({ required: true, for: Campaign, description: 'The campaign.' }),
    sceneId: t.globalID({
      for: Scene,
      description: 'Scene to begin with. Default: the scene last played.',
    }),
  }),
});

builder.mutationField('startSession', (t) =>
  t.field({
    type: SessionResult,
    description:
      'Takes a campaign up again where it was last played, or at a scene. A campaign has one session that goes on: end it first, or name a scene and it is put aside.',
    args: {
      input: t.arg({ type: StartSessionInput, required: true, description: 'Where the story goes on.' }),
    },
    resolve: async (_root, { input: { campaignId, sceneId } }, { sittings, log }) => {
      const started = await sittings.startSession(campaignId.id, sceneId?.id);
      if (isRejection(started)) return toSessionFailure(started);
      log.wake(campaignId.id);
      return started;
    },
  }),
);

const EndSessionInput = builder.inputType('EndSessionInput', {
  description: 'The session to end.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session to end.' }),
  }),
});

builder.mutationField('endSession', (t) =>
  t.field({
    type: SessionResult,
    description: 'Ends a session. Its summary is written, and its dice seed is revealed.',
    args: { input: t.arg({ type: EndSessionInput, required: true, description: 'The session to end.' }) },
    resolve: async (_root, { input: { sessionId } }, { sittings }) => {
      const ended = await sittings.endSession(sessionId.id);
      return isRejection(ended) ? toSessionFailure(ended) : ended;
    },
  }),
);

const SessionStatus = builder.enumType('SessionStatus', {
  description: 'Whether a session can be played.',
  values: {
    ACTIVE: { value: 'active', description: 'It goes on.' },
    INACTIVE: { value: 'inactive', description: 'It was put aside when the story took another way.' },
    ENDED: { value: 'ended', description: 'It is over.' },
  } as const,
});

builder.objectFields(Session, (t) => ({
  status: t.field({
    type: SessionStatus,
    description: 'Whether it can be played.',
    resolve: ({ status }) => status,
  }),
  endedAt: t.expose('endedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'End time; null while it is open.',
  }),
  parentScene: t.field({
    type: Scene,
    nullable: true,
    description: 'The scene it grew from; null for the first session of a campaign.',
    resolve: ({ parentSceneId }, _args, { loaders }) =>
      parentSceneId === null ? null : loaders.scene.load(parentSceneId),
  }),
  recap: t.string({
    nullable: true,
    description: 'Recap written when the last session ended; null when none has ended.',
    resolve: ({ lineage }, _args, { loaders }) => loaders.recap.load(lineage),
  }),
  seed: t.string({
    nullable: true,
    description: 'Dice seed once it is revealed; null while a session still rolls with it.',
    resolve: ({ id }, _args, { loaders }) => loaders.revealedSeed.load(id),
  }),
}));

const ForkSessionInput = builder.inputType('ForkSessionInput', {
  description: 'Where the new session grows from.',
  fields: (t) => ({
    sceneId: t.globalID({ required: true, for: Scene, description: 'The scene to grow from.' }),
    keepParentActive: t.boolean({
      defaultValue: false,
      description: 'Whether the session the scene was played in can be played on as well.',
    }),
  }),
});

builder.mutationField('forkSession', (t) =>
  t.field({
    type: SessionResult,
    description:
      'Grows a new session from a scene: state, memories, chronicle, rolls, lore and dice branch together. Nothing that was played is undone.',
    args: {
      input: t.arg({
        type: ForkSessionInput,
        required: true,
        description: 'Where the new session grows from.',
      }),
    },
    resolve: async (_root, { input: { sceneId, keepParentActive } }, { branches, log }) => {
      const session = await branches.forkSession({
        sceneId: sceneId.id,
        keepParentActive: keepParentActive ?? false,
      });
      if (isRejection(session)) return toSessionFailure(session);
      log.wake(session.campaignId);
      return { session };
    },
  }),
);

const RewindSessionInput = builder.inputType('RewindSessionInput', {
  description: 'The session and the scene to go back to.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session to go back in.' }),
    toSceneId: t.globalID({ required: true, for: Scene, description: 'The scene to go back to.' }),
  }),
});

builder.mutationField('rewindSession', (t) =>
  t.field({
    type: SessionResult,
    description:
      'Goes back to an earlier scene: a new session takes the story up from there and the old one is put aside. Undo of one turn is to rewind to the scene before.',
    args: {
      input: t.arg({
        type: RewindSessionInput,
        required: true,
        description: 'The session and the scene to go back to.',
      }),
    },
    resolve: async (_root, { input: { sessionId, toSceneId } }, { branches, log }) => {
      const session = await branches.rewindSession(sessionId.id, toSceneId.id);
      if (isRejection(session)) return toSessionFailure(session);
      log.wake(session.campaignId);
      return { session };
    },
  }),
);
