import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '#config';
import { openPackLibrary } from '#engine/authoring/pack-library.ts';
import { readLanguages } from '#engine/language/read-languages.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import { createTurnReplayer, type TurnReplayer } from '#engine/replay/replay-turns.ts';
import { createBudgetService, NO_COST_BEARER } from '#engine/turn/budget-service.ts';
import { createReservationService } from '#engine/turn/call-reservations.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { chooseModels } from './choose-models.ts';
import { openStoreForPaidReading } from './open-store.ts';
import { createCampaignPlaybooks, createPackUpdater } from './packs/campaign-packs.ts';
import { loadPacks } from './packs/load-packs.ts';
import { openLoreReader } from './services/lore-service.ts';

const PROMPTS = fileURLToPath(new URL('../../prompts', import.meta.url));

/**
 * Opens the part of the engine that replays need. It plays nothing, serves no clients and writes only its cost, so a server may
 * run meanwhile.
 */
export async function openReplays(
  config: Config,
  logger: Logger,
): Promise<{ readonly replays: TurnReplayer; readonly close: () => Promise<void> }> {
  const clock = readSystemClock;
  const store = await openStoreForPaidReading(config);
  const lore = await openLoreReader(config, resolve(config.SCENEWRIGHT_DATA), clock, logger);
  const library = await loadPacks(resolve(config.SCENEWRIGHT_PACKS), logger);
  const packRepository = await openPackLibrary(library, { store, clock, onChange: () => {} });
  const budgets = {
    turn: config.BUDGET_PER_TURN ?? null,
    session: config.BUDGET_PER_SESSION ?? null,
    day: config.BUDGET_PER_DAY ?? null,
  };
  const newId = createTimeOrderedIds(clock);
  const shared =
    store.kind === 'sqlite' ? null : createReservationService({ store: store.reservations, clock, newId });
  const budgetService = createBudgetService(budgets, store.calls.spent, clock, NO_COST_BEARER, shared);
  // No player reads along, so the offline storyteller sends its prose at once.
  const chosen = await chooseModels({ ...config, OFFLINE_WORDS_PER_SECOND: 0 }, clock);
  const replays = createTurnReplayer({
    models: chosen.models,
    prompts: loadPrompts(PROMPTS),
    playbookFor: createCampaignPlaybooks(
      packRepository,
      store.segments,
      AS_IT_IS,
      readLanguages(config.SCENEWRIGHT_LANGUAGES),
    ),
    clock,
    newId,
    live: { store, lore, budgetService },
    withInstalledPacks: createPackUpdater(packRepository),
  });
  return {
    replays,
    close: async () => {
      await lore.close();
      await store.close();
    },
  };
}

/** Index writer that changes nothing: a replay uses the index as the server left it. */
const AS_IT_IS: Pick<LoreIndex, 'putPack'> = { putPack: async () => 'unchanged' };
