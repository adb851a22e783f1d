import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '#engine/kit/clock.ts';
import { openLanceLoreIndex } from '#retrieval/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { temporaryFolder } from '../support/stores.ts';
import { QUAY, question } from './harbour.ts';

const CHILD = fileURLToPath(new URL('./index-and-die.ts', import.meta.url));

let folder: ReturnType<typeof temporaryFolder>;
let index: LoreIndex;
const open = () => openLanceLoreIndex({ uri: folder.path, embedder: null, clock: systemClock });
beforeEach(async () => {
  folder = temporaryFolder();
  index = await open();
});
afterEach(async () => {
  await index.close();
  folder.remove();
});

const ask = async (text: string) => (await index.search(question(text))).hits.map(({ chunk }) => chunk.id);

/** Lets a process index a large pack and kills it so many milliseconds into it. */
async function dieWhileIndexing(milliseconds: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, folder.path], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  setTimeout(() => child.kill('SIGKILL'), milliseconds);
  await once(child, 'exit');
}

it.each([20, 150, 400])(
  'serves the old lore after a crash %i ms into indexing, and takes the new at the next start',
  async (milliseconds) => {
    await index.putPack('quay', QUAY);
    await index.close();
    await dieWhileIndexing(milliseconds);
    index = await open();
    const served = await ask('weigh-house');
    const isNew = (await ask('herring')).length > 0;

    expect(isNew ? [] : ['quay:weigh_house', 'quay:ropewalk']).toEqual(served);
    expect(await index.putPack('quay', QUAY.slice(0, 1))).toBe('indexed');
    expect(await ask('weigh-house herring')).toEqual(['quay:weigh_house']);
  },
);
