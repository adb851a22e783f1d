import type { SceneRecord } from '#engine/store/scenes.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { diffViews, type ViewDifference } from '../../views/view-diff.ts';
import { loadVisibleScene } from '../../views/visible-scene.ts';
import { createInvalidInput, createNotFound, type Failure, InvalidInput, NotFound } from '../failure.ts';
import { Scene } from './scene.ts';

const DifferenceKind = defineWordEnum('DifferenceKind', 'Kind of change to a part of the world.', {
  added: 'It is new.',
  removed: 'It is gone.',
  changed: 'It is different.',
});

export const SceneDifference = builder.objectRef<ViewDifference>('SceneDifference').implement({
  description: 'One difference between two scenes.',
  fields: (t) => ({
    part: t.exposeString('part', { description: 'The part of the state: `facts`, `time`, `relations`.' }),
    recordId: t.exposeString('id', {
      nullable: true,
      description: 'Record id within that part; null when it is no collection.',
    }),
    change: t.field({
      type: DifferenceKind,
      description: 'Kind of change.',
      resolve: ({ change }) => change,
    }),
    fields: t.exposeStringList('fields', { description: 'Of a changed record: which of its fields differ.' }),
    before: t.expose('before', {
      type: 'JSON',
      nullable: true,
      description: 'As it was in the first scene; null when it was not there.',
    }),
    after: t.expose('after', {
      type: 'JSON',
      nullable: true,
      description: 'As it is in the second scene; null when it is gone.',
    }),
  }),
});

type Compared = {
  readonly from: SceneRecord;
  readonly to: SceneRecord;
  readonly differences: readonly ViewDifference[];
};

const SceneDiff = builder.objectRef<Compared>('SceneDiff').implement({
  description: 'Differences between two scenes, as far as you may see both.',
  fields: (t) => ({
    from: t.expose('from', { type: Scene, description: 'The first scene.' }),
    to: t.expose('to', { type: Scene, description: 'The second scene.' }),
    differences: t.field({
      type: [SceneDifference],
      description: 'The differences, part by part and record by record.',
      resolve: ({ differences }) => [...differences],
    }),
  }),
});

const DiffResult = builder.unionType('DiffResult', {
  description: 'The differences, or why two scenes cannot be compared.',
  types: [SceneDiff, InvalidInput, NotFound],
  resolveType: (result) => ('differences' in result ? 'SceneDiff' : result.failure),
});

builder.queryField('diff', (t) =>
  t.field({
    type: DiffResult,
    description: 'Differences between two scenes of one campaign, in either direction.',
    args: {
      from: t.arg.globalID({ required: true, for: Scene, description: 'The first scene.' }),
      to: t.arg.globalID({ required: true, for: Scene, description: 'The second scene.' }),
    },
    resolve: (_root, { from, to }, context) => compare(from.id, to.id, context),
  }),
);

async function compare(fromId: string, toId: string, context: Context): Promise<Compared | Failure> {
  const { loaders } = context;
  const [from, to] = await Promise.all([loaders.scene.load(fromId), loaders.scene.load(toId)]);
  if (from === null) return createNotFound(['from'], 'there is no such scene.');
  if (to === null) return createNotFound(['to'], 'there is no such scene.');
  if (!(await areScenesOfOneCampaign(from, to, context))) {
    return createInvalidInput(['to'], 'this scene is of another campaign; compare scenes of the same one.');
  }
  const [before, after] = await Promise.all([loadVisibleScene(from, context), loadVisibleScene(to, context)]);
  return { from, to, differences: diffViews(before.view, after.view) };
}

export async function areScenesOfOneCampaign(
  one: SceneRecord,
  other: SceneRecord,
  { loaders }: Pick<Context, 'loaders'>,
): Promise<boolean> {
  const [first, second] = await Promise.all([
    loaders.session.load(one.sessionId),
    loaders.session.load(other.sessionId),
  ]);
  return first !== null && first.campaignId === second?.campaignId;
}
