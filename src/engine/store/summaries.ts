import type { Lineage, ScenePosition } from '#engine/domain/lineage.ts';
import type { Database } from './database/database.ts';
import { SummaryEntity } from './entities/scene-rows.ts';
import { queryUnion } from './scene-rows/lineage-query.ts';
import { orderByIds } from './scene-rows/scene-rows.ts';

/** Kind of summary: a persona's profile, the story so far, a chapter, a sitting, or the recap when play resumes. */
export type SummaryKind = 'profile' | 'running' | 'chapter' | 'session' | 'recap';

export type SummaryRecord = {
  readonly id: string;
  readonly kind: SummaryKind;
  /** Character of a profile, or chapter of a summary; null where there is only one. */
  readonly subjectId: string | null;
  /** The last scene it tells of. */
  readonly scene: ScenePosition;
  readonly fromSceneIndex: number;
  readonly text: string;
  readonly createdAt: Date;
};

export type SummaryStore = {
  /** The latest of a kind that a branch can see; null when there is none yet. */
  readonly latest: (
    lineage: Lineage,
    kind: SummaryKind,
    subjectId?: string | null,
  ) => Promise<SummaryRecord | null>;
  /** Returns the latest summaries of a kind without a subject along each of several branches, read together. */
  readonly latestOfEach: (
    lineages: readonly Lineage[],
    kind: SummaryKind,
  ) => Promise<readonly (SummaryRecord | null)[]>;
  /** Returns the last summaries of a kind along a branch, with any subject, oldest first. */
  readonly last: (lineage: Lineage, kind: SummaryKind, limit: number) => Promise<readonly SummaryRecord[]>;
  /** The latest of a kind that each session itself wrote, by session id. */
  readonly ofSessions: (
    sessionIds: readonly string[],
    kind: SummaryKind,
  ) => Promise<ReadonlyMap<string, SummaryRecord>>;
};

type Found = { readonly id: string; readonly scene_index: number };

export function createSummaryStore(database: Database): SummaryStore {
  const newest = async (lineage: Lineage, kind: SummaryKind, subject: string | null, limit: number) => {
    const about = subject === null ? '' : ' and subject_id = ?';
    const selects = lineage.map(({ sessionId, upTo }) => ({
      sql: `select id, scene_index from summary_row where session_id = ? and kind = ?${about} and scene_index <= ? order by scene_index desc, id desc limit ?`,
      values: [sessionId, kind, ...(subject === null ? [] : [subject]), upTo, limit],
    }));
    const found = await queryUnion<Found>(database, selects);
    found.sort((a, b) => b.scene_index - a.scene_index || (a.id < b.id ? 1 : -1));
    const ids = found.slice(0, limit).map(({ id }) => id);
    if (ids.length === 0) return [];
    return orderByIds(ids, await database.find(SummaryEntity, { id: { $in: ids } })).map(recordOf);
  };
  return {
    latest: async (lineage, kind, subjectId = null) =>
      (await newest(lineage, kind, subjectId ?? '', 1))[0] ?? null,
    latestOfEach: async (lineages, kind) => {
      const selects = lineages.flatMap((lineage, owner) =>
        lineage.map(({ sessionId, upTo }) => ({
          sql: `select id, scene_index, ${owner} as owner from summary_row where session_id = ? and kind = ? and subject_id = ? and scene_index <= ? order by scene_index desc, id desc limit 1`,
          values: [sessionId, kind, '', upTo],
        })),
      );
      const found = await queryUnion<Found & { readonly owner: number }>(database, selects);
      found.sort((a, b) => a.scene_index - b.scene_index || (a.id < b.id ? -1 : 1));
      const latest = new Map(found.map(({ owner, id }) => [owner, id]));
      const rows = await database.find(SummaryEntity, { id: { $in: [...latest.values()] } });
      const byId = new Map(rows.map((row) => [row.id, recordOf(row)]));
      return lineages.map((_, owner) => byId.get(latest.get(owner) ?? '') ?? null);
    },
    last: async (lineage, kind, limit) => (await newest(lineage, kind, null, limit)).reverse(),
    ofSessions: async (sessionIds, kind) => {
      const found = await database.find(
        SummaryEntity,
        { session: { $in: [...sessionIds] }, kind },
        { orderBy: { sceneIndex: 'asc', id: 'asc' } },
      );
      return new Map(found.map((row) => [row.session.id, recordOf(row)]));
    },
  };
}

function recordOf(row: SummaryEntity): SummaryRecord {
  const { id, kind, subjectId, sceneIndex, fromSceneIndex, text, createdAt } = row;
  return {
    id,
    kind,
    subjectId: subjectId === '' ? null : subjectId,
    scene: { sessionId: row.session.id, index: sceneIndex },
    fromSceneIndex,
    text,
    createdAt,
  };
}

/** Writes what was condensed. */
export async function insertSummaries(tx: Database, summaries: readonly SummaryRecord[]): Promise<void> {
  if (summaries.length === 0) return;
  await tx.insertMany(
    SummaryEntity,
    summaries.map(({ subjectId, scene, ...columns }) => ({
      ...columns,
      subjectId: subjectId ?? '',
      session: scene.sessionId,
      sceneIndex: scene.index,
    })),
  );
}
