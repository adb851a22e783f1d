import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import type { HistoryEntry } from '#retrieval/history-entry.ts';
import {
  createHistoryIndexer,
  type HistoryIndexer,
  type HistoryQueue,
  type QueuedEntry,
  rebuildHistory,
} from '#retrieval/history-indexer.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { temporaryFolder } from '../support/stores.ts';
import { entry, question } from './harbour.ts';

/** A queue that outlives the indexers working on it, as a table of the store would. */
class MemoryQueue implements HistoryQueue {
  readonly waiting: QueuedEntry[] = [];
  readonly settled: string[] = [];

  commit(...entries: HistoryEntry[]): void {
    for (const one of entries) this.waiting.push({ queueId: `q_${one.id}`, entry: one });
  }

  async claim(limit: number): Promise<readonly QueuedEntry[]> {
    return this.waiting.slice(0, limit);
  }

  async settle(queueIds: readonly string[]): Promise<void> {
    this.settled.push(...queueIds);
    const left = this.waiting.filter(({ queueId }) => !queueIds.includes(queueId));
    this.waiting.splice(0, this.waiting.length, ...left);
  }
}

let folder: ReturnType<typeof temporaryFolder>;
let index: LoreIndex;
let queue: MemoryQueue;
let indexer: HistoryIndexer;
let problems: string[];
const start = (by: Pick<LoreIndex, 'addHistory'> = index) =>
  createHistoryIndexer({ queue, index: by, onProblem: (problem) => problems.push(problem) });

beforeEach(async () => {
  folder = temporaryFolder();
  index = await openLanceLoreIndex({ uri: folder.path, embedder: null, clock: readSystemClock });
  queue = new MemoryQueue();
  problems = [];
  indexer = start();
});
afterEach(async () => {
  await indexer.stop();
  await index.close();
  folder.remove();
});

const found = async (text: string) => {
  const history = { campaignId: 'c1', lineage: [{ sessionId: 's1', upTo: 999 }] };
  const { hits } = await index.search(
    question(text, { corpus: 'history', history, limit: 200, maxTokens: 99_999 }),
  );
  return hits.map(({ chunk }) => chunk.id).sort();
};

it('indexes what was committed, in order, and settles it afterwards', async () => {
  queue.commit(
    entry({ id: 'h1', text: 'The bell rang.' }),
    entry({ id: 'h2', text: 'The bell fell silent.' }),
  );
  indexer.wake();
  await indexer.idle();

  expect(await found('bell')).toEqual(['h1', 'h2']);
  expect(queue.settled).toEqual(['q_h1', 'q_h2']);
});

it('indexes more than one batch', async () => {
  queue.commit(...Array.from({ length: 150 }, (_, n) => entry({ id: `h${n}`, text: `Bell stroke ${n}.` })));
  indexer.wake();
  await indexer.idle();

  expect(await found('bell stroke')).toHaveLength(150);
  expect(queue.waiting).toEqual([]);
});

it('takes up at the next start what a crash interrupted, without doubling anything', async () => {
  queue.commit(entry({ id: 'h1', text: 'The bell rang.' }), entry({ id: 'h2', text: 'The bell fell.' }));
  const dying: HistoryIndexer = start({
    addHistory: async (entries) => {
      await index.addHistory(entries.slice(0, 1));
      throw new Error('the process was killed');
    },
  });
  dying.wake();
  await dying.idle();
  await dying.stop();
  expect(queue.waiting).toHaveLength(2);

  indexer.wake();
  await indexer.idle();
  expect(await found('bell')).toEqual(['h1', 'h2']);
  expect(queue.waiting).toEqual([]);
});

it('tries again by itself when the index failed, and tells about it', async () => {
  let failures = 1;
  indexer = start({
    addHistory: async (entries) => {
      failures -= 1;
      if (failures >= 0) throw new Error('the disk is full');
      await index.addHistory(entries);
    },
  });
  queue.commit(entry({ id: 'h1', text: 'The bell rang.' }));
  indexer.wake();
  await indexer.idle();
  expect(problems).toHaveLength(1);
  await expect.poll(() => queue.waiting.length, { timeout: 5_000 }).toBe(0);

  expect(await found('bell')).toEqual(['h1']);
});

it('lets go of a malformed entry and goes on with the others', async () => {
  const malformed = { ...entry({ id: 'h1', text: 'x' }), kind: 'observation', ownerId: null } as const;
  queue.commit(malformed, entry({ id: 'h2', text: 'The bell rang.' }));
  indexer.wake();
  await indexer.idle();

  expect(await found('bell x')).toEqual(['h2']);
  expect(problems).toEqual(['the queued history q_h1 is malformed and was left out']);
  expect(queue.waiting).toEqual([]);
});

it('never holds up whoever commits', () => {
  indexer = start({ addHistory: () => new Promise(() => {}) });
  queue.commit(entry({ id: 'h1', text: 'The bell rang.' }));

  expect(indexer.wake()).toBeUndefined();
  indexer = start();
});

it('makes the history of a campaign anew', async () => {
  await index.addHistory([entry({ id: 'lost', text: 'A bell of old.' })]);
  const many = Array.from({ length: 230 }, (_, n) => entry({ id: `n${n}`, text: 'A rope.' }));
  await rebuildHistory(index, 'c1', [...many, entry({ id: 'h1', text: 'The bell rang.' })]);

  expect(await found('bell')).toEqual(['h1']);
});
