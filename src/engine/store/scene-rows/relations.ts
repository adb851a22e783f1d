import type { Lineage } from '#engine/domain/lineage.ts';
import type { Relation } from '#engine/state/record.ts';
import type { Database } from '../database/database.ts';
import { RelationEntity } from '../entities/scene-rows.ts';
import type { Page, PageRequest } from '../page.ts';
import {
  type CommittedScene,
  findSceneRowPage,
  type SceneRowPosition,
  toSceneRowColumns,
  toSceneRowPosition,
} from './scene-rows.ts';

/** Changed edge, with the relation after the change. */
export type NewRelation = { readonly after: Relation };

export type StoredRelation = SceneRowPosition & { readonly id: string; readonly relation: Relation };

export type RelationStore = {
  /** Returns the changes of relations between characters along a branch: one row for each change, in order. */
  readonly along: (lineage: Lineage, page: PageRequest<number>) => Promise<Page<StoredRelation>>;
};

export function createRelationStore(database: Database): RelationStore {
  const read = async (ids: string[]) =>
    (await database.find(RelationEntity, { id: { $in: ids } })).map(relationOf);
  return {
    along: (lineage, request) => findSceneRowPage(database, 'relation_row', lineage, request, read),
  };
}

function relationOf({
  id,
  session,
  place,
  low,
  high,
  trust,
  tension,
  closeness,
}: RelationEntity): StoredRelation {
  // The ids were written from a checked relation.
  const relation = { low, high, trust, tension, closeness } as Relation;
  return { id, ...toSceneRowPosition(session.id, place), relation };
}

/** Writes changed edges together with the scene that changed them, one row for each pair. */
export async function insertRelations(
  tx: Database,
  scene: CommittedScene,
  relations: readonly NewRelation[],
  createdAt: Date,
): Promise<void> {
  // An edge changed twice in a turn is stored in its final state.
  const last = new Map(relations.map(({ after }) => [`${after.low} ${after.high}`, after]));
  if (last.size === 0) return;
  await tx.insertMany(
    RelationEntity,
    [...last.values()].map(({ low, high, trust, tension, closeness }, ordinal) => ({
      ...toSceneRowColumns(scene, ordinal, createdAt),
      low,
      high,
      trust,
      tension,
      closeness,
    })),
  );
}
