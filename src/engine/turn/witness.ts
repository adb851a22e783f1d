import type { Json } from '#engine/kit/canonical-json.ts';
import type { Store } from '#engine/store/store.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { roundVectors, writeVectors } from './recorded-vectors.ts';

/** One look a turn took at what was there, and what it was shown. */
export type Read = {
  /** The door it asked at: `chronicle.last`. */
  readonly of: string;
  /** Both as they were handed over, which nobody changes: written as JSON with the rest of the recording. */
  readonly asked: unknown;
  readonly got: unknown;
};

export type Sources = { readonly store: Store; readonly lore: LoreIndex };

/**
 * The same store and index, with everything a turn may see of them written down. Snapshots and lore of scenes are not: scenes
 * keep them and never change. Nor is the seed of the dice.
 */
export function witnessed({ store, lore }: Sources, note: (read: Read) => void): Sources {
  const watch = <Asked extends readonly unknown[], Got>(
    of: string,
    ask: (...asked: Asked) => Promise<Got>,
  ) => {
    return async (...asked: Asked): Promise<Got> => {
      const got = await ask(...asked);
      note({ of, asked, got: got ?? null });
      return got;
    };
  };
  const { scenes, turns, chronicle, summaries, memories } = store;
  return {
    store: {
      ...store,
      scenes: { ...scenes, along: watch('scenes.along', scenes.along) },
      turns: { ...turns, findMany: watch('turns.findMany', turns.findMany) },
      chronicle: {
        ...chronicle,
        last: watch('chronicle.last', chronicle.last),
        along: watch('chronicle.along', chronicle.along),
      },
      summaries: {
        ...summaries,
        latest: watch('summaries.latest', summaries.latest),
        last: watch('summaries.last', summaries.last),
      },
      memories: { ...memories, recallable: watch('memories.recallable', memories.recallable) },
    },
    lore: {
      ...lore,
      search: watch('lore.search', lore.search),
      meaningsOf: lore.meaningsOf === null ? null : watchMeanings(lore.meaningsOf, note),
    },
  };
}

type Meanings = NonNullable<LoreIndex['meaningsOf']>;

/** Vectors are rounded before the turn sees them, so that what was written down is exactly what it judged by. */
function watchMeanings(meaningsOf: Meanings, note: (read: Read) => void): Meanings {
  return async (texts) => {
    const vectors = roundVectors(await meaningsOf(texts));
    note({ of: 'lore.meaningsOf', asked: [texts], got: writeVectors(vectors) });
    return vectors;
  };
}

/** As JSON has it: dates become texts. */
export function plain(value: unknown): Json {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
