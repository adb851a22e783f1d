import type { SqlEntityManager } from '@mikro-orm/sql';
import { Scene } from './entities/scene.ts';
import { decodeJson } from './json-codec.ts';
import { type Page, type PageRequest, pageOf, pageQuery } from './page.ts';
import { pagesOfSessions } from './pages-of-many.ts';

/** A scene as a list shows it; its snapshot is read only when asked for. */
export type SceneRecord = {
  readonly id: string;
  readonly sessionId: string;
  readonly turnId: string | null;
  readonly index: number;
  readonly narration: string;
  readonly createdAt: Date;
};

export type SceneStore = {
  readonly find: (id: string) => Promise<SceneRecord | null>;
  readonly findMany: (ids: readonly string[]) => Promise<readonly SceneRecord[]>;
  /** The stored snapshots by scene id, as they were written: of whatever version they had then. */
  readonly snapshots: (ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
  /** In order of their index. */
  readonly ofSession: (sessionId: string, page: PageRequest<number>) => Promise<Page<SceneRecord>>;
  /** The same page of several sessions, by session id. */
  readonly ofSessions: (
    sessionIds: readonly string[],
    page: PageRequest<number>,
  ) => Promise<ReadonlyMap<string, Page<SceneRecord>>>;
};

const WITHOUT_SNAPSHOT = ['id', 'createdAt', 'session', 'turnId', 'index', 'narration'] as const;

export function sceneStore(em: () => SqlEntityManager): SceneStore {
  const findMany = async (ids: readonly string[]): Promise<SceneRecord[]> => {
    const found = await em().find(Scene, { id: { $in: [...ids] } }, { fields: WITHOUT_SNAPSHOT });
    return found.map(recordOf);
  };
  return {
    find: async (id) => (await findMany([id]))[0] ?? null,
    findMany,
    snapshots: async (ids) => {
      const found = await em().find(Scene, { id: { $in: [...ids] } }, { fields: ['id', 'snapshot'] });
      return new Map(found.map(({ id, snapshot }) => [id, decodeJson(snapshot)]));
    },
    ofSession: async (sessionId, request) => {
      const { range, order, limit } = pageQuery(request, 'asc');
      const where = range === null ? { session: sessionId } : { session: sessionId, index: range };
      const options = { fields: WITHOUT_SNAPSHOT, orderBy: { index: order }, limit };
      return pageOf(await em().find(Scene, where, options), request, recordOf);
    },
    ofSessions: (sessionIds, request) =>
      pagesOfSessions(em(), { table: 'scene', key: 'scene_index' }, sessionIds, request, findMany),
  };
}

function recordOf(scene: Pick<Scene, (typeof WITHOUT_SNAPSHOT)[number]>): SceneRecord {
  const { id, turnId, index, narration, createdAt } = scene;
  return { id, sessionId: scene.session.id, turnId, index, narration, createdAt };
}
