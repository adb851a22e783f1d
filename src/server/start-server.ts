import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '#config';
import type { AuthoringService } from '#engine/authoring/authoring-service.ts';
import type { PackRepository } from '#engine/authoring/pack-repository.ts';
import { readLanguages } from '#engine/language/read-languages.ts';
import { createEventLog, type EventLog } from '#engine/live/event-log.ts';
import { createMemoryWakeBus, createPostgresWakeBus, type WakeBus } from '#engine/live/wake-bus.ts';
import { createReloadingRegistry, loadPrompts, type PromptRegistry } from '#engine/prompt/registry.ts';
import { createScenarioService, type ScenarioService } from '#engine/scenario/scenario-service.ts';
import { removeServerAddress, writeServerAddress } from '#engine/store/data-folder.ts';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import { type BudgetService, createBudgetService } from '#engine/turn/budget-service.ts';
import { createReservationService } from '#engine/turn/call-reservations.ts';
import type { EngineServices } from '#engine/turn/engine-services.ts';
import { createCallLedger } from '#engine/turn/model-call-policy.ts';
import { purgeDeletedCampaigns } from '#engine/turn/purge-campaigns.ts';
import { createSnapshotCache } from '#engine/turn/snapshot-cache.ts';
import type { TurnRunner } from '#engine/turn/turn-runner.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds, type NewId } from '#engine/util/new-id.ts';
import { checkReadiness } from '#schema/readiness.ts';
import { createTurnAllowance, type TurnAllowance } from '#schema/turn-allowance.ts';
import {
  createProtection,
  createSignInService,
  openApi,
  readServerVersion,
  toAllowance,
} from './api/open-api.ts';
import { type ChosenModels, checkModels, chooseModels } from './choose-models.ts';
import { createCampaignPlaybooks } from './packs/campaign-packs.ts';
import { openPacks } from './packs/open-packs.ts';
import { hashPrompts, joinCluster } from './services/cluster.ts';
import { createHttpContentPolicy } from './services/content-policy.ts';
import { createLoreService, openLoreIndex } from './services/lore-service.ts';
import { createPlayServices } from './services/play-services.ts';
import { startTelemetry } from './telemetry/telemetry.ts';

type OpenPrompts = { readonly prompts: PromptRegistry; readonly close: () => void };

/** Opens the prompts of a folder. When watched, a change applies from the next call on, and a broken file is only logged. */
export function openPrompts(folder: string, logger: Logger, watched: boolean): OpenPrompts {
  if (!watched) return { prompts: loadPrompts(folder), close: () => {} };
  return createReloadingRegistry(folder, (change) => {
    if ('loaded' in change) logger.info({ prompts: change.loaded }, 'prompts reloaded');
    else logger.warn({ problems: change.problems }, 'prompts stay as they were');
  });
}

/** Time limit, shorter than that of a mutation, so that the waiting client receives the result. */
const SECONDS = 270;

type Means = Pick<EngineServices, 'models' | 'prompts' | 'budgetService' | 'clock' | 'store' | 'newId'>;

type Packs = { readonly packRepository: PackRepository; readonly authoring: AuthoringService };

/** Owner of the calls that generate scenarios; they belong to no session. */
const SCENARIO = { work: 'scenario', sessionId: null } as const;

/** Creates the scenario service with the models and packs of this server. */
export function openScenarios(
  { models, prompts, budgetService, clock, store, newId }: Means,
  { packRepository, authoring }: Packs,
  modelKey: string,
): ScenarioService {
  return createScenarioService({
    packRepository,
    authoring,
    models,
    modelKey,
    prompts,
    clock,
    budgetGuard: budgetService.openScenarioBudget,
    ledger: () =>
      createCallLedger(store.sideCalls, { ...SCENARIO, viewerId: budgetService.payerId() }, newId),
    newSeed: () => randomBytes(6).toString('hex'),
    seconds: SECONDS,
  });
}

type Facts = {
  readonly address: string;
  readonly store: string;
  readonly dataFolder: string;
  /** Whether every client has to authenticate. */
  readonly asksWho: boolean;
  readonly chosen: ChosenModels;
  readonly packs: readonly { readonly id: string; readonly version: string; readonly name: string }[];
};

