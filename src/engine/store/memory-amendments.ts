import { lockSession } from './claim-turn.ts';
import { MemoryRow } from './entities/memory-row.ts';
import { Session } from './entities/session.ts';
import { insertMemories } from './insert-memories.ts';
import type { ScenePosition } from './lineage-query.ts';
import type { MemoryRecord } from './memories.ts';
import type { Database } from './rows/database.ts';
import type { SessionStatus } from './sessions.ts';

export type Amendment = {
  readonly sessionId: string;
  /** Makes the rows, which name the scene they are given; the first gets this ordinal. */
  readonly rowsFor: (scene: ScenePosition, firstOrdinal: number) => readonly MemoryRecord[];
  readonly at: Date;
};

export type Amended =
  | { readonly amend: 'amended'; readonly rows: readonly MemoryRecord[] }
  | { readonly amend: 'unknown-session' }
  | { readonly amend: 'session-closed'; readonly status: Exclude<SessionStatus, 'active'> }
  /** Another branch has this very scene and would see the rows too. */
  | { readonly amend: 'scene-shared'; readonly sessionId: string };

export async function amendMemories(tx: Database, { sessionId, rowsFor, at }: Amendment): Promise<Amended> {
  const session = await lockSession(tx, sessionId);
  if (session === null) return { amend: 'unknown-session' };
  if (session.status !== 'active') return { amend: 'session-closed', status: session.status };
  const branch = await tx.findOne(Session, { parentSceneId: session.currentSceneId, id: { $ne: sessionId } });
  const isOwnScene = session.currentSceneId !== session.parentSceneId;
  if (branch !== null && isOwnScene) return { amend: 'scene-shared', sessionId: branch.id };

  const scene = { sessionId, index: session.sceneIndex };
  const count = await tx.count(MemoryRow, { session: sessionId, sceneIndex: scene.index });
  const rows = rowsFor(scene, count);
  await insertMemories(tx, rows, at);
  return { amend: 'amended', rows };
}
