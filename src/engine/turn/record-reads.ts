import type { Store } from '#engine/store/store.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { LoreIndex, LoreResult } from '#retrieval/lore-index.ts';

const STEPS = 32_767;

/** Vectors of length 1 to four digits: fine enough to compare meanings, and half as long to write down. */
function roundVectors(vectors: readonly Float32Array[]): readonly Float32Array[] {
  return vectors.map((vector) => vector.map((value) => Math.round(value * STEPS) / STEPS));
}

function writeVectors(vectors: readonly Float32Array[]): readonly string[] {
  return vectors.map((vector) => {
    const steps = Int16Array.from(vector, (value) => Math.round(value * STEPS));
    return Buffer.from(steps.buffer).toString('base64');
  });
}

export function readVectors(written: readonly string[]): readonly Float32Array[] {
  return written.map((text) => {
    const bytes = Buffer.from(text, 'base64');
    const steps = Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2));
    return Float32Array.from(steps, (step) => step / STEPS);
  });
}

/** One look a turn took at what was there, and what it was shown. */
export type TurnRead = {
  /** The door it asked at: `chronicle.last`. */
  readonly of: string;
  /** Both as they were handed over and never changed: written as JSON with the rest of the recording. */
  readonly asked: unknown;
  readonly got: unknown;
};

type RecordedSources = { readonly store: Store; readonly lore: LoreIndex };

/**
 * Wraps store and index so that everything a turn reads from them is recorded. Snapshots and lore of scenes are not: scenes
 * keep them and never change. Nor is the seed of the dice.
 */
export function withReadRecording(
  { store, lore }: RecordedSources,
  note: (read: TurnRead) => void,
): RecordedSources {
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

/** Result of a search that could not be done. */
const NO_LORE: LoreResult = {
  hits: [],
  totalTokens: 0,
  milliseconds: { embed: 0, search: 0, total: 0 },
  mode: { kind: 'full-text', because: 'the index could not be searched' },
  widened: false,
  explanation: null,
};

/** Wraps an index so that a search it cannot do finds nothing. The index is a copy: no turn fails because of it. */
export function ignoreLoreFaults(lore: LoreIndex, onFault: (error: unknown) => void): LoreIndex {
  return {
    ...lore,
    search: async (query) => {
      try {
        return await lore.search(query);
      } catch (error) {
        // A replay must not go on with other lore than the turn had.
        if (error instanceof Error && error.name === 'NotRecordedError') throw error;
        onFault(error);
        return NO_LORE;
      }
    },
  };
}

type Meanings = NonNullable<LoreIndex['meaningsOf']>;

/** Vectors are rounded before the turn sees them, so that what was written down is exactly what it judged by. */
function watchMeanings(meaningsOf: Meanings, note: (read: TurnRead) => void): Meanings {
  return async (texts) => {
    const vectors = roundVectors(await meaningsOf(texts));
    note({ of: 'lore.meaningsOf', asked: [texts], got: writeVectors(vectors) });
    return vectors;
  };
}

/** Converts a value to plain JSON: dates become texts. */
export function toPlainValue(value: unknown): Json {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
