import type { Lineage } from '#engine/domain/lineage.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { defineConnectionNames, parseNumberKey, toConnection, toPageRequest } from '../../connection.ts';
import type { Context } from '../../context.ts';
import { identifyRecord } from '../../views/record-node.ts';
import { scanScenes } from '../../views/scene-lineage.ts';
import {
  loadVisibleScene,
  type ViewScope,
  type ViewScoped,
  withViewScope,
} from '../../views/visible-scene.ts';
import { KinType } from '../content/character.ts';
import { Session } from '../play/session.ts';
import { findKnownCharacter, KnownCharacter } from './known-entity.ts';
import { Scene } from './scene.ts';

type RelationEdge = PlayerView['relations'][number];

export const Relation = builder.objectRef<ViewScoped<RelationEdge>>('Relation');

builder.node(Relation, {
  ...identifyRecord<RelationEdge>(
    'Relation',
    ({ low, high }) => `${low}/${high}`,
    ({ records }, id) => records.relations.find(({ low, high }) => `${low}/${high}` === id),
  ),
  description: 'Relation between two characters: one edge for each pair.',
  fields: (t) => ({
    lowId: t.exposeID('low', { description: 'The character whose id comes first.' }),
    highId: t.exposeID('high', { description: 'The character whose id comes second.' }),
    low: t.field({
      type: KnownCharacter,
      nullable: true,
      description: 'The first of them; null when they have left the story.',
      resolve: ({ low, viewScope }) => findKnownCharacter(viewScope, low),
    }),
    high: t.field({
      type: KnownCharacter,
      nullable: true,
      description: 'The second of them; null when they have left the story.',
      resolve: ({ high, viewScope }) => findKnownCharacter(viewScope, high),
    }),
    trust: t.exposeInt('trust', { description: 'Trust, 0 to 10.' }),
    tension: t.exposeInt('tension', { description: 'Tension, 0 to 10.' }),
    closeness: t.exposeInt('closeness', { description: 'Closeness, 0 to 10.' }),
  }),
});

/** Formats the key of a relationship: a pair may have several of different kinds. */
export const formatRelationshipKey = ({
  fromId,
  toId,
  type,
}: Pick<PlayerView['relationships'][number], 'fromId' | 'toId' | 'type'>): string =>
  `${fromId}/${toId}/${type}`;

export const Relationship =
  builder.objectRef<ViewScoped<PlayerView['relationships'][number]>>('Relationship');

builder.node(Relationship, {
  ...identifyRecord<PlayerView['relationships'][number]>(
    'Relationship',
    formatRelationshipKey,
    ({ records }, key) => records.relationships.find((one) => formatRelationshipKey(one) === key),
  ),
  description: 'Relationship of one character to another, with its strength.',
  fields: (t) => ({
    fromId: t.exposeID('fromId', { description: 'Character who has the relationship.' }),
    toId: t.exposeID('toId', { description: 'To whom.' }),
    from: t.field({
      type: KnownCharacter,
      nullable: true,
      description: 'Character who has the relationship; null when they have left the story.',
      resolve: ({ fromId, viewScope }) => findKnownCharacter(viewScope, fromId),
    }),
    to: t.field({
      type: KnownCharacter,
      nullable: true,
      description: 'To whom; null when they have left the story.',
      resolve: ({ toId, viewScope }) => findKnownCharacter(viewScope, toId),
    }),
    type: t.exposeString('type', { description: 'Kind of relationship: `debtor`, `mother`.' }),
    kin: t.field({
      type: KinType,
      nullable: true,
      description:
        'Kinship, when it is one of family: `parent` says that the first is a parent of the other.',
      resolve: ({ kin }) => kin ?? null,
    }),
    intensity: t.exposeInt('intensity', { description: 'Strength, -10 to 10.' }),
  }),
});

