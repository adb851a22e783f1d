import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import { openRebuildableIndex, type RebuildableIndex } from '#retrieval/rebuildable-index.ts';
import { temporaryFolder } from '../support/stores.ts';
import { chunk, entry, question } from './harbour.ts';

let parent: ReturnType<typeof temporaryFolder>;
let folder: string;
let problems: string[];
const open = (opener = () => openLanceLoreIndex({ uri: folder, embedder: null, clock: readSystemClock })) =>
  openRebuildableIndex({
    folder,
    open: opener,
    clock: readSystemClock,
    onProblem: (problem) => problems.push(problem),
  });

beforeEach(() => {
  parent = temporaryFolder();
  folder = join(parent.path, 'lance');
  problems = [];
});
afterEach(() => parent.remove());

/** Keeps a pack in the index, as the server does: again whenever the index begins anew. */
async function withPack(index: RebuildableIndex) {
  const put = () =>
    index.putPack('harbour', [chunk({ id: 'bell', title: 'Bell', text: 'The bell of the harbour.' })]);
  const done: Promise<unknown>[] = [];
  index.onRebuild(() => done.push(put()));
  await put();
  return { rebuilt: () => Promise.all(done) };
}

const bells = async (index: RebuildableIndex) =>
  (await index.search(question('bell', { packIds: ['harbour'] }))).hits.map(({ chunk: { id } }) => id);

/** Spoils every file of the index with a given ending. */
function spoil(ending: string, how: (file: string) => void): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(ending),
  );
  for (const name of files) how(join(folder, name));
  return files.length;
}

it('begins anew beside a catalogue that cannot be read, and keeps what was left of it', async () => {
  const first = await open();
  await withPack(first);
  await first.close();
  expect(spoil('.manifest', (file) => writeFileSync(file, 'no manifest'))).toBeGreaterThan(0);

  const index = await open();
  expect(problems).toEqual([
    expect.stringMatching(/^the lore index was damaged and is built anew; .*lance\.damaged-/),
  ]);
  expect(readdirSync(parent.path).filter((name) => name.startsWith('lance.damaged-'))).toHaveLength(1);
  await withPack(index);
  expect(await bells(index)).toEqual(['bell']);
  await index.close();
});

it.each([
  ['damaged', () => spoil('.lance', (file) => statSync(file).isFile() && truncateSync(file, 3))],
  ['deleted', () => rmSync(folder, { recursive: true })],
])('rebuilds tables that are %s while it serves', async (_how, damage) => {
  const index = await open();
  const pack = await withPack(index);
  await index.addHistory([entry({ id: 'h1', text: 'The bell rang.' })]);
  damage();

  const write = () => index.addHistory([entry({ id: 'h2', text: 'The bell fell.' })]);
  await expect(write()).rejects.toThrow();
  await expect(write()).rejects.toThrow();
  await pack.rebuilt();
  await write();
  expect(await bells(index)).toEqual(['bell']);
  expect(problems).toHaveLength(1);
  await index.close();
});

it('does not rebuild because of one fault, nor because the machine is out of room', async () => {
  let fault: Error | null = null;
  const index = await open(async () => {
    const whole = await openLanceLoreIndex({ uri: folder, embedder: null, clock: readSystemClock });
    const search: typeof whole.search = async (query) => {
      if (fault !== null) throw fault;
      return whole.search(query);
    };
    return { ...whole, search };
  });
  await withPack(index);
  fault = new Error('No space left on device');
  for (const _time of [1, 2, 3]) await expect(bells(index)).rejects.toThrow('No space');
  fault = new Error('moved');
  await expect(bells(index)).rejects.toThrow('moved');
  fault = null;

  expect(await bells(index)).toEqual(['bell']);
  expect(problems).toEqual([]);
  await index.close();
});

it('refuses a folder that another server uses, and says what to do', async () => {
  const index = await open();
  await expect(open()).rejects.toThrow(
    /^LANCEDB_URI: another server or tool already uses the lore index in .*choose another folder/,
  );
  await index.close();
  await (await open()).close();
});
