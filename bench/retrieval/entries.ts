import type { HistoryEntry } from '#retrieval/history-entry.ts';
import { HEADING_SEPARATOR, type LoreChunk } from '#retrieval/lore-chunk.ts';
import { NO_FOCUS } from '#retrieval/lore-query.ts';
import type { Doc, Group } from './collections.ts';

/** Documents as chunks of a pack. */
export function chunksOf({ id: packId, docs }: Group): LoreChunk[] {
  const byPath = new Map(docs.toReversed().map((doc) => [headingsOf(doc), doc.id]));
  return docs.map((doc) => {
    const headings = headingsOf(doc);
    const above = headings.split(HEADING_SEPARATOR).slice(0, -1).join(HEADING_SEPARATOR);
    return {
      id: doc.id,
      packId,
      parentId: above === '' ? null : (byPath.get(above) ?? null),
      title: headings,
      text: bodyOf(doc),
      tokens: 1,
      isHidden: false,
      type: 'culture',
      ...NO_FOCUS,
    };
  });
}

/** Turns of a conversation as entries of a campaign's history: a session of talk is an episode. */
export function entriesOf({ id: campaignId, docs }: Group): HistoryEntry[] {
  return docs.map((doc, position) => ({
    id: doc.id,
    campaignId,
    scene: { sessionId: `session ${doc.session ?? 1}`, index: doc.turn ?? doc.n ?? position },
    ordinal: 0,
    episode: `session ${doc.session ?? 1}`,
    kind: 'summary',
    ownerId: null,
    visibleTo: 'everyone',
    title: doc.date ?? '',
    text: spoken(doc),
    tokens: 1,
    ...NO_FOCUS,
    entityIds: doc.speaker === undefined ? [] : [doc.speaker],
  }));
}

export function headingsOf({ path, title }: Doc): string {
  return path ?? title ?? '';
}

export function bodyOf({ body, text }: Doc): string {
  return body ?? text ?? '';
}

export function spoken(doc: Doc): string {
  const said = bodyOf(doc) === '' ? '…' : bodyOf(doc);
  return doc.speaker === undefined ? said : `${doc.speaker}: ${said}`;
}

/** All there is to read of a document, as one text. */
export function wholeText(doc: Doc): string {
  const date = doc.date === undefined ? '' : `[${doc.date}] `;
  const headings = headingsOf(doc);
  return `${headings === '' ? '' : `${headings}\n`}${date}${spoken(doc)}`;
}

/** What the index embeds of a document, so that every contestant compares the same vectors. */
export function embeddedText(doc: Doc, isTalk: boolean): string {
  if (isTalk) return spoken(doc);
  return `${headingsOf(doc)}\n${bodyOf(doc)}`;
}
