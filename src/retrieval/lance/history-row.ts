import { type HistoryEntry, HistoryKind } from '../history-entry.ts';
import type { FoundHistory } from '../lore-result.ts';
import { withWordEnds } from '../ranking/unspaced.ts';
import { type Row, subjectsOf } from './row.ts';
import { textHash } from './text-hash.ts';

/** In the list of those who may know something: everybody. No character has this id. */
export const EVERYONE = '*';

export function historyRow(entry: HistoryEntry): Row {
  return {
    id: entry.id,
    text_hash: textHash(entry.text),
    kind: entry.kind,
    session_id: entry.scene.sessionId,
    scene_index: entry.scene.index,
    ordinal: entry.ordinal,
    episode: entry.episode,
    owner_id: entry.ownerId ?? '',
    visible_to: entry.visibleTo === 'everyone' ? [EVERYONE] : entry.visibleTo.filter((id) => id !== EVERYONE),
    title: entry.title,
    text: entry.text,
    // The date and place are words people search by, but no heading: they say nothing of what happened.
    searchable: withWordEnds(entry.title === '' ? entry.text : `[${entry.title}] ${entry.text}`),
    tokens: entry.tokens,
    entity_ids: [...entry.entityIds],
    location_ids: [...entry.locationIds],
    faction_ids: [...entry.factionIds],
    thread_ids: [...entry.threadIds],
    tags: [...entry.tags],
  };
}

export function foundHistory(campaignId: string, row: Row): FoundHistory {
  const ownerId = String(row.owner_id);
  return {
    source: 'history',
    campaignId,
    id: String(row.id),
    type: HistoryKind.parse(row.kind),
    scene: { sessionId: String(row.session_id), index: Number(row.scene_index) },
    ownerId: ownerId === '' ? null : ownerId,
    title: String(row.title),
    text: String(row.text),
    tokens: Number(row.tokens),
    ...subjectsOf(row),
  };
}
