import type { Json } from '#engine/kit/canonical-json.ts';
import { RollRow } from './entities/roll-row.ts';
import type { Lineage } from './lineage-query.ts';
import type { Page, PageRequest } from './page.ts';
import {
  columnsAt,
  type MadeScene,
  type Placed,
  placedAt,
  placedPage,
  placedPages,
  placesWithin,
} from './places.ts';
import type { Database } from './rows/database.ts';

/** What the store must know of a roll; the rest comes back as it was given. */
export type NewRoll = { readonly position: { readonly ordinal: number } };

export type StoredRoll = Placed & { readonly id: string; readonly roll: { readonly [key: string]: unknown } };

/** Scenes of one session, the first and the last included. */
export type Stretch = { readonly sessionId: string; readonly first: number; readonly last: number };

export type RollStore = {
  /** The rolls of a branch in the order they fell. */
  readonly along: (lineage: Lineage, page: PageRequest<number>) => Promise<Page<StoredRoll>>;
  /** The same page along several branches: one for each. */
  readonly alongEach: (
    lineages: readonly Lineage[],
    page: PageRequest<number>,
  ) => Promise<readonly Page<StoredRoll>[]>;
  /** The rolls of stretches of scenes, one stretch for a session, in the order they fell. */
  readonly within: (stretches: readonly Stretch[]) => Promise<readonly StoredRoll[]>;
};

export function rollStore(database: Database): RollStore {
  const read = async (ids: string[]) => (await database.find(RollRow, { id: { $in: ids } })).map(rollOf);
  return {
    along: (lineage, request) => placedPage(database, 'roll_row', lineage, request, read),
    alongEach: (lineages, request) => placedPages(database, 'roll_row', lineages, request, read),
    within: async (stretches) => {
      const $or = stretches.map(({ sessionId, first, last }) => {
        return { session: sessionId, place: placesWithin(first, last) };
      });
      return (await database.find(RollRow, { $or }, { orderBy: { place: 'asc' } })).map(rollOf);
    },
  };
}

function rollOf({ id, session, place, body }: RollRow): StoredRoll {
  return { id, ...placedAt(session.id, place), roll: body };
}

/** Writes rolls together with the scene they made. */
export async function insertRolls(
  tx: Database,
  scene: MadeScene,
  rolls: readonly NewRoll[],
  createdAt: Date,
): Promise<void> {
  if (rolls.length === 0) return;
  await tx.insertMany(
    RollRow,
    rolls.map((roll) => ({
      ...columnsAt(scene, roll.position.ordinal, createdAt),
      // A roll is a plain value by its schema; here only its ordinal is known by name.
      body: roll as unknown as { readonly [key: string]: Json },
    })),
  );
}