/** Writes the start message for the operator: address, store, access, models, packs and the next step. */
function writeBanner({ address, store, dataFolder, asksWho, chosen, packs }: Facts): string {
  const { inUse } = chosen;
  const tiers = inUse.map(({ tier, key, provider }) => `${tier} ${key} (${provider})`).join(', ');
  const offline = inUse.every(({ provider }) => provider.startsWith('offline/'));
  return [
    `Scenewright listens on ${address}/graphql`,
    `  store   ${store === 'sqlite' ? `SQLite in ${dataFolder}` : 'PostgreSQL'}`,
    `  access  ${asksWho ? 'API tokens and JWTs' : 'no accounts: local clients act as the owner'}`,
    `  models  ${tiers}`,
    ...(offline ? ['          No language model is in use: the offline storyteller narrates.'] : []),
    ...(chosen.isFoundHere ? [`          ${describeFound(chosen)}`] : []),
    ...(packs.length === 0
      ? ['  packs   none']
      : packs.map(
          ({ id, version, name }, at) => `  ${at === 0 ? 'packs ' : '      '}  ${id} ${version}  ${name}`,
        )),
    '',
    asksWho
      ? 'Next: make a token with `npm run tokens -- create` and send it as `Authorization: Bearer …`.'
      : `Next: open ${address} in a browser to play; the API is at ${address}/graphql.`,
    '',
  ].join('\n');
}

/** Explains a choice that no setting made, and how to make another. */
function describeFound({ keys }: ChosenModels): string {
  return `Found on this machine and used because no key is set. SMALL_MODEL=${keys.small} LARGE_MODEL=${keys.large} makes it permanent; MODEL_DISCOVERY=0 looks for none.`;
}

const PROMPTS = fileURLToPath(new URL('../../prompts', import.meta.url));
/** Shutdown grace for running turns. */
const GRACE_MILLISECONDS = 10_000;
/** Shutdown grace for subscribers, to receive the message that the server goes away. */
const DISCONNECT_MILLISECONDS = 1_000;
const A_DAY = 86_400_000;

export type StartedServer = {
  readonly banner: string;
  /** Address on which the server listens: `http://127.0.0.1:4000`. */
  readonly address: string;
  readonly stop: () => Promise<void>;
};

type StartOptions = {
  /** Whether these folders are watched while authors work on them. */
  readonly watchesPacks?: boolean;
  readonly watchesPrompts?: boolean;
  /** Called before each slow step of the start, with what it does: "reads the packs". */
  readonly onProgress?: (step: string) => void;
};

/** Assembles all services and listens. It is the only function that sees every module. */
export async function startServer(
  config: Config,
  logger: Logger,
  { watchesPacks = false, watchesPrompts = false, onProgress = () => {} }: StartOptions = {},
): Promise<StartedServer> {
  const dataFolder = resolve(config.SCENEWRIGHT_DATA);
  const clock = readSystemClock;
  const newId = createTimeOrderedIds(clock);
  const chosen = await chooseModels(config, clock);
  const { models, keys, inUse } = chosen;
  const { prompts, close: closePrompts } = openPrompts(PROMPTS, logger, watchesPrompts);
  onProgress('opens the store');
  const store = await openStore(config, dataFolder);
  onProgress('opens the lore index');
  const lore = await openLoreIndex(config, dataFolder, clock, logger);
  const folder = resolve(config.SCENEWRIGHT_PACKS);
  onProgress('reads the packs');
  const packs = await openPacks(folder, { store, lore, clock, logger }, { watched: watchesPacks });
  const { packRepository } = packs;

  const log = createEventLog(store.events, wakeBusFor(store, newId()), clock);
  const kept = { store, snapshots: createSnapshotCache(store.scenes) };
  const shared = { ...kept, log, lore, prompts, promptTokens: config.PROMPT_TOKENS, models, clock, newId };
  const playbookFor = createCampaignPlaybooks(
    packRepository,
    store.segments,
    lore,
    readLanguages(config.SCENEWRIGHT_LANGUAGES),
  );
  const observation = await startTelemetry(config, dataFolder, lore);
  const { observer, metrics } = observation;
  metrics.watchJobs(store.jobs, clock);
  const signIn = createSignInService(config, store, clock);
  const viewers = { turns: store.viewerTurns, clock, newId };
  const allowance = createTurnAllowance(toAllowance(config, signIn.isLocal), viewers);
  const services = {
    ...shared,
    budgetService: createBudgets(config, store, allowance, newId),
    playbookFor,
    observer,
    ...(config.CONTENT_POLICY_URL === undefined
      ? {}
      : { contentPolicy: createHttpContentPolicy(config.CONTENT_POLICY_URL) }),
  };
  const cluster = await joinOthers(config, store, { packsHash: packs.folderHash, prompts, newId, logger });
  const lease = {
    leaseSeconds: config.TURN_LEASE_SECONDS,
    heartbeatSeconds: config.TURN_HEARTBEAT_SECONDS,
  };
  const settings = { packs: packRepository, models: keys, lease, feed: lore };
  onProgress('takes up unfinished turns');
  const { play, tidying } = await createPlayServices(services, settings, logger);
  const { turns } = play;
  const grace = config.CAMPAIGN_GRACE_DAYS * A_DAY;
  const purge = () => purgeDeletedCampaigns({ store, lore, clock }, grace);
  const sweeping = repeatSweep(turns, purge, lease.heartbeatSeconds * 1000, logger);
  const readiness = checkReadiness({
    store,
    index: packs.isIndexed,
    packs: async () => packRepository.library().packs.length > 0,
    isStopping: turns.isStopping,
  });
  const loreService = createLoreService({ lore, packRepository, store, playbookFor });
  const scenarios = openScenarios(services, packs, keys.large);
  const content = { packRepository, authoring: packs.authoring, scenarios, lore: loreService, prompts };
  const playing = { ...play, models, modelsInUse: inUse };
  const engine = { ...kept, log, clock, newId, ...content, ...playing };
  const protection = createProtection(config, signIn.isLocal, allowance, {
    onSubscriptions: metrics.setSubscriptions,
    onUsage: (usage) => cluster?.exchangeUsage(usage),
  });
  const api = { engine, readiness, protection, signIn, metrics };
  const { address, close } = await openApi(api, config, logger);
  if (store.isExclusive) writeServerAddress(dataFolder, { address, needsToken: !signIn.isLocal });
  const facts = { address, store: store.kind, dataFolder, asksWho: !signIn.isLocal, chosen };
  checkModels(chosen, config, logger).catch((error: unknown) =>
    logger.error({ err: error }, 'the check of the models failed'),
  );
  const stop = async (): Promise<void> => {
    if (store.isExclusive) removeServerAddress(dataFolder);
    clearInterval(sweeping);
    packs.close();
    closePrompts();
    await turns.stop(GRACE_MILLISECONDS);
    await tidying.stop();
    await shutDownApi(log, close, observation, logger);
    await cluster?.leave();
    await lore.close();
    await store.close();
  };
  return { banner: writeBanner({ ...facts, packs: packRepository.library().packs }), address, stop };
}

