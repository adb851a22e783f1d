import type { HistoryEntry } from '#retrieval/history-entry.ts';
import type { LoreChunk } from '#retrieval/lore-chunk.ts';
import { type LoreQuery, NO_FOCUS } from '#retrieval/lore-query.ts';

type Chunk = Partial<LoreChunk> & Pick<LoreChunk, 'id' | 'title' | 'text'>;

/** A chunk of lore with everything it does not say left empty. */
export function chunk({ id, ...more }: Chunk): LoreChunk {
  const packId = id.split(':')[0] ?? '';
  return { id, packId, parentId: null, tokens: 10, isHidden: false, type: 'location', ...NO_FOCUS, ...more };
}

/** A harbour: a weigh-house everybody knows, a ropewalk beside it, and a bell under the water nobody should know of. */
export const QUAY: readonly LoreChunk[] = [
  chunk({
    id: 'quay:weigh_house',
    title: 'The Weigh-house',
    text: 'Whoever lands a catch pays the Guild before eating.',
    locationIds: ['quay:weigh_house'],
  }),
  chunk({
    id: 'quay:ropewalk',
    title: 'The Ropewalk',
    text: 'A quarter of a mile of tarred floor; the weigh-house stands at its end.',
    locationIds: ['quay:ropewalk'],
    entityIds: ['quay:old_marten'],
  }),
  chunk({
    id: 'quay:bell',
    title: 'The drowned bell',
    text: 'The chapel bell rings when a hull passes over it.',
    isHidden: true,
  }),
];

/** Another pack, with a bell of its own. */
export const ABBEY: readonly LoreChunk[] = [
  chunk({ id: 'abbey:bell', title: 'The abbey bell', text: 'It has not rung since the plague year.' }),
];

type Entry = Partial<HistoryEntry> & Pick<HistoryEntry, 'id' | 'text'>;

/** Something that happened in session s1, seen by everyone. */
export function entry(given: Entry): HistoryEntry {
  return {
    campaignId: 'c1',
    scene: { sessionId: 's1', index: 0 },
    ordinal: 0,
    episode: 'e1',
    kind: 'summary',
    ownerId: null,
    visibleTo: 'everyone',
    title: '',
    tokens: 10,
    ...NO_FOCUS,
    ...given,
  };
}

/** A player's question about the quay. */
export function question(text: string, more: Partial<LoreQuery> = {}): LoreQuery {
  return {
    text,
    corpus: 'authored',
    packIds: ['quay'],
    history: null,
    viewer: { kind: 'persona', characterId: 'pc_ada_001' },
    focus: NO_FOCUS,
    limit: 10,
    maxTokens: 1_000,
    ...more,
  };
}
