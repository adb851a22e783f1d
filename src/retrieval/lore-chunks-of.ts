import type { LoreChunk, Subjects } from './lore-chunk.ts';

/** A stretch of authored text as packs are cut. */
export type SourceChunk = {
  readonly id: string;
  readonly packId: string;
  readonly contentId: string;
  readonly sectionPath: string;
  readonly text: string;
  readonly tokens: number;
  readonly isHidden: boolean;
  readonly metadata: Subjects & { readonly type: string };
};

/** Chunks of packs as they are indexed: every section knows the overview of its file, if that has a text. */
export function loreChunksOf(sources: readonly SourceChunk[]): LoreChunk[] {
  const ids = new Set(sources.map(({ id }) => id));
  return sources.map(({ id, packId, contentId, sectionPath, text, tokens, isHidden, metadata }) => {
    const overviewId = `${contentId}:overview`;
    const parentId = id !== overviewId && ids.has(overviewId) ? overviewId : null;
    return { id, packId, parentId, title: sectionPath, text, tokens, isHidden, ...metadata };
  });
}
