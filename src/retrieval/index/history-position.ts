import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '#engine/util/clock.ts';
import type { HistoryLog, LoggedEntry } from '../history-indexer.ts';

const Cursor = z.strictObject({
  position: z.int().min(0),
  /** When the entry at the position was written: another log has another entry there. */
  writtenAt: z.iso.datetime().nullable(),
  gaps: z.array(z.strictObject({ from: z.int().min(1), to: z.int().min(1), since: z.int() })),
});
type Cursor = z.infer<typeof Cursor>;

/** Positions that no transaction had filled when they were passed, and when that was. */
type Gap = Cursor['gaps'][number];

/** File in which an index keeps its position in the log. */
export type CursorFile = {
  /** Returns what was written last; null when there is nothing, or nothing that can be read. */
  readonly read: () => Cursor | null;
  readonly write: (cursor: Cursor) => void;
};

const NAME = 'history-cursor.json';

/** Creates a cursor in the folder of an index, so that a copy, a loss or a restore concerns both. */
export function createCursorFile(folder: string): CursorFile {
  const file = join(folder, NAME);
  return {
    read: () => {
      try {
        const { data } = Cursor.safeParse(JSON.parse(readFileSync(file, 'utf8')));
        return data ?? null;
      } catch {
        return null;
      }
    },
    write: (cursor) => {
      writeFileSync(`${file}.new`, JSON.stringify(cursor));
      renameSync(`${file}.new`, file);
    },
  };
}

/** Place of one index in the log. Everything up to `position` is indexed, except the gaps. */
export type HistoryPosition = {
  readonly position: () => number;
  /** Position up to which nothing is missing. */
  readonly complete: () => number;
  readonly gaps: () => readonly Gap[];
  /** Tells whether the entry at a position is indexed. */
  readonly has: (position: number) => boolean;
  /** Notes entries that were indexed: single ones, and the next ones of the log in order. */
  readonly advance: (single: readonly LoggedEntry[], next: readonly LoggedEntry[]) => void;
};

/** No transaction that writes history takes so long; a gap older than this stays empty. */
const GAP_MILLISECONDS = 600_000;

/** Reads the place an index has in a log. A cursor of another log, such as one before a restore, begins anew. */
export async function createHistoryPosition(
  file: CursorFile,
  log: HistoryLog,
  clock: Clock,
): Promise<HistoryPosition> {
  let { position, writtenAt, gaps } = await readMatchingCursor(file, log);
  /** Entries beyond the position that a turn needed at once. */
  const ahead = new Set<number>();
  const isInGap = (at: number) => gaps.some(({ from, to }) => from <= at && at <= to);
  const pass = (entry: LoggedEntry, now: number) => {
    const gap = { from: position + 1, to: entry.position - 1, since: now };
    if (gap.from <= gap.to && isRecent(entry.writtenAt.getTime(), now)) gaps = [...gaps, gap];
    ahead.delete(entry.position);
    ({ position } = entry);
    writtenAt = entry.writtenAt.toISOString();
  };
  return {
    position: () => position,
    complete: () => Math.min(position, ...gaps.map(({ from }) => from - 1)),
    gaps: () => gaps,
    has: (at) => ahead.has(at) || (at <= position && !isInGap(at)),
    advance: (single, next) => {
      const now = clock().getTime();
      for (const { position: at } of single) {
        if (at > position) ahead.add(at);
        else gaps = gaps.flatMap((gap) => splitGap(gap, at));
      }
      for (const entry of next) pass(entry, now);
      gaps = gaps.filter(({ since }) => isRecent(since, now));
      if (single.length + next.length > 0) file.write({ position, writtenAt, gaps });
    },
  };
}

function isRecent(at: number, now: number): boolean {
  return now - at < GAP_MILLISECONDS;
}

/** Returns what is left of a gap when one of its positions is filled. */
function splitGap(gap: Gap, at: number): readonly Gap[] {
  if (at < gap.from || at > gap.to) return [gap];
  return [
    { ...gap, to: at - 1 },
    { ...gap, from: at + 1 },
  ].filter(({ from, to }) => from <= to);
}

const FROM_THE_START: Cursor = { position: 0, writtenAt: null, gaps: [] };

async function readMatchingCursor(file: CursorFile, log: HistoryLog): Promise<Cursor> {
  const cursor = file.read();
  if (cursor === null || cursor.position === 0) return FROM_THE_START;
  const [entry] = await log.between(cursor.position, cursor.position, 1);
  return entry?.writtenAt.toISOString() === cursor.writtenAt ? cursor : FROM_THE_START;
}
