import { MemoryChange, type MemoryEdit } from '#engine/memory/observation.ts';
import type { MemoryAmendmentResult } from '#engine/store/memories.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { SessionTools } from './session-lifecycle.ts';

export type MemoryEditRequest = {
  readonly sessionId: string;
  readonly observationId: string;
  readonly change: MemoryChange;
  /** The game master who makes it. */
  readonly by: string;
};

export type MemoryEditor = {
  /**
   * Changes what a character remembers, from the current scene on, by a row that names the memory. The observation itself
   * stays as it was written. A branch that grew from an earlier scene is not affected.
   */
  readonly edit: (request: MemoryEditRequest) => Promise<MemoryEdit | Rejection>;
};

export function createMemoryEditor({
  store,
  clock,
  newId,
}: Pick<SessionTools, 'store' | 'clock' | 'newId'>): MemoryEditor {
  return {
    async edit({ sessionId, observationId, change: asked, by }) {
      const change = MemoryChange.safeParse(asked);
      if (!change.success) {
        const [issue] = change.error.issues;
        return reject('invalid-change', `${issue?.message}.`, ['change', ...(issue?.path ?? []).map(String)]);
      }
      const session = await store.sessions.find(sessionId);
      if (session === null) return UNKNOWN_SESSION;
      const observation = await store.memories.find(session.lineage, observationId);
      if (observation?.row !== 'observation') {
        return reject('unknown-observation', 'nobody in this session remembers that.', ['observationId']);
      }
      const edit = {
        id: newId(),
        characterId: observation.characterId,
        observationId,
        change: change.data,
        by,
      };
      const amended = await store.memories.amend({
        sessionId,
        rowsFor: (scene, ordinal) => [{ row: 'edit', ...edit, scene, ordinal }],
        at: clock(),
      });
      if (amended.amend !== 'amended') return refusal(amended);
      const [row] = amended.rows;
      if (row === undefined) throw new Error('an edit that was made has a row');
      return { row: 'edit', ...edit, scene: row.scene, ordinal: row.ordinal };
    },
  };
}

const UNKNOWN_SESSION = reject('unknown-session', 'there is no such session.', ['sessionId']);

function refusal(refused: Exclude<MemoryAmendmentResult, { amend: 'amended' }>): Rejection {
  switch (refused.amend) {
    case 'unknown-session':
      return UNKNOWN_SESSION;
    case 'session-closed':
      return reject('session-closed', `this session is ${refused.status}; nothing in it changes any more.`, [
        'sessionId',
      ]);
    case 'scene-shared':
      return reject(
        'scene-shared',
        'another session grew from this very scene and would remember it too; take a turn first, then change it.',
        ['sessionId'],
      );
  }
}
