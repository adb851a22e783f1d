import type { Lineage } from '#engine/store/lineage-query.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { Store } from '#engine/store/store.ts';
import type { NewSceneRows } from '#engine/store/turn-endings.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import type { Doors } from './closed-store.ts';
import type { RecordedReads } from './recorded-reads.ts';

/** What turns are shown that they may look up. */
export type Sights = Pick<Doors, 'scenes' | 'turns' | 'chronicle' | 'summaries' | 'memories'> & {
  readonly lore: Pick<LoreIndex, 'search' | 'meaningsOf'>;
};

/** A scene a replay has made. */
export type ScratchScene = SceneRecord & { readonly rows: NewSceneRows };

type Scenes = Pick<Doors['scenes'], 'snapshots' | 'sceneLore'>;

/** Exactly what the turn was shown when it was recorded. */
export function recordedSights(reads: RecordedReads, scenes: Scenes): Sights {
  // What is answered was written down as the very same door gave it.
  const same =
    (of: string) =>
    async (...asked: readonly unknown[]) =>
      reads.answer(of, asked) as never;
  return {
    scenes: { ...scenes, along: same('scenes.along') },
    // A replay is fed by its own recording, never by that of an attempt before.
    turns: { findMany: same('turns.findMany'), recording: async () => null },
    chronicle: { last: same('chronicle.last'), along: same('chronicle.along') },
    summaries: { latest: same('summaries.latest'), last: same('summaries.last') },
    memories: { recallable: same('memories.recallable') },
    lore: { search: same('lore.search'), meaningsOf: reads.meanings },
  };
}

/**
 * The scenes before the first replayed turn as the store has them, and after them those the replay has made: a branch that nobody
 * else can see. What was settled in between, and searches that were made before, are taken from the recording.
 */
export function scratchSights(
  reads: RecordedReads,
  scenes: Scenes,
  {
    made,
    cutAt,
    store,
    lore,
  }: {
    readonly made: readonly ScratchScene[];
    /** The session that is replayed, and the last of its scenes that stands. */
    readonly cutAt: { readonly sessionId: string; readonly index: number };
    readonly store: Store;
    readonly lore: LoreIndex;
  },
): Sights {
  const before = (lineage: Lineage): Lineage =>
    lineage.map(({ sessionId, upTo }) => {
      return { sessionId, upTo: sessionId === cutAt.sessionId ? Math.min(upTo, cutAt.index) : upTo };
    });
  const rows = made.map((scene) => scene.rows);
  const settled =
    (of: 'summaries.latest' | 'summaries.last') =>
    (...asked: readonly unknown[]) =>
      reads.find(of, asked) as never; // written down as the very same door gave it
  return {
    scenes: {
      ...scenes,
      along: async (lineage, page) => {
        const stood = await store.scenes.along(before(lineage), page);
        const own = made.filter(({ index }) => page.before === null || index < page.before);
        const all = [...stood.items, ...own];
        return { items: all.slice(-page.limit), hasMore: stood.hasMore || all.length > page.limit };
      },
    },
    turns: { findMany: store.turns.findMany, recording: async () => null },
    chronicle: {
      last: async (lineage, count) => {
        const stood = await store.chronicle.last(before(lineage), count);
        return [...stood, ...rows.flatMap(({ chronicle }) => chronicle as typeof stood)].slice(-count);
      },
      along: async (lineage) => {
        const stood = await store.chronicle.along(before(lineage));
        return [...stood, ...rows.flatMap(({ chronicle }) => chronicle as typeof stood)];
      },
    },
    summaries: {
      latest: async (lineage, kind, subjectId) =>
        settled('summaries.latest')(lineage, kind, subjectId) ??
        store.summaries.latest(before(lineage), kind, subjectId),
      last: async (lineage, kind, limit) =>
        settled('summaries.last')(lineage, kind, limit) ?? store.summaries.last(before(lineage), kind, limit),
    },
    memories: {
      recallable: async (lineage, characterIds, limits) => {
        const stood = await store.memories.recallable(before(lineage), characterIds, limits);
        const own = rows.flatMap(({ memories }) => memories as typeof stood);
        return [...stood, ...own.filter(({ characterId }) => characterIds.includes(characterId))];
      },
    },
    lore: {
      search: async (query) => (reads.find('lore.search', [query]) as never) ?? lore.search(query),
      meaningsOf: lore.meaningsOf,
    },
  };
}