/**
 * Tells subscribers to reconnect elsewhere, then closes the API, telemetry and event log. Called after the last turns are
 * written.
 */
async function shutDownApi(
  log: EventLog,
  closeApi: () => Promise<void>,
  observation: { readonly close: () => Promise<void> },
  logger: Logger,
): Promise<void> {
  await log.goAway(DISCONNECT_MILLISECONDS);
  await closeApi();
  await observation.close().catch((error: unknown) => logger.warn({ err: error }, 'traces were lost'));
  await log.close();
}

type Joining = {
  readonly packsHash: string;
  readonly prompts: PromptRegistry;
  readonly newId: NewId;
  readonly logger: Logger;
};

/** Reports this server to the others on its database; null where there can be none. */
async function joinOthers(
  { SERVERS_MISMATCH: onMismatch }: Config,
  { isExclusive, nodes }: Store,
  { packsHash, prompts, newId, logger }: Joining,
) {
  if (isExclusive) return null;
  const membership = {
    id: newId(),
    version: readServerVersion(),
    packsHash,
    promptsHash: hashPrompts(prompts),
  };
  return joinCluster(membership, nodes, { onMismatch, clock: readSystemClock, logger });
}

function openStore({ DATABASE_URL }: Config, dataFolder: string): Promise<Store> {
  return DATABASE_URL === undefined ? openSqliteStore(dataFolder) : openPostgresqlStore(DATABASE_URL);
}

function wakeBusFor({ wakes }: Store, nodeId: string): WakeBus {
  return wakes === null ? createMemoryWakeBus() : createPostgresWakeBus(wakes, nodeId);
}

function createBudgets(
  config: Config,
  { kind, calls, reservations }: Store,
  allowance: TurnAllowance,
  newId: NewId,
): BudgetService {
  const budgets = {
    turn: config.BUDGET_PER_TURN ?? null,
    session: config.BUDGET_PER_SESSION ?? null,
    day: config.BUDGET_PER_DAY ?? null,
    scenario: config.BUDGET_PER_SCENARIO ?? null,
  };
  const clock = readSystemClock;
  const shared = kind === 'sqlite' ? null : createReservationService({ store: reservations, clock, newId });
  return createBudgetService(budgets, calls.spent, clock, allowance, shared);
}

/** Takes over turns of servers that are gone, and purges, at every heartbeat. */
function repeatSweep(
  turns: TurnRunner,
  purge: () => Promise<number>,
  milliseconds: number,
  logger: Logger,
): NodeJS.Timeout {
  let isSweeping = false;
  return setInterval(() => {
    if (isSweeping) return;
    isSweeping = true;
    turns
      .sweep({ atStart: false })
      .then(purge)
      .catch((error: unknown) => logger.error({ err: error }, 'the sweep failed'))
      .finally(() => {
        isSweeping = false;
      });
  }, milliseconds);
}
