import { HEADING_SEPARATOR, type LoreChunk } from '../lore-chunk.ts';
import type { FoundAuthored } from '../lore-result.ts';
import { withoutWordEnds, withWordEnds } from '../ranking/unspaced.ts';
import { type Row, subjectsOf } from './row.ts';
import { textHash } from './text-hash.ts';

/** What of a chunk is embedded: all its headings, and its text. */
export function embeddedText({ title, text }: Pick<LoreChunk, 'title' | 'text'>): string {
  return `${title}\n${text}`;
}

export function authoredRow(chunk: LoreChunk): Row {
  return {
    id: chunk.id,
    text_hash: textHash(embeddedText(chunk)),
    parent_id: chunk.parentId ?? '',
    path: chunk.title,
    title: withWordEnds(chunk.title.split(HEADING_SEPARATOR).at(-1) ?? ''),
    place: withWordEnds(nearest(chunk.title)),
    text: withWordEnds(chunk.text),
    tokens: chunk.tokens,
    is_hidden: chunk.isHidden,
    type: chunk.type,
    entity_ids: [...chunk.entityIds],
    location_ids: [...chunk.locationIds],
    faction_ids: [...chunk.factionIds],
    thread_ids: [...chunk.threadIds],
    tags: [...chunk.tags],
  };
}

function nearest(title: string): string {
  return title.split(HEADING_SEPARATOR).slice(-2).join(HEADING_SEPARATOR);
}

export function foundAuthored(packId: string, row: Row): FoundAuthored {
  return {
    source: 'authored',
    packId,
    id: String(row.id),
    title: String(row.path),
    text: withoutWordEnds(String(row.text)),
    tokens: Number(row.tokens),
    isHidden: row.is_hidden !== false,
    type: String(row.type),
    ...subjectsOf(row),
  };
}
