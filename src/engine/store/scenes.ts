import { z } from 'zod';
import { isOnLineage, type Lineage } from '#engine/domain/lineage.ts';
import { decompressJson } from './database/compressed-json.ts';
import type { Database } from './database/database.ts';
import { Scene } from './entities/scene.ts';
import { findChosenNarrations, parseNarrationFlags } from './narrations.ts';
import { type Page, type PageRequest, toPage, toPageQuery } from './page.ts';
import { findLineageIds, findLineageIdsForEach } from './scene-rows/lineage-query.ts';
import { orderByIds, readPages } from './scene-rows/scene-rows.ts';
import type { SnapshotCompressor } from './snapshots/compressed-snapshots.ts';

/** Maximum of an integer column on both databases. */
const MOST = 2 ** 31 - 1;

/**
 * Returns the in-world day of a snapshot as its scene keeps it. Returns null where it has none, or one beyond the
 * range of the column.
 */
export function readWorldDay(snapshot: unknown): number | null {
  const day: unknown = Object(Object(snapshot).time).day;
  return typeof day === 'number' && Number.isInteger(day) && Math.abs(day) <= MOST ? day : null;
}

/** A scene as a list shows it; its snapshot is read only when asked for. */
export type SceneRecord = {
  readonly id: string;
  readonly sessionId: string;
  readonly turnId: string | null;
  readonly index: number;
  /** Text of the chosen version; the first until one is chosen. */
  readonly narration: string;
  readonly narrationVersion: number;
  /** The checks that version did not pass; absent in what was recorded by earlier versions. */
  readonly flags?: readonly string[];
  readonly createdAt: Date;
  /** Personas who perceived the turn; null for the whole table, absent in what was recorded by earlier versions. */
  readonly audience?: readonly string[] | null;
  /** The in-world day it ends on; null, or absent in what was recorded, of scenes of earlier versions. */
  readonly worldDay?: number | null;
};

export type SceneStore = {
  readonly find: (id: string) => Promise<SceneRecord | null>;
  readonly findMany: (ids: readonly string[]) => Promise<readonly SceneRecord[]>;
  /** Returns the stored snapshots by scene id, as they were written, in the format version they had then. */
  readonly snapshots: (ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
  /** Returns the lore of scenes by scene id, as it was written; omits scenes without any. */
  readonly sceneLore: (ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
  /** Returns the scenes of a session in order of their index. */
  readonly ofSession: (sessionId: string, page: PageRequest<number>) => Promise<Page<SceneRecord>>;
  /** Returns the scenes of a branch from its very first, in order of their index, which is the key of a page. */
  readonly along: (lineage: Lineage, page: PageRequest<number>) => Promise<Page<SceneRecord>>;
  /** Returns the scenes of a branch that only some personas perceived. */
  readonly privateAlong: (lineage: Lineage) => Promise<readonly SceneRecord[]>;
  /** The same page along several branches: one for each. */
  readonly alongEach: (
    lineages: readonly Lineage[],
    page: PageRequest<number>,
  ) => Promise<readonly Page<SceneRecord>[]>;
};

const WITHOUT_SNAPSHOT = [
  'id',
  'createdAt',
  'session',
  'turnId',
  'index',
  'narration',
  'flags',
  'audience',
  'worldDay',
] as const;
type ListedScene = Omit<Pick<Scene, (typeof WITHOUT_SNAPSHOT)[number]>, 'flags' | 'audience'> & {
  readonly flags: unknown;
  readonly audience: unknown;
};

const SceneAudience = z.array(z.string()).nullable();

const BY_INDEX = { table: 'scene', order: 'scene_index', lastOf: (index: number) => index };

export function createSceneStore(database: Database, pressed: SnapshotCompressor): SceneStore {
  const told = async (scenes: readonly ListedScene[]): Promise<SceneRecord[]> => {
    const chosen = await findChosenNarrations(
      database,
      scenes.map(({ id }) => id),
    );
    return scenes.map((scene) => ({ ...recordOf(scene), ...chosen.get(scene.id) }));
  };
  const listed = (ids: readonly string[]) =>
    database.find(Scene, { id: { $in: [...ids] } }, { fields: WITHOUT_SNAPSHOT });
  const findMany = async (ids: readonly string[]) => told(await listed(ids));
  const page = async (scenes: readonly ListedScene[], request: PageRequest<number>) => {
    const { items, hasMore } = toPage(scenes, request, (scene) => scene);
    return { items: await told(items), hasMore };
  };
  return {
    find: async (id) => (await findMany([id]))[0] ?? null,
    findMany,
    snapshots: async (ids) => {
      const fields = ['id', 'snapshot', 'snapshotBase'] as const;
      return pressed.read(await database.find(Scene, { id: { $in: [...ids] } }, { fields }));
    },
    sceneLore: async (ids) => {
      const found = await database.find(Scene, { id: { $in: [...ids] } }, { fields: ['id', 'lore'] });
      return new Map(found.flatMap(({ id, lore }) => (lore === null ? [] : [[id, decompressJson(lore)]])));
    },
    ofSession: async (sessionId, request) => {
      const { range, order, limit } = toPageQuery(request, 'asc');
      const where = range === null ? { session: sessionId } : { session: sessionId, index: range };
      const options = { fields: WITHOUT_SNAPSHOT, orderBy: { index: order }, limit };
      return page(await database.find(Scene, where, options), request);
    },
    along: async (lineage, request) => {
      const ids = await findLineageIds(database, BY_INDEX, lineage, request);
      return page(orderByIds(ids, await listed(ids)), request);
    },
    privateAlong: async (lineage) => {
      const session = { $in: lineage.map(({ sessionId }) => sessionId) };
      const where = { session, audience: { $ne: null } };
      const found = await database.find(Scene, where, { fields: WITHOUT_SNAPSHOT });
      return found
        .map(recordOf)
        .filter(({ sessionId, index }) => isOnLineage(lineage, { scene: { sessionId, index } }));
    },
    alongEach: async (lineages, request) =>
      readPages(await findLineageIdsForEach(database, BY_INDEX, lineages, request), request, findMany),
  };
}

function recordOf(scene: ListedScene): SceneRecord {
  const { session, flags, ...own } = scene;
  const { id, turnId, index, narration, createdAt, worldDay } = own;
  const audience = SceneAudience.parse(own.audience);
  const told = { narration, narrationVersion: 1, flags: parseNarrationFlags(flags) };
  return { id, sessionId: session.id, turnId, index, ...told, audience, createdAt, worldDay };
}
