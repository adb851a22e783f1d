import { advanceLineage, type Lineage } from '#engine/domain/lineage.ts';
import type { Page, PageRequest } from '#engine/store/page.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { Context } from '../context.ts';

/** Loads the line of scenes that leads to a scene. Memories and past events are stored along it. */
export async function loadLineage(
  { sessionId, index }: Pick<SceneRecord, 'sessionId' | 'index'>,
  { loaders }: Pick<Context, 'loaders'>,
): Promise<Lineage> {
  const session = await loaders.session.load(sessionId);
  return session === null ? [{ sessionId, upTo: index }] : advanceLineage(session.lineage, index);
}

/** Maximum number of items in a scene, so that a scene's index and an item's place form one number. */
const MOST_IN_A_SCENE = 10_000;
const SCENES_AT_ONCE = 50;

/** Item of a scene, with a key that orders all items along the line. */
type SceneItem<Item> = { readonly key: number; readonly scene: SceneRecord; readonly item: Item };

/** Returns the items of each scene of a range, in their order. */
type ReadScenes<Item> = (scenes: readonly SceneRecord[]) => Promise<readonly (readonly Item[])[]>;

/** Returns a page of the items along a line, reading no more scenes than needed. Scenes never change, so no key ever moves. */
export async function scanScenes<Item>(
  lineage: Lineage,
  request: PageRequest<number>,
  { loaders }: Pick<Context, 'loaders'>,
  read: ReadScenes<Item>,
): Promise<Page<SceneItem<Item>>> {
  const { from, limit, after, before } = request;
  const found: SceneItem<Item>[] = [];
  let bounds = boundsOf(after, before);
  for (;;) {
    const page = { limit: SCENES_AT_ONCE, from, ...bounds };
    const { items: scenes, hasMore } = await loaders.scenePage.load({ lineage, page });
    const held = await read(scenes);
    const keyed = scenes
      .flatMap((scene, at) =>
        (held[at] ?? []).map((item, place) => ({ key: keyOf(scene, place), scene, item })),
      )
      .filter(({ key }) => (after === null || key > after) && (before === null || key < before));
    found.push(...(from === 'start' ? keyed : keyed.toReversed()));
    const edge = from === 'start' ? scenes.at(-1) : scenes[0];
    if (found.length > limit || !hasMore || edge === undefined) break;
    bounds = from === 'start' ? { ...bounds, after: edge.index } : { ...bounds, before: edge.index };
  }
  const items = found.slice(0, limit);
  return { items: from === 'start' ? items : items.reverse(), hasMore: found.length > limit };
}

/** Returns the range of scenes that can hold keys between the two, the scenes of both keys included. */
function boundsOf(after: number | null, before: number | null) {
  return {
    after: after === null ? null : Math.floor(after / MOST_IN_A_SCENE) - 1,
    before: before === null ? null : Math.floor(before / MOST_IN_A_SCENE) + 1,
  };
}

function keyOf({ index }: SceneRecord, place: number): number {
  return index * MOST_IN_A_SCENE + place;
}
