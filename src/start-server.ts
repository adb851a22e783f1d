import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { CHUNKED_KINDS, chunksOf } from '#engine/content/chunk.ts';
import { type Library, loadLibrary } from '#engine/content/library.ts';
import { systemClock } from '#engine/kit/clock.ts';
import { timeOrderedIds } from '#engine/kit/new-id.ts';
import { eventLog } from '#engine/live/event-log.ts';
import { memoryWakeBus } from '#engine/live/wake-bus.ts';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { openModels } from '#engine/llm/models.ts';
import { offlineStoryteller } from '#engine/llm/offline-storyteller.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import { newSeed } from '#engine/rules/dice-proof.ts';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import { playbooks } from '#engine/turn/playbook.ts';
import { campaignStarter } from '#engine/turn/start-campaign.ts';
import { treasury } from '#engine/turn/treasury.ts';
import { turnRunner } from '#engine/turn/turn-runner.ts';
import { openLanceLoreIndex } from '#retrieval/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { readinessOf } from '#schema/readiness.ts';
import { listen } from '#schema/server.ts';
import { yogaFor } from '#schema/yoga.ts';
import { banner } from './banner.ts';
import type { Config } from './config.ts';

const PROMPTS = fileURLToPath(new URL('../prompts', import.meta.url));
/** How long running turns may take to finish once the server is asked to stop. */
const GRACE_MILLISECONDS = 10_000;
const SWEEP_MILLISECONDS = 30_000;

export type StartedServer = {
  readonly address: string;
  readonly banner: string;
  readonly stop: () => Promise<void>;
};

/** Puts the whole engine together: the only place that sees all of it. */
export async function startServer(config: Config, logger: Logger): Promise<StartedServer> {
  const dataFolder = resolve(config.SCENEWRIGHT_DATA);
  const clock = systemClock;
  const newId = timeOrderedIds(clock);
  const models = openModels({
    catalogue: loadCatalogue(config.SCENEWRIGHT_MODELS),
    credential: config.credential,
    offline: offlineStoryteller({ wordsPerSecond: config.OFFLINE_WORDS_PER_SECOND }),
    clock,
  });
  const keys = {
    small: config.SMALL_MODEL ?? models.preferred('small'),
    large: config.LARGE_MODEL ?? models.preferred('large'),
  };
  const inUse = (['small', 'large'] as const).map((tier) => {
    return { tier, key: keys[tier], provider: models.open(keys[tier]).provider.id };
  });
  const prompts = loadPrompts(PROMPTS);
  const library = await loadLibrary([resolve(config.SCENEWRIGHT_PACKS)]);
  warnOfProblems(library, logger);

  const store =
    config.DATABASE_URL === undefined
      ? await openSqliteStore(dataFolder)
      : await openPostgresqlStore(config.DATABASE_URL);
  const lore = await openLanceLoreIndex(join(dataFolder, 'lance'));
  const indexing = fillIndex(library, lore, logger);
  indexing.catch((error: unknown) => logger.error({ err: error }, 'the lore index could not be filled'));
  const log = eventLog(store.events, memoryWakeBus());

  const money = treasury(
    {
      turn: config.BUDGET_PER_TURN ?? null,
      session: config.BUDGET_PER_SESSION ?? null,
      day: config.BUDGET_PER_DAY ?? null,
    },
    { session: store.calls.spentInSession, since: store.calls.spentSince },
    clock,
  );
  const workshop = {
    store,
    log,
    lore,
    prompts,
    models,
    treasury: money,
    playbookFor: playbooks(library),
    clock,
    newId,
  };
  const turns = turnRunner(workshop, { leaseSeconds: config.TURN_LEASE_SECONDS }, logger);
  await turns.sweep({ atStart: true });
  const sweeping = setInterval(() => {
    turns
      .sweep({ atStart: false })
      .catch((error: unknown) => logger.error({ err: error }, 'the sweep failed'));
  }, SWEEP_MILLISECONDS);

  const seed = () => newSeed(randomBytes);
  const campaigns = campaignStarter({ store, library, turns, clock, newId, newSeed: seed, models: keys });
  const yoga = yogaFor({ store, log, turns, campaigns, library, models: inUse }, logger);
  const readiness = readinessOf({
    store: () => store.ping().then(() => true),
    index: () => indexing.then(() => true),
    packs: async () => library.packs.length > 0,
  });
  const server = await listen(yoga, readiness, { host: config.HOST, port: config.PORT });

  return {
    address: server.address,
    banner: banner({
      address: server.address,
      store: store.kind,
      dataFolder,
      models: inUse,
      packs: library.packs,
    }),
    stop: async () => {
      clearInterval(sweeping);
      await turns.stop(GRACE_MILLISECONDS);
      await server.close();
      await lore.close();
      await store.close();
    },
  };
}

/** One line for each pack with problems; the checker tells them one by one. */
function warnOfProblems({ problems, findPack }: Library, logger: Logger): void {
  for (const [packId, own] of Map.groupBy(problems, (problem) => problem.packId)) {
    const isLeftOut = findPack(packId) === null;
    const advice = 'npm run packs -- check';
    logger.warn({ packId, problems: own.length, isLeftOut, advice }, 'a pack has problems');
  }
}

/** Brings the index up to date beside everything else: a pack that has not changed costs nothing. */
async function fillIndex(library: Library, lore: LoreIndex, logger: Logger): Promise<void> {
  for (const pack of library.packs) {
    const contents = CHUNKED_KINDS.flatMap((kind) => [...library.all(kind)]).filter(
      ({ packId }) => packId === pack.id,
    );
    const chunks = contents
      .flatMap((content) => chunksOf(content))
      .map(({ sectionPath, ...chunk }) => ({ ...chunk, title: sectionPath }));
    const outcome = await lore.put(pack.id, pack.hash, chunks);
    logger.info({ pack: pack.id, chunks: chunks.length, outcome }, 'lore index');
  }
}
