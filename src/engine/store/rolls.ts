import type { Lineage } from '#engine/domain/lineage.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { Database } from './database/database.ts';
import { RollEntity } from './entities/scene-rows.ts';
import type { Page, PageRequest } from './page.ts';
import {
  type CommittedScene,
  findSceneRowPage,
  findSceneRowPages,
  type SceneRowPosition,
  toPlaceRange,
  toSceneRowColumns,
  toSceneRowPosition,
} from './scene-rows/scene-rows.ts';

/** Fields the store reads of a roll; the rest comes back as it was given. */
export type NewRoll = { readonly position: { readonly ordinal: number } };

export type StoredRoll = SceneRowPosition & {
  readonly id: string;
  readonly roll: { readonly [key: string]: unknown };
};

/** Scenes of one session, the first and the last included. */
export type SceneRange = { readonly sessionId: string; readonly first: number; readonly last: number };

export type RollStore = {
  /** Returns the rolls of a branch in the order they fell. */
  readonly along: (lineage: Lineage, page: PageRequest<number>) => Promise<Page<StoredRoll>>;
  /** The same page along several branches: one for each. */
  readonly alongEach: (
    lineages: readonly Lineage[],
    page: PageRequest<number>,
  ) => Promise<readonly Page<StoredRoll>[]>;
  /** Returns the rolls of ranges of scenes, one range for a session, in the order they fell. */
  readonly within: (ranges: readonly SceneRange[]) => Promise<readonly StoredRoll[]>;
};

export function createRollStore(database: Database): RollStore {
  const read = async (ids: string[]) => (await database.find(RollEntity, { id: { $in: ids } })).map(rollOf);
  return {
    along: (lineage, request) => findSceneRowPage(database, 'roll_row', lineage, request, read),
    alongEach: (lineages, request) => findSceneRowPages(database, 'roll_row', lineages, request, read),
    within: async (ranges) => {
      const $or = ranges.map(({ sessionId, first, last }) => {
        return { session: sessionId, place: toPlaceRange(first, last) };
      });
      return (await database.find(RollEntity, { $or }, { orderBy: { place: 'asc' } })).map(rollOf);
    },
  };
}

function rollOf({ id, session, place, body }: RollEntity): StoredRoll {
  return { id, ...toSceneRowPosition(session.id, place), roll: body };
}

/** Writes rolls together with the scene they made. */
export async function insertRolls(
  tx: Database,
  scene: CommittedScene,
  rolls: readonly NewRoll[],
  createdAt: Date,
): Promise<void> {
  if (rolls.length === 0) return;
  await tx.insertMany(
    RollEntity,
    rolls.map((roll) => ({
      ...toSceneRowColumns(scene, roll.position.ordinal, createdAt),
      // A roll is a plain value by its schema; here only its ordinal is known by name.
      body: roll as unknown as { readonly [key: string]: Json },
    })),
  );
}
