import type { SceneRecord } from '#engine/store/scenes.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { AUTHORING_ONLY, builder, defineWordEnum } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { loadVisibleScene } from '../../views/visible-scene.ts';
import {
  createInvalidInput,
  createNotFound,
  type Failure,
  Forbidden,
  InvalidInput,
  NotFound,
} from '../failure.ts';
import { Scene } from './scene.ts';

/** Difference between two scenes: a whole part, or one record of a collection. */
type ViewDifference = {
  readonly part: string;
  /** Id of the record; null when the part is no collection. */
  readonly id: string | null;
  readonly change: 'added' | 'removed' | 'changed';
  readonly before: unknown;
  readonly after: unknown;
  /** Names of the fields that differ in a changed record. */
  readonly fields: readonly string[];
};

type Records = Readonly<Record<string, unknown>>;

/** Compares two views of the world, part by part and record by record. Equal values are no difference. */
function diffViews(before: Records, after: Records): readonly ViewDifference[] {
  return namesOf(before, after).flatMap((part) => {
    const [was, is] = [before[part] ?? null, after[part] ?? null];
    if (isSame(was, is)) return [];
    const [wasRecords, isRecords] = [recordsOf(was), recordsOf(is)];
    if (wasRecords === null || isRecords === null) {
      return [{ part, id: null, change: 'changed', before: was, after: is, fields: [] } as const];
    }
    return namesOf(wasRecords, isRecords).flatMap((id) =>
      recordDifference(part, id, wasRecords[id], isRecords[id]),
    );
  });
}

function recordDifference(
  part: string,
  id: string,
  before: unknown,
  after: unknown,
): readonly ViewDifference[] {
  if (isSame(before ?? null, after ?? null)) return [];
  if (before === undefined) return [{ part, id, change: 'added', before: null, after, fields: [] }];
  if (after === undefined) return [{ part, id, change: 'removed', before, after: null, fields: [] }];
  const fields = isObject(before) && isObject(after) ? changedFields(before, after) : [];
  return [{ part, id, change: 'changed', before, after, fields }];
}

function changedFields(before: Records, after: Records): readonly string[] {
  return namesOf(before, after).filter((name) => !isSame(before[name] ?? null, after[name] ?? null));
}

/** Returns a collection by the ids of its records: an object of objects, or a list of objects with ids. Null for other values. */
function recordsOf(value: unknown): Records | null {
  if (Array.isArray(value)) {
    const ids = value.map((item) => (isObject(item) && typeof item.id === 'string' ? item.id : null));
    return ids.includes(null) ? null : Object.fromEntries(value.map((item, at) => [ids[at], item]));
  }
  return isObject(value) && Object.values(value).every(isObject) ? value : null;
}

function namesOf(before: Records, after: Records): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
}

function isObject(value: unknown): value is Records {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || toCanonicalJson(one) === toCanonicalJson(other);
}

const DifferenceKind = defineWordEnum('DifferenceKind', 'Kind of change to a part of the world.', {
  added: 'It is new.',
  removed: 'It is gone.',
  changed: 'It is different.',
});

export const SceneDifference = builder.objectRef<ViewDifference>('SceneDifference').implement({
  description: 'One difference between two scenes.',
  fields: (t) => ({
    part: t.exposeString('part', { description: 'The part of the state: `facts`, `time`, `relations`.' }),
    recordId: t.exposeID('id', {
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
  types: [SceneDiff, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('differences' in result ? 'SceneDiff' : result.failure),
});

builder.queryField('diff', (t) =>
  t.field({
    subGraphs: AUTHORING_ONLY,
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
