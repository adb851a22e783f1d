import type { Row } from '../lance/row.ts';
import type { Kin } from '../ranking/candidate.ts';

/** The columns that say what a row belongs to. */
export const KIN_COLUMNS = {
  authored: ['parent_id'],
  history: ['session_id', 'scene_index', 'ordinal', 'episode', 'owner_id'],
} as const;

export function kinOf(row: Row, source: Kin['source']): Kin {
  if (source === 'authored') {
    const parentId = String(row.parent_id);
    return { source, parentId: parentId === '' ? null : parentId };
  }
  return {
    source,
    sessionId: String(row.session_id),
    sceneIndex: Number(row.scene_index),
    ordinal: Number(row.ordinal),
    episode: String(row.episode),
    ownerId: String(row.owner_id),
  };
}
