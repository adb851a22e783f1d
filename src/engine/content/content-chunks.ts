import { toSnakeName } from '#engine/state/ids.ts';
import { type CountTokens, estimateTokens } from '#engine/util/estimate-tokens.ts';
import type { KeyedChunk } from '#retrieval/keyed-lore.ts';
import { type LoreChunk, toLoreChunks } from '#retrieval/lore-chunk.ts';
import type { LoreKeys } from '#retrieval/lore-keys.ts';
import type { ContentKind } from './format/content-kinds.ts';
import type { Content } from './library/content.ts';
import type { Library } from './library/create-library.ts';
import type { Section } from './reading/markdown-sections.ts';

/** Metadata retrieval filters by; all ids are full pack ids. */
type ChunkMetadata = {
  readonly type: ContentKind;
  readonly entityIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly factionIds: readonly string[];
  readonly threadIds: readonly string[];
  readonly tags: readonly string[];
};

type Links = Partial<Record<'entities' | 'locations' | 'factions', readonly (string | undefined)[]>>;

/** Builds the metadata of a file: its kind, the ids in its keys, and its declared relations. */
function buildChunkMetadata(content: Content): ChunkMetadata {
  const { data, kind } = content;
  const own = ownLinks(content);
  const related = 'related_entities' in data ? data : null;
  return {
    type: kind,
    entityIds: united(own.entities, related?.related_entities),
    locationIds: united(own.locations, related?.related_locations),
    factionIds: united(own.factions, related?.related_factions),
    threadIds: united(related?.related_threads),
    tags: [...data.tags],
  };
}

function ownLinks(content: Content): Links {
  const { id, kind, data } = content;
  switch (kind) {
    case 'character':
      return { entities: [id], locations: [data.location], factions: [data.faction] };
    case 'location':
      return { entities: [id], locations: [id, data.part_of] };
    case 'faction':
      return { entities: [id, data.leader], locations: [data.seat], factions: [id] };
    case 'item':
      return { entities: [id], locations: [data.location] };
    case 'event':
      return { entities: data.characters, locations: [data.location], factions: data.factions };
    default:
      return {};
  }
}

function united(...lists: readonly (readonly (string | undefined)[] | undefined)[]): readonly string[] {
  const ids = lists.flatMap((list) => list ?? []).filter((id) => id !== undefined);
  return [...new Set(ids)];
}

/** Part of authored text as retrieval indexes it. */
type ContentChunk = {
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
export function splitIntoChunks(
  content: Content,
  count: CountTokens = estimateTokens,
): readonly ContentChunk[] {
  const metadata = buildChunkMetadata(content);
  const isFileHidden = 'visibility' in content.data && content.data.visibility === 'gm';
  const taken = new Map<string, number>();
  return content.sections.map((section) => ({
    id: `${content.id}:${freeName(sectionName(section), taken)}`,
    packId: content.packId,
    contentId: content.id,
    file: content.file,
    sectionPath:
      section.heading === null ? writeTitle(content) : `${writeTitle(content)} > ${section.heading}`,
    text: section.text,
    tokens: count(section.text),
    isHidden: isFileHidden || section.isHidden,
    metadata,
  }));
}

/** Writes the name of a content, for history with its dates: `The loss of the Adeline (1889 to 1890-10-30)`. */
function writeTitle(content: Content): string {
  if (content.kind !== 'history') return content.name;
  const { from, to } = content.data;
  const dates = [from, to].filter((date) => date !== undefined);
  return dates.length === 0 ? content.name : `${content.name} (${dates.join(' to ')})`;
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

/** Numbers a repeated heading, so that ids stay unique. */
function freeName(name: string, taken: Map<string, number>): string {
  const times = (taken.get(name) ?? 0) + 1;
  taken.set(name, times);
  return times === 1 ? name : `${name}_${times}`;
}

/** The index reads texts without a language as English. */
const UNMARKED_LANGUAGE = 'en';

/** Returns the lore of a pack as the index holds it. */
export function listPackChunks(library: Library, packId: string): LoreChunk[] {
  const contents = CHUNKED_KINDS.flatMap((kind) => [...library.all(kind)]);
  const own = contents.filter((content) => content.packId === packId);
  const chunks = toLoreChunks(own.flatMap((content) => splitIntoChunks(content)));
  const language = library.findPack(packId)?.manifest.language ?? UNMARKED_LANGUAGE;
  return language === UNMARKED_LANGUAGE ? chunks : chunks.map((chunk) => ({ ...chunk, language }));
}

/** Returns the words a content is wanted by; null where its author wrote none. */
export function readLoreKeys({ data }: Content): LoreKeys | null {
  if (!('keys' in data)) return null;
  const { keys, keys_also: also, always } = data;
  const isKeyed = always || keys.length + also.any.length + also.all.length + also.none.length > 0;
  return isKeyed ? { keys, also, always } : null;
}

/** Lists the lore of all packs that is wanted by words. */
export function listKeyedChunks(library: Library): readonly KeyedChunk[] {
  return CHUNKED_KINDS.flatMap((kind) => [...library.all(kind)]).flatMap((content: Content) => {
    const keys = readLoreKeys(content);
    return keys === null ? [] : toLoreChunks(splitIntoChunks(content)).map((chunk) => ({ chunk, keys }));
  });
}
