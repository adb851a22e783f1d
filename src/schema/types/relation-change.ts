import type { Lineage } from '#engine/memory/lineage.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf, numberKey, pageRequest } from '../connection.ts';
import type { Context } from '../context.ts';
import { scanScenes } from '../scan-scenes.ts';
import { type Eyes, type Seen, seenScene } from '../seen.ts';
import { Relation, type RelationEdge } from './relation.ts';
import { Scene } from './scene.ts';
import { Session } from './session.ts';

type Change = { readonly before: RelationEdge | null; readonly after: RelationEdge; readonly eyes: Eyes };
type Placed = Change & { readonly scene: SceneRecord; readonly key: number };

const RelationChange = builder.objectRef<Placed>('RelationChange').implement({
  description: 'A scene in which two characters came to stand differently to each other.',
  fields: (t) => ({
    scene: t.expose('scene', { type: Scene, description: 'The scene.' }),
    before: t.field({
      type: Relation,
      nullable: true,
      description: 'How they stood before; null when nothing was between them yet.',
      resolve: ({ before, eyes }) => (before === null ? null : withEyes(before, eyes)),
    }),
    after: t.field({
      type: Relation,
      description: 'How they stand since.',
      resolve: ({ after, eyes }) => withEyes(after, eyes),
    }),
  }),
});

const withEyes = (edge: RelationEdge, eyes: Eyes): Seen<RelationEdge> => ({ ...edge, eyes });

builder.objectField(Session, 'relationChanges', (t) =>
  t.connection(
    {
      type: RelationChange,
      description:
        'How your persona’s standing with those it knows has changed, scene by scene. Scene 0 tells how it began.',
      args: {
        characterId: t.arg.string({
          description: 'Only what changed with this character: `npc_viktor_001`.',
        }),
      },
      resolve: async ({ lineage }, { characterId, ...args }, context) => {
        const request = pageRequest(args, numberKey);
        const { items, hasMore } = await scanScenes(lineage, request, context, (scenes) =>
          changesIn(scenes, lineage, characterId ?? null, context),
        );
        const placed = items.map(({ item, scene, key }): Placed => ({ ...item, scene, key }));
        return connectionOf({ items: placed, hasMore }, request, ({ key }) => key);
      },
    },
    ...connectionNames('RelationChange', 'changes of relations'),
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
      const { view, eyes } = await seenScene(scene, context);
      const before = snapshots[at + offset - 1];
      return view.relations
        .filter(({ low, high }) => characterId === null || low === characterId || high === characterId)
        .flatMap((after) => changeOf(before, after, eyes) ?? []);
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

function changeOf(snapshot: Snapshot | undefined, after: RelationEdge, eyes: Eyes): Change | null {
  const edges = Object.values(snapshot?.relations ?? {});
  const before = edges.find(({ low, high }) => low === after.low && high === after.high) ?? null;
  const isSame =
    before?.trust === after.trust && before.tension === after.tension && before.closeness === after.closeness;
  return isSame ? null : { before, after, eyes };
}