builder.objectFields(Scene, (t) => ({
  relations: t.field({
    type: [Relation],
    description: 'Relations of your persona to characters it knows.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return withViewScope(viewScope, view.relations);
    },
  }),
  relationships: t.field({
    type: [Relationship],
    description: 'Publicly known relationships.',
    resolve: async (scene, _args, context) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      return withViewScope(viewScope, view.relationships);
    },
  }),
}));

type Change = {
  readonly before: RelationEdge | null;
  readonly after: RelationEdge;
  readonly viewScope: ViewScope;
};
type Placed = Change & { readonly scene: SceneRecord; readonly key: number };

const RelationChange = builder.objectRef<Placed>('RelationChange').implement({
  description: 'A scene in which two characters came to stand differently to each other.',
  fields: (t) => ({
    scene: t.expose('scene', { type: Scene, description: 'The scene.' }),
    before: t.field({
      type: Relation,
      nullable: true,
      description: 'Relation before; null when there was none yet.',
      resolve: ({ before, viewScope }) => (before === null ? null : withScope(before, viewScope)),
    }),
    after: t.field({
      type: Relation,
      description: 'Relation after.',
      resolve: ({ after, viewScope }) => withScope(after, viewScope),
    }),
  }),
});

const withScope = (edge: RelationEdge, viewScope: ViewScope): ViewScoped<RelationEdge> => ({
  ...edge,
  viewScope,
});

builder.objectField(Session, 'relationChanges', (t) =>
  t.connection(
    {
      subGraphs: AUTHORING_ONLY,
      type: RelationChange,
      description:
        'Changes in the relations of your persona, scene by scene. Scene 0 holds the initial relations.',
      args: {
        characterId: t.arg.id({
          description: 'Only what changed with this character: `npc_viktor_001`.',
        }),
      },
      resolve: async ({ lineage }, { characterId, ...args }, context) => {
        const request = toPageRequest(args, parseNumberKey);
        const { items, hasMore } = await scanScenes(lineage, request, context, (scenes) =>
          changesIn(scenes, lineage, characterId ?? null, context),
        );
        const placed = items.map(({ item, scene, key }): Placed => ({ ...item, scene, key }));
        return toConnection({ items: placed, hasMore }, request, ({ key }) => key);
      },
    },
    ...defineConnectionNames('RelationChange', 'changes of relations'),
  ),
);

async function changesIn(
  scenes: readonly SceneRecord[],
  lineage: Lineage,
  characterId: string | null,
  context: Context,
): Promise<readonly (readonly Change[])[]> {
  const [first] = scenes;
  if (first === undefined) return [];
  const earlier = await sceneBefore(first, lineage, context);
  const line = earlier === null ? scenes : [earlier, ...scenes];
  const snapshots = await Promise.all(line.map(({ id }) => context.loaders.snapshot.load(id)));
  const offset = line.length - scenes.length;
  return Promise.all(
    scenes.map(async (scene, at) => {
      const { view, viewScope } = await loadVisibleScene(scene, context);
      const before = snapshots[at + offset - 1];
      return view.relations
        .filter(({ low, high }) => characterId === null || low === characterId || high === characterId)
        .flatMap((after) => changeOf(before, after, viewScope) ?? []);
    }),
  );
}

async function sceneBefore(
  { index }: SceneRecord,
  lineage: Lineage,
  { loaders }: Context,
): Promise<SceneRecord | null> {
  const page = { limit: 1, from: 'end', after: null, before: index } as const;
  return (await loaders.scenePage.load({ lineage, page })).items[0] ?? null;
}

function changeOf(snapshot: Snapshot | undefined, after: RelationEdge, viewScope: ViewScope): Change | null {
  const edges = Object.values(snapshot?.relations ?? {});
  const before = edges.find(({ low, high }) => low === after.low && high === after.high) ?? null;
  const isSame =
    before?.trust === after.trust && before.tension === after.tension && before.closeness === after.closeness;
  return isSame ? null : { before, after, viewScope };
}
