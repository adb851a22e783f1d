import { setTimeout as sleep } from 'node:timers/promises';
import { type Embedder, EmbeddingError } from '../embedding/embedder.ts';
import { type Row, toVectorColumns } from './rows.ts';
import { describeSpaceMismatch, getEmbeddingSpace, type TableKey } from './table-catalogue.ts';
import { buildVectorIndex, updateIndices } from './table-indices.ts';
import type { TableLayout } from './table-layout.ts';
import {
  filterUnchangedRows,
  mergeRows,
  readEmbeddedTexts,
  readRowsWithoutVector,
  readTablePages,
} from './table-rows.ts';
import type { LanceTables } from './tables.ts';

/** Progress of filling in a table's vectors. */
type FillProgress = {
  readonly phase: 'vectors' | 'ready' | 'stopped';
  readonly done: number;
  readonly of: number;
  readonly because: string | null;
};

type FillJob = {
  readonly key: TableKey;
  readonly layout: TableLayout;
  readonly tables: LanceTables;
  readonly embedder: Embedder;
  readonly tell: (progress: FillProgress) => void;
  readonly signal: AbortSignal;
};

/** Texts embedded at once: more keep a slow service busy for longer than it may take to answer. */
const BATCH_TEXTS = 32;
/** Rows written at once: indices are brought up to date after each write, which takes the longer the larger the table. */
const LEAST_FLUSH = 1_024;
const FLUSH_SHARE = 0.1;
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

/** Makes the missing vectors of a table. Waits and tries again when the embedder does not answer. */
async function fillMissingVectors(job: FillJob): Promise<void> {
  let wait = FIRST_WAIT;
  while (!job.signal.aborted) {
    try {
      if (!(await fillSome(job))) return;
      wait = FIRST_WAIT;
    } catch (error) {
      if (job.signal.aborted) return;
      if (!(error instanceof EmbeddingError && error.retryable))
        return report(job, 'stopped', { because: error });
      await sleep(wait, undefined, { signal: job.signal }).catch(() => {});
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }
}

/** Fills what fits into one write; false when nothing is left to do. */
async function fillSome(job: FillJob): Promise<boolean> {
  const { key, tables, embedder } = job;
  const entry = tables.entry(key);
  if (entry === null) return false;
  const conflict = describeSpaceMismatch(entry, getEmbeddingSpace(embedder));
  if (conflict !== null) {
    report(job, 'stopped', { because: conflict });
    return false;
  }
  if (entry.dimension === 0) await makeRoom(job);
  const table = await tables.serving(key);
  const most = Math.max(LEAST_FLUSH, Math.ceil(FLUSH_SHARE * entry.rows));
  const rows = table === null ? [] : await readRowsWithoutVector(table, most);
  if (rows.length > 0) {
    await write(job, await embedRows(job, rows));
    return true;
  }
  if (table !== null) await correctCount(job);
  report(job, 'ready');
  // Not in the queue: it can take minutes, and writes in the meantime do not disturb it.
  if (table !== null) await buildVectorIndex(table);
  return false;
}

/** Corrects the catalogue's count of vectors: a crash after a write and before its note leaves the old one. */
function correctCount({ key, tables }: FillJob): Promise<void> {
  return tables.inTurn(key, async () => {
    await tables.renewed(key, async (table) => {
      const vectors = await table.countRows('vector is not null');
      if (vectors !== tables.entry(key)?.vectors) await tables.note(key, { vectors });
    });
  });
}

/** Embeds rows batch by batch. When a batch fails, returns the rows before it, or throws when there are none. */
async function embedRows(job: FillJob, rows: readonly Row[]): Promise<Row[]> {
  const embedded: Row[] = [];
  for (const batch of cutIntoBatches(rows)) {
    try {
      embedded.push(...(await embedBatch(job, batch)));
    } catch (error) {
      // Vectors cost time and often money. The next round begins with this batch, and fails if it fails again.
      if (embedded.length > 0 && !job.signal.aborted) return embedded;
      throw error;
    }
    job.signal.throwIfAborted();
    report(job, 'vectors', { more: embedded.length });
  }
  return embedded;
}

/** A row and the texts embedded for it. */
type RowTexts = { readonly row: Row; readonly texts: readonly string[] };

/** Cuts rows into batches of few texts; a row with many pieces is a batch of its own. */
function cutIntoBatches(rows: readonly Row[]): RowTexts[][] {
  const batches: RowTexts[][] = [];
  let count = 0;
  for (const row of rows) {
    const texts = readEmbeddedTexts(row);
    const last = batches.at(-1);
    count += texts.length;
    if (last !== undefined && count <= BATCH_TEXTS) last.push({ row, texts });
    else {
      batches.push([{ row, texts }]);
      count = texts.length;
    }
  }
  return batches;
}

async function embedBatch({ embedder, signal }: FillJob, batch: readonly RowTexts[]): Promise<Row[]> {
  const vectors = await embedder.embed(
    batch.flatMap(({ texts }) => texts),
    'document',
    signal,
  );
  let at = 0;
  return batch.map(({ row, texts: { length } }) => {
    at += length;
    return { ...row, ...toVectorColumns(vectors.slice(at - length, at)) };
  });
}

function write({ key, layout, tables }: FillJob, rows: readonly Row[]): Promise<void> {
  return tables.inTurn(key, async () => {
    await tables.renewed(key, async (table) => {
      await mergeRows(table, await filterUnchangedRows(table, rows));
      await updateIndices(table, layout, tables.oldestKept());
      await tables.note(key, { vectors: await table.countRows('vector is not null') });
    });
  });
}

/** Moves the rows of a table made without an embedder into one with a column for vectors. */
function makeRoom({ key, layout, tables, embedder }: FillJob): Promise<void> {
  return tables.inTurn(key, async () => {
    const entry = tables.entry(key);
    const table = await tables.serving(key);
    if (entry === null || table === null) return;
    await tables.replace(
      key,
      layout,
      { digest: entry.digest, ...getEmbeddingSpace(embedder) },
      readTablePages(table),
    );
  });
}

type Detail = { readonly more?: number; readonly because?: unknown };

function report({ key, tables, tell }: FillJob, phase: FillProgress['phase'], detail: Detail = {}): void {
  const entry = tables.entry(key);
  const { more = 0, because = null } = detail;
  const reason = because instanceof Error ? because.message : because;
  tell({
    phase,
    done: (entry?.vectors ?? 0) + more,
    of: entry?.rows ?? 0,
    because: reason === null ? null : String(reason),
  });
}

export type VectorFiller = {
  /** Has the missing vectors of a table made, after those asked for earlier. */
  readonly fill: (key: TableKey, layout: TableLayout) => void;
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Makes vectors in the background, one table after another. Without an embedder it does nothing. */
export function createVectorFiller(
  tables: LanceTables,
  embedder: Embedder | null,
  tell: (key: TableKey, progress: FillProgress) => void,
): VectorFiller {
  const stopped = new AbortController();
  const waiting = new Set<TableKey>();
  let working: Promise<void> = Promise.resolve();
  return {
    fill: (key, layout) => {
      if (embedder === null || waiting.has(key) || stopped.signal.aborted) return;
      waiting.add(key);
      working = working.then(() => {
        // What is asked from now on may concern rows this run no longer sees.
        waiting.delete(key);
        const { signal } = stopped;
        return fillMissingVectors({
          key,
          layout,
          tables,
          embedder,
          signal,
          tell: (progress) => tell(key, progress),
        });
      });
    },
    settled: () => working,
    stop: async () => {
      stopped.abort();
      await working;
    },
  };
}
