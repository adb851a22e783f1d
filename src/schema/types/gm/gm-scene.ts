import { diffSnapshots } from '#engine/state/diff.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { AUTHORING_ONLY, builder, defineWordEnum } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { createBadRequestError } from '../../errors.ts';
import { loadLastRecording, readGmNotes } from '../../views/turn-records.ts';
import { type GmView, loadGmView } from '../../views/visible-scene.ts';
import { Scene } from '../scene/scene.ts';
import { areScenesOfOneCampaign, SceneDifference } from '../scene/scene-diff.ts';

export const GmScene = builder.objectRef<GmView>('GmScene').implement({
  subGraphs: AUTHORING_ONLY,
  description: 'A scene with everything players must not know. For its game master.',
  fields: (t) => ({
    obscuredIds: t.idList({
      description: 'Characters and things present but unperceived.',
      resolve: ({ snapshot }) => [...snapshot.scene.obscuredIds],
    }),
    thinking: t.string({
      nullable: true,
      description: 'Storyteller’s plan for what may come next; null when it gave none.',
      resolve: ({ snapshot }) => snapshot.planning.thinking ?? null,
    }),
    runningSummary: t.string({
      description: 'Events of this chapter so far.',
      resolve: ({ snapshot }) => snapshot.runningSummary,
    }),
    rulesetState: t.field({
      type: 'JSON',
      description: 'The ruleset’s own state, by the ruleset’s schema.',
      resolve: ({ snapshot }) => snapshot.rulesetState,
    }),
    custom: t.field({
      type: 'JSON',
      description: 'State that fits no ruleset and no record.',
      resolve: ({ snapshot }) => snapshot.custom,
    }),
    state: t.field({
      type: 'JSON',
      description: 'The whole snapshot as it is stored. The fields beside it are the same, typed.',
      resolve: ({ snapshot }) => snapshot,
    }),
    differences: t.field({
      type: [SceneDifference],
      description: 'Differences in the whole state between this scene and another of its campaign.',
      args: {
        to: t.arg.globalID({ required: true, for: Scene, description: 'The scene to compare it with.' }),
      },
      resolve: async ({ scene, snapshot }, { to }, { loaders }) => {
        const other = await loaders.scene.load(to.id);
        if (other === null || !(await areScenesOfOneCampaign(scene, other, { loaders }))) {
          throw createBadRequestError('to', 'this is no scene of the same campaign');
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
    description: 'Storyteller’s notes on the scene for the game master alone; empty when there are none.',
    resolve: async ({ scene }, _args, context) => [...((await notedWith(scene, context))?.notes ?? [])],
  }),
  rationale: t.string({
    nullable: true,
    description: 'Storyteller’s reason for its proposed changes; null when it gave none.',
    resolve: async ({ scene }, _args, context) => (await notedWith(scene, context))?.rationale ?? null,
  }),
}));

async function notedWith({ turnId }: SceneRecord, { loaders }: Pick<Context, 'loaders'>) {
  const recorded = turnId === null ? null : await loadLastRecording(turnId, { loaders });
  return recorded === null ? null : readGmNotes(recorded);
}

builder.objectField(Scene, 'gm', (t) =>
  t.field({
    type: GmScene,
    nullable: true,
    description: 'The same scene with everything players must not know.',
    resolve: async (scene, _args, { loaders }) => loadGmView(scene, await loaders.snapshot.load(scene.id)),
  }),
);

type Knowledge = Pick<Snapshot['threads'][string], 'visibility' | 'knownTo'>;

export const RecordVisibility = defineWordEnum('RecordVisibility', 'Visibility of a record.', {
  public: 'All members of the campaign.',
  hidden: 'Only personas that have found it out.',
  gm: 'The game master alone, for ever.',
});

/** Visibility fields of every record that can be hidden from players. */
export const GmKnowledge = builder.interfaceRef<Knowledge>('GmKnowledge');

GmKnowledge.implement({
  description: 'Visibility of a record and the personas that know it.',
  fields: (t) => ({
    visibility: t.field({
      type: RecordVisibility,
      description: 'Visibility.',
      resolve: ({ visibility }) => visibility,
    }),
    knownTo: t.exposeStringList('knownTo', {
      description: 'The personas that have found it out, by their ids.',
    }),
  }),
});
