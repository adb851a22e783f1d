import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { readSystemClock } from '#engine/util/clock.ts';
import { openConfiguredIndex } from '#retrieval/configured-index.ts';
import { temporaryFolder } from '../support/stores.ts';
import { QUAY, question } from './harbour.ts';

// The optional package cannot be uninstalled for one test, so it is not found instead.
vi.mock('#retrieval/embedding/gte-small-files.ts', async (original) => ({
  ...(await original<object>()),
  findModelFiles: () => null,
}));

it('says in one line that the optional weights are missing, and finds lore by its words', async () => {
  const folder = temporaryFolder();
  const said: string[] = [];
  const settings = {
    folder: join(folder.path, 'lance'),
    cacheMegabytes: 16,
    embedding: { kind: 'offline', folder: join(folder.path, 'models') },
  } as const;
  const index = await openConfiguredIndex(settings, {
    clock: readSystemClock,
    say: (line) => said.push(line),
  });
  await index.putPack('quay', QUAY);
  await index.settled();
  const { hits, mode } = await index.search(question('weigh-house'));
  await index.close();
  folder.remove();

  expect(said).toEqual([expect.stringMatching(/^The optional package \S+ is not installed.*\.$/)]);
  expect(hits.map(({ chunk }) => chunk.id)).toEqual(['quay:weigh_house', 'quay:ropewalk']);
  expect(mode).toEqual({ kind: 'full-text', because: 'No embedder is configured.' });
});
