import type { Lineage } from '#engine/domain/lineage.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { Store } from '#engine/store/store.ts';
import type { NewSceneRows } from '#engine/store/turn-endings.ts';
import { readVectors, toPlainValue } from '#engine/turn/record-reads.ts';
import { type Json, toCanonicalJson } from '#engine/util/canonical-json.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import type { RecordedRead, Recording } from '../recording.ts';
import { NotRecordedError } from './replay-models.ts';

/** Repositories a turn uses. */
export type ReplayStore = {
  readonly campaigns: Pick<Store['campaigns'], 'find'>;
  readonly sessions: Pick<Store['sessions'], 'seedOf'>;
  readonly scenes: Pick<Store['scenes'], 'snapshots' | 'sceneLore' | 'along'>;
  readonly turns: Pick<Store['turns'], 'findMany' | 'recording'>;
  readonly chronicle: Pick<Store['chronicle'], 'last' | 'along'>;
  readonly summaries: Pick<Store['summaries'], 'latest' | 'last'>;
  readonly memories: Pick<Store['memories'], 'recallable'>;
  readonly events: Pick<Store['events'], 'append'>;
  readonly calls: Pick<Store['calls'], 'add'>;
  readonly endings: Store['endings'];
  readonly replies: Pick<Store['replies'], 'add' | 'ofTurn' | 'forget'>;
};

/**
 * Creates a store of these repositories alone. A replay can neither read hidden data nor write: a missing repository cannot be
 * called.
 */
export function createLimitedStore(doors: ReplayStore): Store {
  // A turn uses no other repositories; one that did would throw in every replay.
  return doors as Store;
}

/** Returns the data a turn read when it was recorded. */
type RecordedReads = {
  /** Returns the recorded answer to the same query; throws a `NotRecordedError` when it was not made. */
  readonly answer: (of: string, asked: readonly unknown[]) => unknown;
  /** Returns the recorded answer, or undefined when the query was not made. */
  readonly find: (of: string, asked: readonly unknown[]) => unknown;
  /** Returns the vectors the turn compared meanings by; null when it compared none. */
  readonly meanings: ((texts: readonly string[]) => Promise<readonly Float32Array[]>) | null;
};

export function createRecordedReads({ reads, cuts }: Pick<Recording, 'reads' | 'cuts'>): RecordedReads {
  const byQuestion = Map.groupBy(reads, ({ of, asked }) => keyOf(of, asked));
  const asked = new Map<string, number>();
  const next = (of: string, question: readonly unknown[]): RecordedRead | undefined => {
    const key = keyOf(of, toPlainValue(question));
    const all = byQuestion.get(key) ?? [];
    const count = asked.get(key) ?? 0;
    asked.set(key, count + 1);
    // The same query twice may have had two answers; after the recorded ones, the last is repeated.
    return all[Math.min(count, all.length - 1)];
  };
  const answer = (of: string, question: readonly unknown[]): unknown => {
    if (cuts.includes('reads')) throw new NotRecordedError('what the turn was shown was too long to be kept');
    const read = next(of, question);
    if (read === undefined) throw new NotRecordedError(`${of} was asked otherwise when it was recorded`);
    return reviveDates(read.got);
  };
  return {
    answer,
    find: (of, question) => {
      const read = cuts.includes('reads') ? undefined : next(of, question);
      return read === undefined ? undefined : reviveDates(read.got);
    },
    // Written by the read recorder as a list of texts.
    meanings: reads.some(({ of }) => of === 'lore.meaningsOf')
      ? async (texts) => readVectors(answer('lore.meaningsOf', [texts]) as readonly string[])
      : null,
  };
}

function keyOf(of: string, asked: Json): string {
  return `${of} ${toCanonicalJson(asked)}`;
}

const DATES = ['createdAt', 'finishedAt'];

/** Restores the dates in a recorded answer. */
export function reviveDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveDates);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isDate = DATES.includes(key) && typeof item === 'string';
      return [key, isDate ? new Date(item) : reviveDates(item)];
    }),
  );
}

/** Data that turns may look up. */
export type ReplayView = Pick<ReplayStore, 'scenes' | 'turns' | 'chronicle' | 'summaries' | 'memories'> & {
  readonly lore: Pick<LoreIndex, 'search' | 'meaningsOf'>;
};

/** Scene made by a replay. */
export type ReplayedScene = SceneRecord & { readonly rows: NewSceneRows };

type Scenes = Pick<ReplayStore['scenes'], 'snapshots' | 'sceneLore'>;

/** Creates a view of exactly the data the turn read when it was recorded. */
export function createRecordedView(reads: RecordedReads, scenes: Scenes): ReplayView {
  // Answers were recorded as the same repository returned them.
  const same =
    (of: string) =>
    async (...asked: readonly unknown[]) =>
      reads.answer(of, asked) as never;
  return {
    scenes: { ...scenes, along: same('scenes.along') },
    // A replay uses its own recording, never that of an earlier attempt.
    turns: { findMany: same('turns.findMany'), recording: async () => null },
    chronicle: { last: same('chronicle.last'), along: same('chronicle.along') },
    summaries: { latest: same('summaries.latest'), last: same('summaries.last') },
    memories: { recallable: same('memories.recallable') },
    lore: { search: same('lore.search'), meaningsOf: reads.meanings },
  };
}

/**
 * Creates a private branch: scenes before the first replayed turn come from the store, later ones from the replay. Results of
 * background jobs in between, and earlier searches, come from the recording.
 */
export function createBranchView(
  reads: RecordedReads,
  scenes: Scenes,
  {
    made,
    cutAt,
    store,
    lore,
  }: {
    readonly made: readonly ReplayedScene[];
    /** Session that is replayed, and the last of its scenes that is kept. */
    readonly cutAt: { readonly sessionId: string; readonly index: number };
    readonly store: Store;
    readonly lore: LoreIndex;
  },
): ReplayView {
  const before = (lineage: Lineage): Lineage =>
    lineage.map(({ sessionId, upTo }) => {
      return { sessionId, upTo: sessionId === cutAt.sessionId ? Math.min(upTo, cutAt.index) : upTo };
    });
  const rows = made.map((scene) => scene.rows);
  const settled =
    (of: 'summaries.latest' | 'summaries.last') =>
    (...asked: readonly unknown[]) =>
      reads.find(of, asked) as never; // recorded as the same repository returned it
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
