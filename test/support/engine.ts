import { join } from 'node:path';
import { createChatEndpoint } from '#chat/chat-endpoint.ts';
import type { Library } from '#engine/content/library.ts';
import { ENGLISH_ONLY, type Languages } from '#engine/language/languages.ts';
import { createEventLog, type EventLog } from '#engine/live/event-log.ts';
import { createMemoryWakeBus, createPostgresWakeBus, type WakeBus } from '#engine/live/wake-bus.ts';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { type ModelsOptions, openModels, type Tier } from '#engine/llm/models.ts';
import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import type { Sleep } from '#engine/llm/retry.ts';
import { DEFAULT_BUDGET } from '#engine/prompt/assemble.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import { createTurnReplayer } from '#engine/replay/replay-turns.ts';
import type { Store } from '#engine/store/store.ts';
import { type BudgetLimits, createBudgetService } from '#engine/turn/budget-service.ts';
import type { ContentPolicy } from '#engine/turn/content-policy.ts';
import { createOperationTester, createTurnPreviewer } from '#engine/turn/dry-run.ts';
import type { TurnLog } from '#engine/turn/engine-services.ts';
import { createTurnRegenerator } from '#engine/turn/regenerate-turn.ts';
import { createSnapshotCache } from '#engine/turn/snapshot-cache.ts';
import { createCampaignStarter } from '#engine/turn/start-campaign.ts';
import type { TurnObserver } from '#engine/turn/turn-observer.ts';
import { createTurnRunner } from '#engine/turn/turn-runner.ts';
import { type Clock, readSystemClock } from '#engine/util/clock.ts';
import { createLazy } from '#engine/util/memoize.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import { createMcpEndpoint } from '#mcp/mcp-endpoint.ts';
import { type Authenticator, LOCAL_AUTHENTICATOR } from '#schema/authenticator.ts';
import { createContextFactory } from '#schema/context.ts';
import { createImageFiles } from '#schema/image-files.ts';
import { createPortraitRoute } from '#schema/portrait-route.ts';
import { LOCAL_PROTECTION, type Protection } from '#schema/protection.ts';
import { checkReadiness } from '#schema/readiness.ts';
import { listen } from '#schema/server.ts';
import { createStudioPages } from '#schema/studio-pages.ts';
import { type ApiLog, createYogaServer } from '#schema/yoga.ts';
import { createAuthoringService } from '../../src/engine/authoring/create-authoring-service.ts';
import { openPackLibrary } from '../../src/engine/authoring/pack-library.ts';
import { createCampaignPlaybooks, createPackUpdater } from '../../src/server/packs/campaign-packs.ts';
import { createLoreService } from '../../src/server/services/lore-service.ts';
import { createBackgroundWork, createSessionServices } from '../../src/server/services/play-services.ts';
import { openScenarios } from '../../src/server/start-server.ts';
import { writeGuidePack } from './guide-pack.ts';
import { openPacks } from './opened-packs.ts';
import { createPlainProvider } from './plain-provider.ts';
import { SCENARIO_MODEL, withScenarioModel } from './scripted-scenario.ts';
import { openTestStore, temporaryFolder } from './stores.ts';

type Options = {
  /** The model of both tiers; the plain provider unless something else is said. */
  readonly provider?: Provider;
  /** Models of a catalogue to play with instead of the provider, with the keys of both tiers. */
  readonly wired?: Pick<ModelsOptions, 'catalogue' | 'credential'> & Readonly<Record<Tier, string>>;
  /** The language model that writes scenarios; none unless something else is said. */
  readonly scenarioProvider?: Provider;
  readonly log?: TurnLog;
  /** Writes the packs there are into a folder; Lantern Quay unless something else is said. */
  readonly writePacks?: (folder: string) => void;
  /** Whether files of the packs are changed, so that they must not be shared with other tests; they are not unless said. */
  readonly changesPacks?: boolean;
  /** What the API asks of clients; what it asks on a machine of one's own unless something else is said. */
  readonly protection?: Partial<Protection>;
  /** How it is found out who asks; nobody is asked unless something else is said. */
  readonly signIn?: (store: Store) => Authenticator;
  /** Where the API writes its log. */
  readonly apiLog?: ApiLog;
  /** A folder that stays when the engine is closed, and may hold what another one left; one of its own unless named. */
  readonly folder?: string;
  readonly clock?: Clock;
  /** Where everything is kept; a SQLite file in the folder unless something else is said. */
  readonly openStore?: (folder: string) => Promise<Store>;
  /** Hears of every turn. */
  readonly observer?: TurnObserver;
  readonly contentPolicy?: ContentPolicy;
  /** The most tokens a narrator's prompt should take up. */
  readonly promptTokens?: number;
  /** The languages the engine speaks by itself; English unless something else is said. */
  readonly languages?: Languages;
  /** Hears of every scene. */
  readonly onCommitted?: () => void;
  /** What may be spent; anything unless something else is said. */
  readonly budgets?: Partial<BudgetLimits>;
  /** For how long a turn holds its session without a sign of life. */
  readonly leaseSeconds?: number;
  /** How the pauses between attempts at a call are waited for; really, unless something else is said. */
  readonly sleep?: Sleep;
  /** The dice seed of every session. */
  readonly seed?: string;
  /** The folder of a built studio; none unless something else is said. */
  readonly studio?: string;
};

