import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import type { HistoryEntry } from '#retrieval/history-entry.ts';
import {
  createHistoryIndexer,
  type HistoryIndexer,
  type HistoryLog,
  type LoggedEntry,
  rebuildHistory,
} from '#retrieval/history-indexer.ts';
import { createCursorFile } from '#retrieval/index/history-position.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { temporaryFolder } from '../support/stores.ts';
import { entry, question } from './harbour.ts';

/** A log that outlives the indexers reading it, as a table of the store does. */
class MemoryLog implements HistoryLog {
  #entries: LoggedEntry[] = [];
  #next = 1;
  /** How many entries were read beyond single looks. */
  handedOut = 0;

  commit(...entries: HistoryEntry[]): void {
    for (const one of entries) this.fill(this.reserve(), one);
  }

  /** Takes a position that another transaction may pass before it is filled. */
  reserve(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  fill(position: number, one: HistoryEntry): void {
    this.#entries.push({ position, writtenAt: new Date(), entry: one });
    this.#entries.sort((first, second) => first.position - second.position);
  }

  async between(from: number, to: number | null, limit: number): Promise<readonly LoggedEntry[]> {
    const some = this.#entries.filter(({ position }) => from <= position && position <= (to ?? position));
    if (from !== to) this.handedOut += Math.min(some.length, limit);
    return some.slice(0, limit);
  }

  async ofSessions(sessionIds: readonly string[], after: number): Promise<readonly LoggedEntry[]> {
    return this.#entries.filter(
      (one) => one.position > after && sessionIds.includes(Object(one.entry).scene.sessionId),
    );
  }
}

let folder: ReturnType<typeof temporaryFolder>;
let index: LoreIndex;
let log: MemoryLog;
let indexer: HistoryIndexer;
let problems: string[];
const start = (by: Pick<LoreIndex, 'addHistory'> = index, lookMilliseconds: number | null = null) =>
  createHistoryIndexer({
    log,
    index: by,
    cursor: createCursorFile(folder.path),
    clock: readSystemClock,
    lookMilliseconds,
    onProblem: (problem) => problems.push(problem),
  });
const indexed = async () => {
  indexer.wake();
  await indexer.idle();
};

