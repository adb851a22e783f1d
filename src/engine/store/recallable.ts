import { type Lineage, unionOf } from './lineage-query.ts';
import type { Database } from './rows/database.ts';

export type RecallableLimits = {
  /** So many of the newest observations of each character. */
  readonly newest: number;
  /** So many of those that weigh most, the newer first among equals. */
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

/** The ids of every row that what these characters can recall is made of. */
export async function recallableIds(
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
  const recent = await unionOf<Candidate>(
    database,
    select("kind = 'observation'", 'scene_index desc, ordinal desc', newest),
  );
  const heavy = await unionOf<Candidate>(
    database,
    select('weight > 0', 'weight desc, scene_index desc, ordinal desc', heaviest),
  );
  const observations = new Set([
    ...best(recent, newest, (a, b) => b.scene - a.scene || b.place - a.place),
    ...best(heavy, heaviest, (a, b) => b.weight - a.weight || b.scene - a.scene || b.place - a.place),
  ]);
  return rowsAbout(database, lineage, [...observations]);
}

/** The observations of the first so many candidates of each character. */
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

/** The observations themselves, every edit of them, and the repetitions that make a difference. */
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
    const rows = await unionOf<{ id: string }>(database, selects);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
