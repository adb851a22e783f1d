import { createHash } from 'node:crypto';
import { DataType, type RecordBatch, type Table, type Vector } from 'apache-arrow';
import { type HistoryEntry, HistoryKind } from '../history-entry.ts';
import { HEADING_SEPARATOR, type LoreChunk } from '../lore-chunk.ts';
import type { FoundAuthored, FoundHistory } from '../lore-result.ts';
import { markWordEnds, removeWordEnds } from '../ranking/content-words.ts';
import { cutIntoPieces } from './text-pieces.ts';

/** A row as LanceDB takes it and gives it back. */
export type Row = Record<string, unknown>;

/** Rows read column by column: Arrow's own row objects look every field up anew and take several times as long. */
export async function readRows(query: { readonly toArrow: () => Promise<Table> }): Promise<Row[]> {
  return (await query.toArrow()).batches.flatMap(toRows);
}

export function toRows(batch: RecordBatch): Row[] {
  const rows: Row[] = Array.from({ length: batch.numRows }, () => ({}));
  for (const { name } of batch.schema.fields) {
    const column = batch.getChild(name);
    if (column === null) continue;
    let index = 0;
    for (const value of unpacked(column)) {
      const row = rows[index++];
      if (row !== undefined) row[name] = value;
    }
  }
  return rows;
}

function unpacked(column: Vector): Iterable<unknown> {
  if (DataType.isFixedSizeList(column.type)) return vectorsOf(column);
  return DataType.isList(column.type) ? textListsOf(column) : column;
}

/**
 * Reads the texts of all lists of a batch at once. Arrow stores them end to end, so this is many times as fast as list
 * by list.
 */
function textListsOf(column: Vector): string[][] {
  const texts: string[] = Array.from(column.getChildAt(0) ?? [], String);
  return column.data.flatMap((batch) => {
    const offsets: Int32Array = batch.valueOffsets;
    return Array.from({ length: batch.length }, (_, at) => texts.slice(offsets[at], offsets[at + 1]));
  });
}

/** Reads all vectors of a batch. Arrow stores them end to end in one array of numbers. */
function vectorsOf(column: Vector): (Float32Array | null)[] {
  return column.data.flatMap((batch) => {
    const numbers: unknown = batch.children[0]?.values;
    if (!(numbers instanceof Float32Array)) return Array.from({ length: batch.length }, () => null);
    const { stride } = batch;
    return Array.from({ length: batch.length }, (_, at) =>
      batch.getValid(at) ? numbers.subarray(at * stride, (at + 1) * stride) : null,
    );
  });
}

/** Converts a list column, which LanceDB returns as an Arrow vector. */
function toTexts(column: unknown): string[] {
  if (typeof column !== 'object' || column === null || !(Symbol.iterator in column)) return [];
  // Anything with an iterator can be spread.
  return [...(column as Iterable<unknown>)].map(String);
}

/** Converts a vector column; null when the row has none. */
export function toVector(column: unknown): Float32Array | null {
  if (typeof column !== 'object' || column === null || !(Symbol.iterator in column)) return null;
  if (column instanceof Float32Array) return column;
  return Float32Array.from(column as Iterable<number>);
}

/** Builds the vector columns of a row: that of its whole text and, of a long one, those of all its pieces. */
export function toVectorColumns([whole, ...pieces]: readonly Float32Array[]): Row {
  if (whole === undefined || pieces.length === 0) return { vector: whole };
  const all = new Float32Array(whole.length * pieces.length);
  for (const [number, vector] of pieces.entries()) all.set(vector, number * whole.length);
  return { vector: whole, pieces: new Uint8Array(all.buffer) };
}

/** Reads the vectors of a row's pieces; none when its text is short. */
export function toPieceVectors(column: unknown, dimension: number): Float32Array[] {
  if (!(column instanceof Uint8Array) || dimension === 0) return [];
  // Copied: Arrow's bytes need not lie where numbers may begin.
  const all = new Float32Array(column.slice().buffer);
  const count = Math.floor(all.length / dimension);
  return Array.from({ length: count }, (_, at) => all.subarray(at * dimension, (at + 1) * dimension));
}

export function readSubjects(row: Row) {
  return {
    entityIds: toTexts(row.entity_ids),
    locationIds: toTexts(row.location_ids),
    factionIds: toTexts(row.faction_ids),
    threadIds: toTexts(row.thread_ids),
    tags: toTexts(row.tags),
  };
}

/** Copies a row that was read into a form that can be written to another table. */
export function copyRow(row: Row): Row {
  const copied = Object.entries(row).map(([name, value]) => {
    if (name === 'vector') return [name, toVector(value)];
    if (name === 'pieces') return [name, value instanceof Uint8Array ? value.slice() : null];
    return [name, typeof value === 'object' && value !== null ? toTexts(value) : value];
  });
  return Object.fromEntries(copied);
}

/** Names a text by what it says: equal texts have equal vectors, so a vector is kept as long as its text is. */
function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** Returns the embedded text of a chunk: all its headings, and its text. */
export function toEmbeddedText({ title, text }: Pick<LoreChunk, 'title' | 'text'>): string {
  return `${title}\n${text}`;
}

/** Lists what of a chunk is embedded: its text and, of a long one, all its pieces, each under all its headings. */
export function listEmbeddedTexts({ title, text }: Pick<LoreChunk, 'title' | 'text'>): string[] {
  const pieces = cutIntoPieces(text);
  const texts = pieces.length > 1 ? [text, ...pieces] : [text];
  return texts.map((each) => toEmbeddedText({ title, text: each }));
}

export function toAuthoredRow(chunk: LoreChunk): Row {
  return {
    id: chunk.id,
    text_hash: hashText(toEmbeddedText(chunk)),
    parent_id: chunk.parentId ?? '',
    path: chunk.title,
    title: markWordEnds(chunk.title.split(HEADING_SEPARATOR).at(-1) ?? ''),
    place: markWordEnds(nearest(chunk.title)),
    text: markWordEnds(chunk.text),
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

export function toFoundAuthored(packId: string, row: Row): FoundAuthored {
  return {
    source: 'authored',
    packId,
    id: String(row.id),
    title: String(row.path),
    text: removeWordEnds(String(row.text)),
    tokens: Number(row.tokens),
    isHidden: row.is_hidden !== false,
    type: String(row.type),
    ...readSubjects(row),
  };
}

/** Entry in the list of knowers that stands for all characters. No character has this id. */
export const EVERYONE = '*';

export function toHistoryRow(entry: HistoryEntry): Row {
  return {
    id: entry.id,
    text_hash: hashText(entry.text),
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
    searchable: markWordEnds(entry.title === '' ? entry.text : `[${entry.title}] ${entry.text}`),
    tokens: entry.tokens,
    entity_ids: [...entry.entityIds],
    location_ids: [...entry.locationIds],
    faction_ids: [...entry.factionIds],
    thread_ids: [...entry.threadIds],
    tags: [...entry.tags],
  };
}

export function toFoundHistory(campaignId: string, row: Row): FoundHistory {
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
    ...readSubjects(row),
  };
}
