import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Store } from '#engine/store/store.ts';
import type { EngineServices } from '#engine/turn/engine-services.ts';
import { reject } from '#engine/util/rejection.ts';
import type { IndexProgress, IndexStats, LoreIndex } from '#retrieval/lore-index.ts';
import type { LoreQuery, LoreViewer } from '#retrieval/lore-query.ts';
import { abbreviate } from '#schema/errors.ts';
import type { LoreReader, LoreScope, LoreService } from '#schema/lore-service.ts';
import type { PackRepository } from '#schema/pack-repository.ts';
import { latestProgress } from './latest-progress.ts';
import { chunksOfPack } from './load-packs.ts';

type Tools = {
  readonly lore: LoreIndex;
  readonly shelf: Pick<PackRepository, 'library'>;
  readonly store: Pick<Store, 'campaigns' | 'sessions'>;
  readonly playbookFor: EngineServices['playbookFor'];
};

/** What resolvers may ask of lore, of the index and of the packs as they stand. */
export function loreDesk({ lore, shelf, store, playbookFor }: Tools): LoreService {
  const ofSession = async (session: SessionRecord) => {
    const campaign = await store.campaigns.find(session.campaignId);
    if (campaign === null) throw new Error(`session ${session.id} belongs to no campaign`);
    const { packIds } = await playbookFor(campaign);
    const lineage = await store.sessions.lineageOf(session.id);
    return { packIds, history: { campaignId: campaign.id, lineage } };
  };
  const scopeOf = async (place: LoreScope) =>
    place.kind === 'packs' ? { packIds: place.packIds, history: null } : ofSession(place.session);
  const progressNow = async (packId: string) => progressFrom(packId, await lore.packStats(packId));
  return {
    search: async ({ place, explain, ...asked }, reader) => {
      const told = reader === 'gm' ? 'to-gm' : 'to-viewer';
      const query: LoreQuery = {
        ...asked,
        ...(await scopeOf(place)),
        viewer: viewerOf(reader),
        explain: explain ? told : 'nothing',
      };
      return lore.search(query);
    },
    statsOf: (packId) => lore.packStats(packId),
    reindex: async (packId) => {
      const library = shelf.library();
      if (library.findPack(packId) === null)
        return reject(
          'unknown-pack',
          `there is no pack ${abbreviate(packId)}; name one that \`packs\` lists.`,
        );
      await lore.reindexPack(packId, chunksOfPack(library.narrowedTo([packId]), packId));
      const stats = await lore.packStats(packId);
      if (stats === null) throw new Error(`${packId} was indexed and is not in the index`);
      return stats;
    },
    progressOf: (packId) =>
      latestProgress(
        () => progressNow(packId),
        (listener) => lore.onProgress((progress) => progress.packId === packId && listener(progress)),
      ),
  };
}

/** Whoever plays nobody knows what everyone may know, and nothing else: no character has the empty id. */
function viewerOf(reader: LoreReader): LoreViewer {
  return reader === 'gm' ? { kind: 'gm' } : { kind: 'persona', characterId: reader.personaId ?? '' };
}

function progressFrom(packId: string, stats: IndexStats | null): IndexProgress {
  const { chunks: of = 0, vectors: done = 0, model = null } = stats ?? {};
  if (stats === null) return { packId, phase: 'full-text', done: 0, of: 0, because: null };
  const isReady = model === null || done >= of;
  return { packId, phase: isReady ? 'ready' : 'vectors', done: isReady ? of : done, of, because: null };
}