export const QUIET = {
  info: () => {},
  warn: () => {},
  error: () => {},
  debug: () => {},
};
export const LANTERN_QUAY = 'lantern_quay:the_second_ledger';

/** Loads the prompts of the engine, once: no test changes them. */
const loadShippedPrompts = createLazy(() => loadPrompts('prompts'));

/** The whole engine in this process, on a folder of its own, with Lantern Quay to play. */
export async function openEngine({
  provider,
  wired,
  scenarioProvider,
  log = QUIET,
  writePacks = writeGuidePack,
  changesPacks = false,
  protection: asking = {},
  signIn = () => LOCAL_AUTHENTICATOR,
  apiLog = QUIET,
  observer,
  contentPolicy,
  onCommitted = () => {},
  folder: kept,
  clock = readSystemClock,
  openStore = openTestStore,
  promptTokens = DEFAULT_BUDGET,
  languages = ENGLISH_ONLY,
  budgets = {},
  leaseSeconds = 60,
  sleep,
  seed = 'a seed',
  studio,
}: Options = {}) {
  const folder = kept === undefined ? temporaryFolder() : { path: kept, remove: () => {} };
  const { packs, library, lore } = await openPacks({
    folder: folder.path,
    writePacks,
    isOwn: kept !== undefined || changesPacks,
    clock,
    onProblem: (problem, error) => log.warn({ err: error }, problem),
  });
  const store = await openStore(join(folder.path, 'data'));
  const newId = createTimeOrderedIds(clock);
  const packRepository = await openPackLibrary(library, { store, clock, onChange: () => {} });
  const bus = store.wakes === null ? createMemoryWakeBus() : createPostgresWakeBus(store.wakes, newId());
  const readers = new Map<string, number>();
  const counted: WakeBus = {
    ...bus,
    listen: (sessionId, onWake) => {
      readers.set(sessionId, (readers.get(sessionId) ?? 0) + 1);
      const unlisten = bus.listen(sessionId, onWake);
      let isListening = true;
      return () => {
        if (isListening) readers.set(sessionId, (readers.get(sessionId) ?? 0) - 1);
        isListening = false;
        unlisten();
      };
    },
  };
  const whole = createEventLog(store.events, counted);
  const furthest = { read: 0 };
  const events: EventLog = {
    ...whole,
    held: (sessionId, sequence, limit) => {
      furthest.read = Math.max(furthest.read, sequence);
      return whole.held(sessionId, sequence, limit);
    },
    after: (sessionId, sequence, limit) => {
      furthest.read = Math.max(furthest.read, sequence);
      return whole.after(sessionId, sequence, limit);
    },
  };
  const asked: ModelRequest[] = [];
  const models = openModels({
    catalogue: wired?.catalogue ?? loadCatalogue(),
    credential: wired?.credential ?? (() => null),
    offline: listening(provider ?? createPlainProvider(), asked),
    clock,
  });
  const snapshots = createSnapshotCache(store.scenes);
  const resting = {
    ...(observer === undefined ? {} : { observer }),
    ...(contentPolicy === undefined ? {} : { contentPolicy }),
    ...(sleep === undefined ? {} : { sleep }),
    store,
    snapshots,
    log: events,
    lore,
    prompts: loadShippedPrompts(),
    promptTokens,
    models,
    budgetService: createBudgetService(
      { turn: null, session: null, day: null, ...budgets },
      store.calls.spent,
      clock,
    ),
    playbookFor: createCampaignPlaybooks(packRepository, store.segments, lore, languages),
    clock,
    newId,
  };
  const tidying = createBackgroundWork(resting, lore, log);
  const workshop = {
    ...resting,
    catchUpHistory: tidying.catchUpHistory,
    onCommitted: () => {
      onCommitted();
      tidying.wake();
    },
  };
  const turns = createTurnRunner(workshop, { leaseSeconds }, log);
  const keys = { small: wired?.small ?? 'offline', large: wired?.large ?? 'offline' };
  const campaigns = createCampaignStarter({
    store,
    packs: packRepository,
    turns,
    clock,
    newId,
    newSeed: () => seed,
    models: keys,
  });
  const authenticator = signIn(store);
  const inUse = [{ tier: 'large', key: 'offline', provider: 'offline/storyteller' } as const];
  const desk = createAuthoringService({ store, packRepository, folder: packs, clock });
  const { prompts } = workshop;
  const previews = createTurnPreviewer(workshop);
  const operations = createOperationTester(workshop);
  const replays = createTurnReplayer({
    ...resting,
    live: resting,
    withInstalledPacks: createPackUpdater(packRepository),
  });
  const sessionTools = {
    store,
    log: events,
    clock,
    newId,
    newSeed: () => seed,
    onEnded: tidying.wake,
  };
  const api = {
    ...createSessionServices(sessionTools),
    tellings: createTurnRegenerator(workshop),
    store,
    snapshots,
    log: events,
    clock,
    newId,
    turns,
    campaigns,
    previews,
    operations,
    replays,
    packRepository,
    authoring: desk,
    scenarios:
      scenarioProvider === undefined
        ? openScenarios(workshop, { packRepository, authoring: desk }, 'offline')
        : openScenarios(
            { ...workshop, models: withScenarioModel(models, scenarioProvider) },
            { packRepository, authoring: desk },
            SCENARIO_MODEL,
          ),
    lore: createLoreService({ lore, packRepository, store, playbookFor: workshop.playbookFor }),
    prompts,
    models,
    modelsInUse: inUse,
    server: {
      version: '0.0.0',
      needsSignIn: !authenticator.isLocal,
      hasStudio: studio !== undefined,
      hasChatEndpoint: true,
      takesTrustedDocumentsOnly: false,
      campaignGraceDays: 30,
      allowance: { turnsPerMinute: null, dollarsPerDay: null },
    },
  };
  const protection = { ...LOCAL_PROTECTION, ...asking };
  const yoga = createYogaServer(api, apiLog, protection);
  const ready = async () => true;
  const { address, close } = await listen(
    yoga,
    checkReadiness({ store, index: ready, packs: ready }),
    {
      host: '127.0.0.1',
      port: 0,
    },
    apiLog,
    {
      protection,
      signIn: authenticator,
      metrics: null,
      studio: studio === undefined ? null : createStudioPages(studio),
      images: createImageFiles(api),
      routes: [
        createPortraitRoute(createContextFactory(api, protection)),
        createChatEndpoint({
          createContext: createContextFactory(api, protection),
          showsChoices: true,
          log: apiLog,
        }),
        createMcpEndpoint({ yoga, version: api.server.version, log: apiLog }),
      ],
    },
  );
  return {
    url: address,
    /** The API without a network: who asks is handed in. */
    yoga,
    /** The file everything that is played is kept in. */
    database: join(folder.path, 'data', 'scenewright.sqlite'),
    store,
    snapshots,
    turns,
    campaigns,
    events,
    packRepository,
    lore,
    tellings: api.tellings,
    sittings: api.sittings,
    branches: api.branches,
    replays,
    /** What a replay needs to play turns out of a file. */
    replayTools: { ...resting, live: null },
    /** What a replay needs to ask the models anew. */
    liveReplayTools: { ...resting, live: resting },
    /** The folder the packs are read from. */
    packsFolder: packs,
    /** Sentences of Lantern Quay that no player may read. */
    secrets: secretsOf(library),
    /** The furthest place in a log any reader has asked from. */
    furthest,
    /** Lets whoever follows a session look again. */
    wakeAll: bus.wakeAll,
    /** How many clients follow a session. */
    readersWaiting: (sessionId: string) => readers.get(sessionId) ?? 0,
    /** Every question a model was asked. */
    asked,
    /** Resolves when what follows turns is done: summaries, profiles, the index of what was played. */
    tidied: tidying.idle,
    /** Does whatever was left to do after turns, also by a server that is gone. */
    tidy: async () => {
      tidying.wake();
      await tidying.idle();
    },
    close: async () => {
      await turns.stop(0);
      await tidying.stop();
      await close();
      await whole.close();
      await lore.close();
      await store.close();
      folder.remove();
    },
  };
}

function secretsOf(library: Library): string[] {
  const people = library.all('character').flatMap(({ data }) => [...data.withholds, ...data.knows]);
  const entries = library
    .all('entry_point')
    .flatMap(({ data }) => [data.entry, data.entry_start, data.stakes]);
  const hidden = ['location', 'world', 'history'] as const;
  const sections = hidden.flatMap((kind) => library.all(kind).flatMap((content) => content.sections));
  const texts = sections.filter(({ isHidden }) => isHidden).map(({ text }) => text);
  return [...people, ...entries, ...texts]
    .map((text) => text.trim().slice(0, 60))
    .filter((text) => text.length > 20);
}

function listening(provider: Provider, asked: ModelRequest[]): Provider {
  return {
    ...provider,
    stream: (request) => {
      asked.push(request);
      return provider.stream(request);
    },
  };
}
