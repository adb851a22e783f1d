import type { Lineage, ScenePosition } from '#engine/domain/lineage.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { Database } from './database/database.ts';
import { MemoryEntity } from './entities/scene-rows.ts';
import { Session } from './entities/session.ts';
import { lockSession } from './leases/claim-turn.ts';
import { queryUnion, readLineageInBatches, toLineageCondition } from './scene-rows/lineage-query.ts';
import type { SessionStatus } from './sessions.ts';

/** More repetitions than these change nothing about a memory, unless they are stronger than all before. */
const REPETITIONS_THAT_COUNT = 3;

type Strength = { readonly weight: number; readonly confidence: number };
type Repetition = Strength & { readonly id: string; readonly observationId: string };

/**
 * Finds new repetitions that change nothing about the memories along a lineage. Their observation was repeated often
 * enough before, and as strongly. Recall need not read these rows, however many there are.
 */
async function findIdleRepetitions(
  tx: Database,
  rows: readonly MemoryRecord[],
  lineage: Lineage,
): Promise<ReadonlySet<string>> {
  const repeated = rows.flatMap((row) => repetitionOf(row) ?? []);
  if (repeated.length === 0 || lineage.length === 0) return new Set();
  const ids = repeated.map(({ observationId }) => observationId);
  const known = await readLineageInBatches(lineage, (batch) =>
    tx.find(MemoryEntity, {
      ...toLineageCondition(batch),
      observationId: { $in: ids },
      weight: { $gt: 0 },
    }),
  );
  const idle = repeated.filter((one) => {
    const before = known.filter(({ observationId }) => observationId === one.observationId);
    const count = before.filter(({ kind }) => kind === 'reinforcement').length;
    return count >= REPETITIONS_THAT_COUNT && !isStrongest(one, before.map(strengthOf));
  });
  return new Set(idle.map(({ id }) => id));
}

function repetitionOf(row: MemoryRecord): Repetition | null {
  if (row.row !== 'reinforcement') return null;
  const { observationId, importance, confidence } = row as MemoryRecord & Record<string, unknown>;
  if (typeof observationId !== 'string') return null;
  return { id: row.id, observationId, weight: Number(importance), confidence: Number(confidence) };
}

function strengthOf({ kind, weight, body }: MemoryEntity): Strength {
  // A game master's edit says nothing about the confidence of a character.
  return kind === 'edit' ? { weight: 0, confidence: 0 } : { weight, confidence: Number(body.confidence) };
}

function isStrongest(one: Strength, others: readonly Strength[]): boolean {
  return (
    others.every(({ weight }) => one.weight > weight) ||
    others.every(({ confidence }) => one.confidence > confidence)
  );
}

/**
 * Writes rows of memory together with the scene they name. With the lineage they continue, repetitions that change nothing
 * any more are written with no weight.
 */
export async function insertMemories(
  tx: Database,
  rows: readonly MemoryRecord[],
  createdAt: Date,
  lineage: Lineage = [],
): Promise<void> {
  if (rows.length === 0) return;
  const idle = await findIdleRepetitions(tx, rows, lineage);
  await tx.insertMany(
    MemoryEntity,
    rows.map((memory) => {
      const { row: kind, id, scene, ordinal, characterId, ...body } = memory;
      return {
        id,
        createdAt,
        session: scene.sessionId,
        sceneIndex: scene.index,
        ordinal,
        characterId,
        kind,
        weight: idle.has(id) ? 0 : weightOf(body),
        observationId: observationOf(memory),
        // Rows of memory are plain values by their schema; here only the columns are known by name.
        body: body as { readonly [key: string]: Json },
      };
    }),
  );
}

/** Returns the importance a row gives its observation: its own, or the one a game master set. */
function weightOf(body: object): number {
  const { importance, change } = body as { importance?: unknown; change?: { importance?: unknown } };
  const weight = importance ?? change?.importance;
  return typeof weight === 'number' ? weight : 1;
}

/** Returns the observation a row concerns: its own id when it is one. */
function observationOf(row: MemoryRecord): string {
  return 'observationId' in row && typeof row.observationId === 'string' ? row.observationId : row.id;
}

type MemoryAmendment = {
  readonly sessionId: string;
  /** Makes the rows, which name the scene they are given; the first gets this ordinal. */
  readonly rowsFor: (scene: ScenePosition, firstOrdinal: number) => readonly MemoryRecord[];
  readonly at: Date;
};

export type MemoryAmendmentResult =
  | { readonly amend: 'amended'; readonly rows: readonly MemoryRecord[] }
  | { readonly amend: 'unknown-session' }
  | { readonly amend: 'session-closed'; readonly status: Exclude<SessionStatus, 'active'> }
  /** Another branch has this very scene and would see the rows too. */
  | { readonly amend: 'scene-shared'; readonly sessionId: string };

async function amendMemories(
  tx: Database,
  { sessionId, rowsFor, at }: MemoryAmendment,
): Promise<MemoryAmendmentResult> {
  const session = await lockSession(tx, sessionId);
  if (session === null) return { amend: 'unknown-session' };
  if (session.status !== 'active') return { amend: 'session-closed', status: session.status };
  const branch = await tx.findOne(Session, { parentSceneId: session.currentSceneId, id: { $ne: sessionId } });
  const isOwnScene = session.currentSceneId !== session.parentSceneId;
  if (branch !== null && isOwnScene) return { amend: 'scene-shared', sessionId: branch.id };

  const scene = { sessionId, index: session.sceneIndex };
  const count = await tx.count(MemoryEntity, { session: sessionId, sceneIndex: scene.index });
  const rows = rowsFor(scene, count);
  await insertMemories(tx, rows, at);
  return { amend: 'amended', rows };
}

