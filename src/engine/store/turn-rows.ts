import { insertActions, type NewAction } from './actions.ts';
import { type ChronicleRecord, insertEntries } from './chronicle.ts';
import { insertMemories } from './insert-memories.ts';
import type { Lineage, ScenePosition } from './lineage-query.ts';
import type { MemoryRecord } from './memories.ts';
import type { MadeScene } from './places.ts';
import { insertRelations, type NewRelation } from './relations.ts';
import { insertRolls, type NewRoll } from './rolls.ts';
import type { Database } from './rows/database.ts';

/** What a turn leaves beside its scene: rows that name it and are never changed. */
export type TurnRows = {
  readonly memories: readonly MemoryRecord[];
  readonly chronicle: readonly ChronicleRecord[];
  readonly rolls: readonly NewRoll[];
  readonly actions: readonly NewAction[];
  readonly relations: readonly NewRelation[];
};

/** What a turn leaves in which nothing of the kind happened. */
export const NO_ROWS: TurnRows = { memories: [], chronicle: [], rolls: [], actions: [], relations: [] };

export async function insertTurnRows(
  tx: Database,
  scene: MadeScene,
  lineage: Lineage,
  { memories, chronicle, rolls, actions, relations }: TurnRows,
  at: Date,
): Promise<void> {
  await insertMemories(tx, memories, at, lineage);
  await insertEntries(tx, chronicle, at);
  await insertRolls(tx, scene, rolls, at);
  await insertActions(tx, scene, actions, at);
  await insertRelations(tx, scene, relations, at);
}

/** A row under another scene would be seen by branches that never played this turn. */
export function mustName(
  { sessionId, index }: MadeScene,
  rows: readonly { readonly scene: ScenePosition }[],
): void {
  const astray = rows.find(({ scene }) => scene.sessionId !== sessionId || scene.index !== index)?.scene;
  if (astray === undefined) return;
  throw new Error(
    `a row of scene ${index} of ${sessionId} names scene ${astray.index} of ${astray.sessionId} instead`,
  );
}
