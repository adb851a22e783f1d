import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { Context } from '../context.ts';
import { formatRecordKey, GM_VIEW, parseRecordKey, registerRecordType } from './record-id.ts';
import { loadGmView, loadVisibleScene, type ViewScope, type ViewScoped } from './visible-scene.ts';

const LISTS = [
  'facts',
  'threads',
  'clocks',
  'missions',
  'deadlines',
  'resources',
  'laws',
  'relations',
  'relationships',
] as const satisfies readonly (keyof PlayerView & keyof Snapshot)[];

type RecordLists = Pick<PlayerView, (typeof LISTS)[number]>;

/** Records of a scene in one view. */
export type RecordView = {
  readonly scene: SceneRecord;
  readonly viewScope: ViewScope;
  readonly records: RecordLists;
  /** View of the persona; null in the game master's view. */
  readonly view: PlayerView | null;
  /** Whole state; null in the view of a persona. */
  readonly snapshot: Snapshot | null;
};

/** Loads the view that a record key names; null when there is none or it is not the viewer's. */
async function loadRecordView(sceneId: string, as: string, context: Context): Promise<RecordView | null> {
  const scene = await context.loaders.scene.load(sceneId);
  const membership = scene === null ? null : await context.access.standingAt(scene.sessionId);
  if (scene === null || membership === null) return null;
  if (as !== GM_VIEW) {
    const { view, viewScope } = await loadVisibleScene(scene, context);
    return viewScope.as === as ? { scene, viewScope, records: view, view, snapshot: null } : null;
  }
  if (membership.role !== 'gm') return null;
  const { snapshot, viewScope } = loadGmView(scene, await context.loaders.snapshot.load(scene.id));
  const lists = LISTS.map((list) => [list, Object.values(snapshot[list])] as const);
  // Every list of the type is in `LISTS`, and records of the state have all fields of those players see.
  const records = Object.fromEntries(lists) as unknown as RecordLists;
  return { scene, viewScope, records, view: null, snapshot };
}

/** Record as a finder may return it. */
type Found<Item> = Promise<Item | null | undefined> | Item | null | undefined;

/** Describes the id of a record that belongs to a scene. */
const RECORD_ID_DESCRIPTION =
  'Its id in this scene and view. Accepted wherever an id inside the campaign is asked for.';

/**
 * Returns the options that make a record of a scene a node. `keyOf` gives its id inside the campaign, and `find` finds it in a view
 * by that id.
 */
export function identifyRecord<Item extends object>(
  typeName: string,
  keyOf: (record: Item) => string,
  find: (view: RecordView, recordId: string, context: Context) => Found<Item>,
) {
  registerRecordType(typeName);
  return {
    id: {
      resolve: (record: ViewScoped<Item>) => formatRecordKey(record.viewScope, keyOf(record)),
      description: RECORD_ID_DESCRIPTION,
    },
    loadOne: async (id: string, context: Context): Promise<ViewScoped<Item> | null> => {
      const key = parseRecordKey(id);
      const view = key === null ? null : await loadRecordView(key.sceneId, key.as, context);
      const record = key === null || view === null ? null : await find(view, key.recordId, context);
      return record == null || view === null ? null : { ...record, viewScope: view.viewScope };
    },
  };
}

/** Finds a record by its id. */
export function findById<Item extends { readonly id: string }>(
  records: readonly Item[],
  recordId: string,
): Item | null {
  return records.find(({ id }) => id === recordId) ?? null;
}
