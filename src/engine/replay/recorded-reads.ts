import { readVectors, toPlainValue } from '#engine/turn/record-reads.ts';
import { type Json, toCanonicalJson } from '#engine/util/canonical-json.ts';
import { NotRecordedError } from './recorded-models.ts';
import type { RecordedRead, Recording } from './recording.ts';

/** Gives what a turn was shown when it was recorded. */
export type RecordedReads = {
  /** What the same question got; throws a `NotRecordedError` when it was not asked. */
  readonly answer: (of: string, asked: readonly unknown[]) => unknown;
  /** The same, or undefined when it was not asked. */
  readonly find: (of: string, asked: readonly unknown[]) => unknown;
  /** The vectors the turn compared meanings by; null when it compared none. */
  readonly meanings: ((texts: readonly string[]) => Promise<readonly Float32Array[]>) | null;
};

export function recordedReads({ reads, cuts }: Pick<Recording, 'reads' | 'cuts'>): RecordedReads {
  const byQuestion = Map.groupBy(reads, ({ of, asked }) => keyOf(of, asked));
  const asked = new Map<string, number>();
  const next = (of: string, question: readonly unknown[]): RecordedRead | undefined => {
    const key = keyOf(of, toPlainValue(question));
    const all = byQuestion.get(key) ?? [];
    const count = asked.get(key) ?? 0;
    asked.set(key, count + 1);
    // The same question twice may have got two answers; beyond those recorded, the last one holds.
    return all[Math.min(count, all.length - 1)];
  };
  const answer = (of: string, question: readonly unknown[]): unknown => {
    if (cuts.includes('reads')) throw new NotRecordedError('what the turn was shown was too long to be kept');
    const read = next(of, question);
    if (read === undefined) throw new NotRecordedError(`${of} was asked otherwise when it was recorded`);
    return revived(read.got);
  };
  return {
    answer,
    find: (of, question) => {
      const read = cuts.includes('reads') ? undefined : next(of, question);
      return read === undefined ? undefined : revived(read.got);
    },
    // Written by the witness, which writes a list of texts.
    meanings: reads.some(({ of }) => of === 'lore.meaningsOf')
      ? async (texts) => readVectors(answer('lore.meaningsOf', [texts]) as readonly string[])
      : null,
  };
}

function keyOf(of: string, asked: Json): string {
  return `${of} ${toCanonicalJson(asked)}`;
}

const DATES = ['createdAt', 'finishedAt'];

/** What was read, with its dates as dates again. */
export function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isDate = DATES.includes(key) && typeof item === 'string';
      return [key, isDate ? new Date(item) : revived(item)];
    }),
  );
}
