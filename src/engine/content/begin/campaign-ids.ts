import {
  CharacterId,
  type EntityId,
  FactionId,
  formatEntityId,
  type IdPrefix,
  ItemId,
  LocationId,
  toSnakeName,
} from '#engine/state/ids.ts';
import type { Content } from '../library/content.ts';

/** The kinds of content that become entities of a campaign. */
export type EntityContent = Content<'character' | 'location' | 'item' | 'faction'>;

/** Pack ids on one side, campaign ids on the other; null for what is not part of the campaign. */
export type CampaignIds = {
  readonly entity: (packEntityId: string | undefined) => EntityId | null;
  readonly character: (packEntityId: string | undefined) => CharacterId | null;
  readonly location: (packEntityId: string | undefined) => LocationId | null;
  readonly item: (packEntityId: string | undefined) => ItemId | null;
  readonly faction: (packEntityId: string | undefined) => FactionId | null;
  readonly all: ReadonlyMap<string, EntityId>;
  /** Number of ids given of each kind, as the snapshot counts them. */
  readonly counters: Readonly<Record<string, number>>;
};

const PREFIXES = { location: 'loc', item: 'item', faction: 'faction' } as const;

/** Gives every entity its id: `neo_seattle:viktor` becomes `npc_viktor_001`, a persona `pc_…`. */
export function assignCampaignIds(
  contents: readonly EntityContent[],
  personaIds: ReadonlySet<string>,
): CampaignIds {
  const counters: Record<string, number> = {};
  const all = new Map<string, EntityId>();
  for (const content of contents) {
    const prefix = prefixOf(content, personaIds);
    const name = toSnakeName(content.localId);
    const stem = `${prefix}_${name}`;
    const sequence = (counters[stem] ?? 0) + 1;
    counters[stem] = sequence;
    all.set(content.id, formatEntityId(prefix, name, sequence));
  }
  const entity = (id: string | undefined) => (id === undefined ? null : (all.get(id) ?? null));
  return {
    entity,
    character: (id) => CharacterId.safeParse(entity(id)).data ?? null,
    location: (id) => LocationId.safeParse(entity(id)).data ?? null,
    item: (id) => ItemId.safeParse(entity(id)).data ?? null,
    faction: (id) => FactionId.safeParse(entity(id)).data ?? null,
    all,
    counters,
  };
}

function prefixOf({ id, kind }: EntityContent, personaIds: ReadonlySet<string>): IdPrefix {
  if (kind !== 'character') return PREFIXES[kind];
  return personaIds.has(id) ? 'pc' : 'npc';
}
