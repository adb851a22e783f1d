import { type CountTokens, estimateTokens } from '#engine/kit/tokens.ts';
import { toSnakeName } from '#engine/state/ids.ts';
import { type ChunkMetadata, chunkMetadata } from './chunk/chunk-metadata.ts';
import type { ContentKind } from './format/content-kinds.ts';
import type { Content } from './library/content.ts';
import type { Section } from './text/sections.ts';

export type { ChunkMetadata } from './chunk/chunk-metadata.ts';

/** A stretch of authored text as retrieval indexes it. */
export type ContentChunk = {
  /** `neo_seattle:neon_dragon:history`: stable as long as the file's id and the heading are. */
  readonly id: string;
  readonly packId: string;
  /** `neo_seattle:neon_dragon` */
  readonly contentId: string;
  readonly file: string;
  /** The headings above it: `The Neon Dragon > History`. */
  readonly sectionPath: string;
  readonly text: string;
  readonly tokens: number;
  /** The game master's alone; a query on behalf of a player never finds it. */
  readonly isHidden: boolean;
  readonly metadata: ChunkMetadata;
};

/**
 * Cuts the text of a content at its headings: the overview under #, one chunk for every ##, deeper headings
 * within theirs. Every chunk inherits the metadata of its file.
 */
export function chunksOf(content: Content, count: CountTokens = estimateTokens): readonly ContentChunk[] {
  const metadata = chunkMetadata(content);
  const isFileHidden = 'visibility' in content.data && content.data.visibility === 'gm';
  const taken = new Map<string, number>();
  return content.sections.map((section) => ({
    id: `${content.id}:${freeName(sectionName(section), taken)}`,
    packId: content.packId,
    contentId: content.id,
    file: content.file,
    sectionPath: section.heading === null ? content.name : `${content.name} > ${section.heading}`,
    text: section.text,
    tokens: count(section.text),
    isHidden: isFileHidden || section.isHidden,
    metadata,
  }));
}

/** Kinds whose text is lore. Rulesets and entry points speak to the prompt instead. */
export const CHUNKED_KINDS = [
  'world',
  'character',
  'location',
  'faction',
  'culture',
  'history',
  'technology',
  'item',
  'event',
  'law',
] as const satisfies readonly ContentKind[];

function sectionName({ heading }: Section): string {
  return heading === null ? 'overview' : toSnakeName(heading);
}

/** A heading that comes twice is counted, so that ids stay apart. */
function freeName(name: string, taken: Map<string, number>): string {
  const times = (taken.get(name) ?? 0) + 1;
  taken.set(name, times);
  return times === 1 ? name : `${name}_${times}`;
}
