import { afterAll, expect, it } from 'vitest';
import { progressBar } from '#cli/reindex/progress-bar.ts';
import { reindex } from '#cli/reindex.ts';
import { readConfig } from '#config';
import { writeGuidePack } from '../support/guide-pack.ts';
import { temporaryFolder } from '../support/stores.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

it.each([
  ['full-text', 3, 30, '[..............................]  3/30 by words'],
  ['vectors', 15, 30, '[###############...............] 15/30 by meaning'],
  ['ready', 30, 30, '[##############################] 30/30 ready'],
  ['ready', 0, 0, '[##############################] 0/0 ready'],
] as const)('draws how far a pack has come: %s %i of %i', (phase, done, of, bar) => {
  expect(progressBar({ packId: 'neo_seattle', phase, done, of, because: null })).toBe(
    `neo_seattle          ${bar}`,
  );
});

it('names the packs there are when it is asked for one there is not', async () => {
  writeGuidePack(folder.path);
  const said: string[] = [];
  const config = readConfig({ SCENEWRIGHT_PACKS: folder.path, SCENEWRIGHT_DATA: folder.path });
  const code = await reindex(['atlantis'], config, { print: (text) => said.push(text), isTerminal: false });

  expect(code).toBe(1);
  expect(said.join('')).toMatch(/no pack atlantis; there are \w+/);
});