beforeEach(async () => {
  folder = temporaryFolder();
  index = await openLanceLoreIndex({ uri: folder.path, embedder: null, clock: readSystemClock });
  log = new MemoryLog();
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

it('indexes what was committed once, and goes on where it stopped', async () => {
  log.commit(entry({ id: 'h1', text: 'The bell rang.' }), entry({ id: 'h2', text: 'The bell fell silent.' }));
  await indexed();
  expect(await found('bell')).toEqual(['h1', 'h2']);
  await indexer.stop();

  log.commit(entry({ id: 'h3', text: 'A second bell.' }));
  const before = log.handedOut;
  indexer = start();
  await indexed();
  expect(await found('bell')).toEqual(['h1', 'h2', 'h3']);
  expect(log.handedOut - before).toBe(1);
});

it('indexes more than one batch', async () => {
  log.commit(...Array.from({ length: 150 }, (_, n) => entry({ id: `h${n}`, text: `Bell stroke ${n}.` })));
  await indexed();
  expect(await found('bell stroke')).toHaveLength(150);
});

it('takes up at the next start what a crash interrupted, without doubling anything', async () => {
  log.commit(entry({ id: 'h1', text: 'The bell rang.' }), entry({ id: 'h2', text: 'The bell fell.' }));
  const dying: HistoryIndexer = start({
    addHistory: async (entries) => {
      await index.addHistory(entries.slice(0, 1));
      throw new Error('the process was killed');
    },
  });
  dying.wake();
  await dying.idle();
  await dying.stop();

  await indexed();
  expect(await found('bell')).toEqual(['h1', 'h2']);
});

it('finds an entry that was committed after a later one, also when it was restarted in between', async () => {
  log.commit(entry({ id: 'h1', text: 'A first bell.' }));
  const slow = log.reserve();
  const slower = log.reserve();
  log.commit(entry({ id: 'h4', text: 'A fourth bell.' }));
  await indexed();
  expect(await found('bell')).toEqual(['h1', 'h4']);

  log.fill(slower, entry({ id: 'h3', text: 'A third bell.' }));
  await indexed();
  expect(await found('bell')).toEqual(['h1', 'h3', 'h4']);

  await indexer.stop();
  indexer = start();
  log.fill(slow, entry({ id: 'h2', text: 'A second bell.' }));
  await indexed();
  expect(await found('bell')).toEqual(['h1', 'h2', 'h3', 'h4']);
});

it('catches up with the sessions a turn needs before anything else', async () => {
  const elsewhere = { sessionId: 's9', index: 1 };
  log.commit(
    ...Array.from({ length: 80 }, (_, n) =>
      entry({ id: `e${n}`, text: 'A bell far away.', scene: elsewhere }),
    ),
    entry({ id: 'h1', text: 'The bell rang.' }),
  );
  expect(await indexer.catchUp(['s1'], 60_000)).toBe(0);
  expect(await found('bell')).toEqual(['h1']);

  await indexed();
  expect(await indexer.catchUp(['s1', 's9'], 60_000)).toBe(0);
  expect(await found('bell')).toEqual(['h1']);
});

it('says how much is missing when there is no time for all of it', async () => {
  indexer = start({ addHistory: () => new Promise(() => {}) });
  log.commit(entry({ id: 'h1', text: 'The bell rang.' }), entry({ id: 'h2', text: 'The bell fell.' }));
  expect(await indexer.catchUp(['s1'], 1)).toBe(2);
  indexer = start();
});

it('reads the log from its beginning when the index is lost, or belongs to another log', async () => {
  log.commit(entry({ id: 'h1', text: 'The bell rang.' }));
  await indexed();
  await index.removeHistory('c1');
  rmSync(`${folder.path}/history-cursor.json`);
  indexer.startOver();
  await indexer.idle();
  expect(await found('bell')).toEqual(['h1']);

  await indexer.stop();
  log = new MemoryLog();
  await new Promise((resolve) => setTimeout(resolve, 2));
  log.commit(entry({ id: 'h7', text: 'Another bell.' }));
  indexer = start();
  await indexed();
  expect(await found('bell')).toContain('h7');
});

it('finds by itself what other servers committed, without a commit of its own', async () => {
  indexer = start(index, 10);
  log.commit(entry({ id: 'h1', text: 'A bell on another server.' }));
  await expect.poll(() => found('bell'), { timeout: 30_000 }).toEqual(['h1']);
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
  log.commit(entry({ id: 'h1', text: 'The bell rang.' }));
  await indexed();
  expect(problems).toHaveLength(1);
  await expect.poll(() => found('bell'), { timeout: 30_000 }).toEqual(['h1']);
});

it('leaves a malformed entry out and goes on with the others', async () => {
  const malformed = { ...entry({ id: 'h1', text: 'x' }), kind: 'observation', ownerId: null } as const;
  log.commit(malformed, entry({ id: 'h2', text: 'The bell rang.' }));
  await indexed();

  expect(await found('bell x')).toEqual(['h2']);
  expect(problems).toEqual(['history 1 is malformed and was left out']);
});

it('takes the last of several entries under one id', async () => {
  log.commit(entry({ id: 'h1', text: 'A bell.' }), entry({ id: 'h1', text: 'A rope.' }));
  await indexed();
  expect([await found('bell'), await found('rope')]).toEqual([[], ['h1']]);
});

it('never holds up a caller that commits', () => {
  indexer = start({ addHistory: () => new Promise(() => {}) });
  log.commit(entry({ id: 'h1', text: 'The bell rang.' }));

  expect(indexer.wake()).toBeUndefined();
  indexer = start();
});

it('makes the history of a campaign anew', async () => {
  await index.addHistory([entry({ id: 'lost', text: 'A bell of old.' })]);
  const many = Array.from({ length: 230 }, (_, n) => entry({ id: `n${n}`, text: 'A rope.' }));
  await rebuildHistory(index, 'c1', [...many, entry({ id: 'h1', text: 'The bell rang.' })]);

  expect(await found('bell')).toEqual(['h1']);
});
