import { z } from 'zod';
import type { RecordedRead, Recording } from './recording.ts';

/** As much of a search's result as is counted. */
const Found = z.object({
  hits: z.array(z.object({ signals: z.object({ inFocus: z.boolean() }) })),
});

export type LoreFigures = {
  /** Pieces of lore that searches brought up, and those of them that were about the moment. */
  readonly found: number;
  readonly relevant: number;
};

export function relevanceIn(recordings: readonly Recording[]): LoreFigures {
  const hits = recordings
    .flatMap(searchesOf)
    .flatMap((search) => Found.safeParse(search.got).data?.hits ?? []);
  return {
    found: hits.length,
    relevant: hits.filter(({ signals }) => signals.inFocus).length,
  };
}

/** Whether a turn had lore to tell from and searched for none: what was at hand was enough. */
export function usesLoreAtHand(recording: Recording): boolean {
  return recording.sceneLore !== null && searchesOf(recording).length === 0;
}

function searchesOf({ reads }: Recording): Recording['reads'] {
  return reads.filter(({ of }) => of === 'lore.search');
}

/** A search without the texts it brought up. */
export function onlyHits(read: RecordedRead): RecordedRead {
  return { ...read, asked: null, got: Found.safeParse(read.got).data ?? null };
}
