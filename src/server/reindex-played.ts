import { resolve } from 'node:path';
import type { Config } from '#config';
import { openPackLibrary } from '#engine/authoring/pack-library.ts';
import type { Library } from '#engine/content/library.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import { readCampaignHistory } from '#engine/turn/history-index.ts';
import { MissingContentError } from '#engine/turn/playbook.ts';
import { createSnapshotCache } from '#engine/turn/snapshot-cache.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { rebuildHistory } from '#retrieval/history-indexer.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { chooseModels } from './choose-models.ts';
import { createCampaignPlaybooks } from './packs/campaign-packs.ts';

const CAMPAIGNS_AT_ONCE = 50;

/**
 * Rebuilds the index of the played scenes of every campaign. Reports the result for each; returns false when one had to stay
 * unchanged. Locks SQLite for this process, because a server that indexes meanwhile would lose its additions.
 */
export async function reindexHistory(
  config: Config,
  folder: Library,
  index: LoreIndex,
  say: (line: string) => void,
): Promise<boolean> {
  const { DATABASE_URL, SCENEWRIGHT_DATA } = config;
  const store = await (DATABASE_URL === undefined
    ? openSqliteStore(resolve(SCENEWRIGHT_DATA))
    : openPostgresqlStore(DATABASE_URL));
  try {
    const packRepository = await openPackLibrary(folder, {
      store,
      clock: readSystemClock,
      onChange: () => {},
    });
    const { models } = await chooseModels(config, readSystemClock);
    // Packs are indexed separately; only the calendar and the rules are needed here.
    const playbookFor = createCampaignPlaybooks(packRepository, store.segments, {
      putPack: async () => 'unchanged',
    });
    const snapshots = createSnapshotCache(store.scenes);
    let isWhole = true;
    for await (const campaign of campaignsOf(store)) {
      const count = await rebuilt(campaign, { store, snapshots, playbookFor, models }, index, say);
      isWhole &&= count !== null;
      if (count !== null) say(`${campaign.name}: ${count} pieces of what was played`);
    }
    return isWhole;
  } finally {
    await store.close();
  }
}

async function rebuilt(
  { id, name }: CampaignRecord,
  sources: Parameters<typeof readCampaignHistory>[1],
  index: LoreIndex,
  say: (line: string) => void,
): Promise<number | null> {
  try {
    const entries = await readCampaignHistory(id, sources);
    await rebuildHistory(index, id, entries);
    return entries.length;
  } catch (error) {
    if (!(error instanceof MissingContentError)) throw error;
    say(`${name} stays as it was: ${error.message}`);
    return null;
  }
}

async function* campaignsOf({ campaigns }: Store): AsyncGenerator<CampaignRecord> {
  let after: string | null = null;
  for (;;) {
    const request = { limit: CAMPAIGNS_AT_ONCE, after, before: null, from: 'start' } as const;
    const { items, hasMore }: { readonly items: readonly CampaignRecord[]; readonly hasMore: boolean } =
      await campaigns.page(request);
    yield* items;
    after = items.at(-1)?.id ?? null;
    if (!hasMore || after === null) return;
  }
}
