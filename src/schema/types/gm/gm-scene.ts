import { diffSnapshots } from '#engine/state/diff.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { badRequest } from '../../bad-request.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { type GmView, gmView } from '../../gm-eyes.ts';
import { lastRecorded, notedForMaster } from '../../recorded.ts';
import { wordEnum } from '../../word-enum.ts';
import { PendingClarification, PendingRoll } from '../scene/pending-input.ts';
import { Scene } from '../scene/scene.ts';
import { areScenesOfOneCampaign, SceneDifference } from '../scene/scene-diff.ts';

export const GmScene = builder.objectRef<GmView>('GmScene').implement({
  description: 'A scene with everything players must not know. For its game master.',
  fields: (t) => ({
    obscuredIds: t.stringList({
      description: 'Who and what is there without being perceived.',
      resolve: ({ snapshot }) => [...snapshot.scene.obscuredIds],
    }),
    thinking: t.string({
      nullable: true,
      description: 'What the storyteller thought about what may come next; null when it said nothing.',
      resolve: ({ snapshot }) => snapshot.planning.thinking ?? null,
    }),
    runningSummary: t.string({
      description: 'What happened in this chapter so far.',
      resolve: ({ snapshot }) => snapshot.runningSummary,
    }),
    pendingRoll: t.field({
      type: PendingRoll,
      nullable: true,
      description: 'The roll play waits for, whoever is to make it; null when there is none.',
      resolve: ({ snapshot }) => snapshot.pendingRoll,
    }),
    pendingClarification: t.field({
      type: PendingClarification,
      nullable: true,
      description: 'The question play waits for, whoever is asked; null when there is none.',
      resolve: ({ snapshot }) => snapshot.pendingClarification,
    }),
    rulesetState: t.field({
      type: 'JSON',
      description: 'The ruleset’s own state, by the ruleset’s schema.',
      resolve: ({ snapshot }) => snapshot.rulesetState,
    }),
    custom: t.field({
      type: 'JSON',
      description: 'What no ruleset and no record has a place for.',
      resolve: ({ snapshot }) => snapshot.custom,
    }),
    state: t.field({
      type: 'JSON',
      description: 'The whole snapshot as it is stored. The fields beside it are the same, typed.',
      resolve: ({ snapshot }) => snapshot,
    }),
    differences: t.field({
      type: [SceneDifference],
      description: 'What differs in the whole state between this scene and another of its campaign.',
      args: {
        to: t.arg.globalID({ required: true, for: Scene, description: 'The scene to compare it with.' }),
      },
      resolve: async ({ scene, snapshot }, { to }, { loaders }) => {
        const other = await loaders.scene.load(to.id);
        if (other === null || !(await areScenesOfOneCampaign(scene, other, { loaders }))) {
          throw badRequest('to', 'this is no scene of the same campaign');
        }
        const after = await loaders.snapshot.load(other.id);
        return diffSnapshots(snapshot, after).map((one) => ({
          ...one,
          fields: 'fields' in one ? one.fields : [],
        }));
      },
    }),
  }),
});

builder.objectFields(GmScene, (t) => ({
  notes: t.stringList({
    description:
      'What the storyteller noted for you alone when it told the scene; empty when it noted nothing.',
    resolve: async ({ scene }, _args, context) => [...((await notedWith(scene, context))?.notes ?? [])],
  }),
  rationale: t.string({
    nullable: true,
    description: 'Why the storyteller proposed the changes it did; null when it did not say.',
    resolve: async ({ scene }, _args, context) => (await notedWith(scene, context))?.rationale ?? null,
  }),
}));

async function notedWith({ turnId }: SceneRecord, { loaders }: Pick<Context, 'loaders'>) {
  const recorded = turnId === null ? null : await lastRecorded(turnId, { loaders });
  return recorded === null ? null : notedForMaster(recorded);
}

builder.objectField(Scene, 'gm', (t) =>
  t.field({
    type: GmScene,
    nullable: true,
    description: 'The same scene with everything players must not know. Only its game master may ask.',
    resolve: async (scene, _args, { loaders }) => gmView(scene, await loaders.snapshot.load(scene.id)),
  }),
);

type Knowledge = Pick<Snapshot['threads'][string], 'visibility' | 'knownTo'>;

export const RecordVisibility = wordEnum('RecordVisibility', 'Who may know of a record.', {
  public: 'Everybody in the campaign.',
  hidden: 'Those who have found it out, and nobody else.',
  gm: 'The game master alone, for ever.',
});

/** Visibility fields of every record that can be hidden from players. */
export const GmKnowledge = builder.interfaceRef<Knowledge>('GmKnowledge');

GmKnowledge.implement({
  description: 'Who knows of a record.',
  fields: (t) => ({
    visibility: t.field({
      type: RecordVisibility,
      description: 'Who may know of it.',
      resolve: ({ visibility }) => visibility,
    }),
    knownTo: t.exposeStringList('knownTo', {
      description: 'The personas that have found it out, by their ids.',
    }),
  }),
});