type RecallableLimits = {
  /** Number of newest observations of each character. */
  readonly newest: number;
  /** Number of weightiest observations, the newer first among equals. */
  readonly heaviest: number;
};

const IDS_AT_ONCE = 400;

type Candidate = {
  readonly character: string;
  readonly observation: string;
  readonly weight: number;
  readonly scene: number;
  readonly place: number;
};

/** Finds the ids of all rows needed to derive the memories these characters can recall. */
async function findRecallableIds(
  database: Database,
  lineage: Lineage,
  characterIds: readonly string[],
  { newest, heaviest }: RecallableLimits,
): Promise<string[]> {
  const select = (condition: string, order: string, limit: number) =>
    characterIds.flatMap((characterId) =>
      lineage.map(({ sessionId, upTo }) => ({
        sql: `select character_id as "character", observation_id as "observation", weight as "weight", scene_index as "scene", ordinal as "place" from memory_row where session_id = ? and character_id = ? and ${condition} and scene_index <= ? order by ${order} limit ?`,
        values: [sessionId, characterId, upTo, limit],
      })),
    );
  const recent = await queryUnion<Candidate>(
    database,
    select("kind = 'observation'", 'scene_index desc, ordinal desc', newest),
  );
  const heavy = await queryUnion<Candidate>(
    database,
    select('weight > 0', 'weight desc, scene_index desc, ordinal desc', heaviest),
  );
  const observations = new Set([
    ...best(recent, newest, (a, b) => b.scene - a.scene || b.place - a.place),
    ...best(heavy, heaviest, (a, b) => b.weight - a.weight || b.scene - a.scene || b.place - a.place),
  ]);
  return rowsAbout(database, lineage, [...observations]);
}

/** Returns the observations of the first candidates of each character. */
function best(
  candidates: Candidate[],
  limit: number,
  order: (a: Candidate, b: Candidate) => number,
): string[] {
  const taken = new Map<string, number>();
  return candidates.sort(order).flatMap(({ character, observation }) => {
    const count = taken.get(character) ?? 0;
    taken.set(character, count + 1);
    return count < limit ? observation : [];
  });
}

/** Finds the observations themselves, every edit of them, and the repetitions that make a difference. */
async function rowsAbout(
  database: Database,
  lineage: Lineage,
  observations: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < observations.length; start += IDS_AT_ONCE) {
    const some = observations.slice(start, start + IDS_AT_ONCE);
    const marks = some.map(() => '?').join(', ');
    const selects = lineage.map(({ sessionId, upTo }) => ({
      // The plus keeps SQLite from walking all scenes of the session instead of these few observations.
      sql: `select id from memory_row where session_id = ? and observation_id in (${marks}) and weight > 0 and +scene_index <= ?`,
      values: [sessionId, ...some, upTo],
    }));
    const rows = await queryUnion<{ id: string }>(database, selects);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Fields of every memory row. Further fields depend on its kind and come back as they were given. */
export type MemoryRecord = {
  readonly row: string;
  readonly id: string;
  readonly scene: ScenePosition;
  readonly ordinal: number;
  readonly characterId: string;
};

type StoredMemory = MemoryRecord & { readonly [key: string]: unknown };

export type MemoryStore = {
  /** Returns the rows of a branch in the order they were written: of all characters, or of some. */
  readonly along: (lineage: Lineage, characterIds?: readonly string[]) => Promise<readonly StoredMemory[]>;
  /**
   * Returns the rows recall can choose from, in the order they were written. For each character these are the newest
   * and the weightiest observations, with the rows that reinforced or changed them. Of the reinforcements it takes
   * the latest few and the weightiest. Reads no more than these, however long a campaign is.
   */
  readonly recallable: (
    lineage: Lineage,
    characterIds: readonly string[],
    limits: RecallableLimits,
  ) => Promise<readonly StoredMemory[]>;
  /** Returns one row by its id, if the branch can see it. */
  readonly find: (lineage: Lineage, id: string) => Promise<StoredMemory | null>;
  /** Adds rows to the current scene of a session that plays on, in one transaction, or says why not. */
  readonly amend: (amendment: MemoryAmendment) => Promise<MemoryAmendmentResult>;
};

const WRITING_ORDER = { sceneIndex: 'asc', ordinal: 'asc' } as const;

export function createMemoryStore(database: Database): MemoryStore {
  return {
    along: (lineage, characterIds) => {
      const whose = characterIds === undefined ? {} : { characterId: { $in: [...characterIds] } };
      return readLineageInBatches(lineage, async (batch) => {
        const where = { ...toLineageCondition(batch), ...whose };
        return (await database.find(MemoryEntity, where, { orderBy: WRITING_ORDER })).map(storedOf);
      });
    },
    recallable: async (lineage, characterIds, limits) => {
      const ids = await findRecallableIds(database, lineage, characterIds, limits);
      const found = await database.find(MemoryEntity, { id: { $in: ids } }, { orderBy: WRITING_ORDER });
      return found.map(storedOf);
    },
    find: async (lineage, id) => {
      const row = await database.findOne(MemoryEntity, { id });
      if (row === null) return null;
      const isVisible = lineage.some(
        ({ sessionId, upTo }) => sessionId === row.session.id && row.sceneIndex <= upTo,
      );
      return isVisible ? storedOf(row) : null;
    },
    amend: (amendment) => database.transactional((tx) => amendMemories(tx, amendment)),
  };
}

function storedOf(memory: MemoryEntity): StoredMemory {
  const { id, session, sceneIndex, ordinal, characterId, kind, body } = memory;
  const scene = { sessionId: session.id, index: sceneIndex };
  return { ...body, row: kind, id, scene, ordinal, characterId };
}
