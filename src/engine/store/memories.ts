import { MemoryRow } from './entities/memory-row.ts';
import { alongLineage, inStretches, type Lineage, type ScenePosition } from './lineage-query.ts';
import { type Amended, type Amendment, amendMemories } from './memory-amendments.ts';
import { type RecallableLimits, recallableIds } from './recallable.ts';
import type { Database } from './rows/database.ts';

/** What every row of memory says. What else it says depends on its kind and comes back as it was given. */
export type MemoryRecord = {
  readonly row: string;
  readonly id: string;
  readonly scene: ScenePosition;
  readonly ordinal: number;
  readonly characterId: string;
};

export type StoredMemory = MemoryRecord & { readonly [key: string]: unknown };

export type MemoryStore = {
  /** The rows of a branch in the order they were written: everybody's, or those of some characters. */
  readonly along: (lineage: Lineage, characterIds?: readonly string[]) => Promise<readonly StoredMemory[]>;
  /**
   * What can come to mind: for each character the newest observations and those that weigh most, with the rows that
   * reinforced or changed them (of the reinforcements the latest few and the weightiest). However long a campaign
   * is, no more than these are read. In the order they were written.
   */
  readonly recallable: (
    lineage: Lineage,
    characterIds: readonly string[],
    limits: RecallableLimits,
  ) => Promise<readonly StoredMemory[]>;
  /** One row by its id, if the branch can see it. */
  readonly find: (lineage: Lineage, id: string) => Promise<StoredMemory | null>;
  /** Adds rows to the current scene of a session that plays on, in one transaction, or says why not. */
  readonly amend: (amendment: Amendment) => Promise<Amended>;
};

const WRITING_ORDER = { sceneIndex: 'asc', ordinal: 'asc' } as const;

export function memoryStore(database: Database): MemoryStore {
  return {
    along: (lineage, characterIds) => {
      const whose = characterIds === undefined ? {} : { characterId: { $in: [...characterIds] } };
      return inStretches(lineage, async (stretch) => {
        const where = { ...alongLineage(stretch), ...whose };
        return (await database.find(MemoryRow, where, { orderBy: WRITING_ORDER })).map(storedOf);
      });
    },
    recallable: async (lineage, characterIds, limits) => {
      const ids = await recallableIds(database, lineage, characterIds, limits);
      const found = await database.find(MemoryRow, { id: { $in: ids } }, { orderBy: WRITING_ORDER });
      return found.map(storedOf);
    },
    find: async (lineage, id) => {
      const row = await database.findOne(MemoryRow, { id });
      if (row === null) return null;
      const isVisible = lineage.some(
        ({ sessionId, upTo }) => sessionId === row.session.id && row.sceneIndex <= upTo,
      );
      return isVisible ? storedOf(row) : null;
    },
    amend: (amendment) => database.transactional((tx) => amendMemories(tx, amendment)),
  };
}

function storedOf(memory: MemoryRow): StoredMemory {
  const { id, session, sceneIndex, ordinal, characterId, kind, body } = memory;
  const scene = { sessionId: session.id, index: sceneIndex };
  return { ...body, row: kind, id, scene, ordinal, characterId };
}
