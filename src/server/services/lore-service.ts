import type { Logger } from 'pino';
import { type Config, ConfigError } from '#config';
import type { PackRepository } from '#engine/authoring/pack-repository.ts';
import { listKeyedChunks, listPackChunks } from '#engine/content/content-chunks.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Store } from '#engine/store/store.ts';
import type { EngineServices } from '#engine/turn/engine-services.ts';
import type { Clock } from '#engine/util/clock.ts';
import { isRejection, reject } from '#engine/util/rejection.ts';
import { openConfiguredIndex, openIndexForReading, readIndexSettings } from '#retrieval/configured-index.ts';
import { compileKeyedLore, searchWithKeys } from '#retrieval/keyed-lore.ts';
import type { IndexProgress, IndexStats, LoreIndex } from '#retrieval/lore-index.ts';
import type { LoreQuery, LoreViewer } from '#retrieval/lore-query.ts';
import type { RebuildableIndex } from '#retrieval/rebuildable-index.ts';
import { abbreviate } from '#schema/errors.ts';
import type { LoreReader, LoreScope, LoreService } from '#schema/lore-service.ts';

type Listen = (listener: (progress: IndexProgress) => void) => () => void;

/**
 * Streams the progress of indexing, beginning with the current state. A slow reader skips steps and gets the newest, so nothing
 * piles up. Continues until `return`, which ends it at once, even while it waits.
 */
function createProgressFeed(
  first: () => Promise<IndexProgress>,
  listen: Listen,
): AsyncIterableIterator<IndexProgress> {
  const ended = new AbortController();
  let newest: IndexProgress | null = null;
  let wake = (): void => {};
  const unlisten = listen((progress) => {
    newest = progress;
    wake();
  });
  const stop = () => {
    ended.abort();
    unlisten();
    wake();
  };
  const steps = (async function* () {
    const now = await first();
    // Progress reported while the current state was read is newer than that state.
    if (newest === null) yield now;
    while (!ended.signal.aborted) {
      const next = newest;
      newest = null;
      if (next !== null) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  })();
  return {
    next: () => steps.next(),
    return: async () => {
      stop();
      return steps.return(undefined);
    },
    throw: async (error) => {
      stop();
      return steps.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

type Tools = {
  readonly lore: LoreIndex;
  readonly packRepository: Pick<PackRepository, 'library'>;
  readonly store: Pick<Store, 'campaigns' | 'sessions'>;
  readonly playbookFor: EngineServices['playbookFor'];
};

/** Lore queries for resolvers, over the index and the current packs. */
export function createLoreService({ lore, packRepository, store, playbookFor }: Tools): LoreService {
  const ofSession = async (session: SessionRecord) => {
    const campaign = await store.campaigns.find(session.campaignId);
    if (campaign === null) throw new Error(`session ${session.id} belongs to no campaign`);
    const { packIds, keyedLore } = await playbookFor(campaign);
    const lineage = await store.sessions.lineageOf(session.id);
    return { scope: { packIds, history: { campaignId: campaign.id, lineage } }, keyedLore };
  };
  const ofPacks = (packIds: readonly string[]) => {
    const chunks = listKeyedChunks(packRepository.library()).filter(({ chunk }) =>
      packIds.includes(chunk.packId),
    );
    return { scope: { packIds, history: null }, keyedLore: compileKeyedLore(chunks) };
  };
  const scopeOf = async (place: LoreScope) =>
    place.kind === 'packs' ? ofPacks(place.packIds) : ofSession(place.session);
  const progressNow = async (packId: string) => progressFrom(packId, await lore.packStats(packId));
  return {
    search: async ({ place, explain, ...asked }, reader) => {
      const told = reader === 'gm' ? 'to-gm' : 'to-viewer';
      const { scope, keyedLore } = await scopeOf(place);
      const query: LoreQuery = {
        ...asked,
        ...scope,
        viewer: viewerOf(reader),
        explain: explain ? told : 'nothing',
      };
      return searchWithKeys(keyedLore, query, lore.search);
    },
    statsOf: (packId) => lore.packStats(packId),
    reindex: async (packId) => {
      const library = packRepository.library();
      if (library.findPack(packId) === null)
        return reject(
          'unknown-pack',
          `there is no pack ${abbreviate(packId)}; name one that \`packs\` lists.`,
        );
      await lore.reindexPack(packId, listPackChunks(library.narrowedTo([packId]), packId));
      const stats = await lore.packStats(packId);
      if (stats === null) throw new Error(`${packId} was indexed and is not in the index`);
      return stats;
    },
    progressOf: (packId) =>
      createProgressFeed(
        () => progressNow(packId),
        (listener) => lore.onProgress((progress) => progress.packId === packId && listener(progress)),
      ),
  };
}

/** Converts a reader to a viewer of lore. A reader without a persona sees public lore only: no character has the empty id. */
function viewerOf(reader: LoreReader): LoreViewer {
  return reader === 'gm' ? { kind: 'gm' } : { kind: 'persona', characterId: reader.personaId ?? '' };
}

function progressFrom(packId: string, stats: IndexStats | null): IndexProgress {
  const { chunks: of = 0, vectors: done = 0, model = null } = stats ?? {};
  if (stats === null) return { packId, phase: 'full-text', done: 0, of: 0, because: null };
  const isReady = model === null || done >= of;
  return { packId, phase: isReady ? 'ready' : 'vectors', done: isReady ? of : done, of, because: null };
}

/** Opens the lore index of a configuration for this server and logs its progress. */
export async function openLoreIndex(
  config: Config,
  dataFolder: string,
  clock: Clock,
  logger: Logger,
): Promise<RebuildableIndex> {
  const say = (line: string, error?: unknown) => logger.warn(error === undefined ? {} : { err: error }, line);
  const lore = await openConfiguredIndex(indexSettingsOf(config, dataFolder), { clock, say });
  lore.onProgress((progress) => {
    const { phase, because } = progress;
    if (phase === 'stopped') logger.warn(progress, because ?? 'vectors are not being made');
    else if (phase === 'ready') logger.info(progress, 'lore index ready');
  });
  return lore;
}

/** Opens the lore index of a configuration beside a server that may work on it. */
export function openLoreReader(
  config: Config,
  dataFolder: string,
  clock: Clock,
  logger: Logger,
): Promise<LoreIndex> {
  return openIndexForReading(indexSettingsOf(config, dataFolder), {
    clock,
    say: (line) => logger.warn(line),
  });
}

function indexSettingsOf(config: Config, dataFolder: string) {
  const settings = readIndexSettings(config, dataFolder);
  if (isRejection(settings)) throw new ConfigError(settings.reason);
  return settings;
}
