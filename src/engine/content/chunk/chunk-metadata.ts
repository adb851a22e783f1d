import type { ContentKind } from '../format/content-kinds.ts';
import type { Content } from '../library/content.ts';

/** What retrieval filters by; all ids are full pack ids. */
export type ChunkMetadata = {
  readonly type: ContentKind;
  readonly entityIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly factionIds: readonly string[];
  readonly threadIds: readonly string[];
  readonly tags: readonly string[];
};

type Links = Partial<Record<'entities' | 'locations' | 'factions', readonly (string | undefined)[]>>;

/** The metadata of a file: what it is, what it names in its keys, and what it says it is related to. */
export function chunkMetadata(content: Content): ChunkMetadata {
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
