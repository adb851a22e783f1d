import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Library, loadLibrary } from '#engine/content/library.ts';
import { openLanceLoreIndex } from '#retrieval/index/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { NO_FOCUS } from '#retrieval/lore-query.ts';
import { openLogger } from '../../src/server/logger.ts';
import { createCampaignLore } from '../../src/server/packs/campaign-packs.ts';
import { updateLoreIndex } from '../../src/server/packs/load-packs.ts';
import { NOON } from '../support/campaigns.ts';
import { temporaryFolder } from '../support/stores.ts';

let folder: ReturnType<typeof temporaryFolder>;
let lore: LoreIndex;
beforeEach(async () => {
  folder = temporaryFolder();
  lore = await openLanceLoreIndex({ uri: join(folder.path, 'lance'), embedder: null, clock: () => NOON });
});
afterEach(async () => {
  await lore.close();
  folder.remove();
});

/** The coast with its lamp, and a pack above it that tells the lamp otherwise. */
async function packs(lamp: string): Promise<Library> {
  const files = {
    'coast/pack.yaml': 'id: coast\nname: Coast\nversion: 1.0.0\nsummary: x\nlayer: setting\n',
    'coast/items/lamp.md': `---\nid: lamp\n---\n# The lamp\n\n${lamp}\n`,
    'fog/pack.yaml':
      'id: fog\nname: Fog\nversion: 1.0.0\nsummary: x\nlayer: homebrew\ndepends_on: [{ id: coast }]\n',
    'fog/items/lamp.md':
      '---\nid: lamp\noverrides: coast:lamp\n---\n# The lamp\n\nThe lamp is drowned in fog.\n',
  };
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder.path, 'packs', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return loadLibrary([join(folder.path, 'packs')]);
}

async function found(packIds: readonly string[]): Promise<readonly string[]> {
  const { hits } = await lore.search({
    text: 'lamp',
    corpus: 'authored',
    packIds,
    history: null,
    viewer: { kind: 'gm' },
    focus: NO_FOCUS,
    limit: 9,
    maxTokens: 1_000,
  });
  return hits.map((hit) => ('chunk' in hit ? hit.chunk.text : ''));
}

it('finds what a campaign’s own packs say, whatever is installed and whoever overrides it', async () => {
  const before = await packs('The lamp is lit.');
  await updateLoreIndex(before, lore, openLogger('silent'));
  const idsOf = createCampaignLore(lore);

  expect(await idsOf(before.narrowedTo(['coast']), before)).toEqual(['coast']);
  expect(await found(['coast'])).toEqual(['The lamp is lit.']);
  const withFog = await idsOf(before.narrowedTo(['fog']), before);
  expect(withFog).toEqual([expect.stringMatching(/^coast@[0-9a-f]{16}$/), 'fog']);
  expect(await found(withFog)).toEqual(['The lamp is drowned in fog.']);

  const after = await packs('The lamp is sold.');
  await updateLoreIndex(after, lore, openLogger('silent'));
  expect(await found(await idsOf(after.narrowedTo(['coast']), after))).toEqual(['The lamp is sold.']);
  const earlier = await idsOf(before.narrowedTo(['coast']), after);
  expect(earlier).toEqual([`coast@${before.findPack('coast')?.hash.slice(0, 16)}`]);
  expect(await found(earlier)).toEqual(['The lamp is lit.']);
});
