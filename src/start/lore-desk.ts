import { reject } from '#engine/kit/rejection.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Store } from '#engine/store/store.ts';
import { actingPersona } from '#engine/turn/acting-persona.ts';
import { readSnapshot } from '#engine/turn/read-snapshot.ts';
import type { Workshop } from '#engine/turn/turn-tools.ts';
import type { IndexProgress, IndexStats, LoreIndex } from '#retrieval/lore-index.ts';
import type { LoreQuery, Viewer } from '#retrieval/lore-query.ts';
import type { LoreDesk, LorePlace, LoreReader } from '#schema/lore-desk.ts';
import type { Shelf } from '#schema/shelf.ts';
import { latestProgress } from './latest-progress.ts';
import { chunksOfPack } from './load-packs.ts';

type Tools = {
  readonly lore: LoreIndex;
  readonly shelf: Pick<Shelf, 'library'>;
  readonly store: Pick<Store, 'campaigns' | 'scenes'>;
  readonly playbookFor: Workshop['playbookFor'];
};

/** Whoever plays nobody yet knows what everyone may know, and nothing else: no character has this id. */
const NOBODY: Viewer = { kind: 'persona', characterId: '' };

/** What resolvers may ask of lore, of the index and of the packs as they stand. */
export function loreDesk({ lore, shelf, store, playbookFor }: Tools): LoreDesk {
  const ofSession = async (session: SessionRecord) => {
    const campaign = await store.campaigns.find(session.campaignId);
    if (campaign === null) throw new Error(`session ${session.id} belongs to no campaign`);
    const { packIds } = await playbookFor(campaign);
    const lineage = [{ sessionId: session.id, upTo: session.sceneIndex }];
    return { packIds, history: { campaignId: campaign.id, lineage } };
  };
  const scopeOf = async (place: LorePlace, reader: LoreReader) => {
    const whole = { kind: 'gm' } as const;
    if (place.kind === 'packs')
      return { packIds: place.packIds, history: null, viewer: reader === 'gm' ? whole : NOBODY };
    const viewer = reader === 'gm' ? whole : await personaOf(store, place.session);
    return { ...(await ofSession(place.session)), viewer };
  };
  const progressNow = async (packId: string) => progressFrom(packId, await lore.packStats(packId));
  return {
    search: async ({ place, explain, ...asked }, reader) => {
      const told = reader === 'gm' ? 'to-gm' : 'to-viewer';
      const query: LoreQuery = {
        ...asked,
        ...(await scopeOf(place, reader)),
        explain: explain ? told : 'nothing',
      };
      return lore.search(query);
    },
    statsOf: (packId) => lore.packStats(packId),
    reindex: async (packId) => {
      const library = shelf.library();
      if (library.findPack(packId) === null) return reject('unknown-pack', `there is no pack ${packId}.`);
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

async function personaOf({ scenes }: Tools['store'], session: SessionRecord): Promise<Viewer> {
  const { currentSceneId: id } = session;
  const snapshot = readSnapshot((await scenes.snapshots([id])).get(id), id);
  return { kind: 'persona', characterId: actingPersona(snapshot).id };
}

function progressFrom(packId: string, stats: IndexStats | null): IndexProgress {
  const { chunks: of = 0, vectors: done = 0, model = null } = stats ?? {};
  if (stats === null) return { packId, phase: 'full-text', done: 0, of: 0, because: null };
  const isReady = model === null || done >= of;
  return { packId, phase: isReady ? 'ready' : 'vectors', done: isReady ? of : done, of, because: null };
}
