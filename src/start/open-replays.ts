import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '#config';
import { loadPrompts } from '#engine/prompt/registry.ts';
import { type TurnReplayer, turnReplayer } from '#engine/replay/replay-turns.ts';
import { createBudgetService } from '#engine/turn/budget-service.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { campaignPlaybooks } from './campaign-playbooks.ts';
import { chooseModels } from './choose-models.ts';
import { loadPacks } from './load-packs.ts';
import { openLore } from './open-lore.ts';
import { openReadingForPay } from './open-reading.ts';
import { openShelf } from './open-shelf.ts';
import { packsNow } from './packs-now.ts';
import { readLanguages } from './read-languages.ts';

const PROMPTS = fileURLToPath(new URL('../../prompts', import.meta.url));

/**
 * The engine as far as replays need it: nothing is played, nothing but its cost is written and nobody is served, so a server may run
 * meanwhile.
 */
export async function openReplays(
  config: Config,
  logger: Logger,
): Promise<{ readonly replays: TurnReplayer; readonly close: () => Promise<void> }> {
  const clock = readSystemClock;
  const store = await openReadingForPay(config);
  const lore = await openLore(config, resolve(config.SCENEWRIGHT_DATA), clock, logger);
  const library = await loadPacks(resolve(config.SCENEWRIGHT_PACKS), logger);
  const shelf = await openShelf(library, { store, clock, onChange: () => {} });
  const budgets = {
    turn: config.BUDGET_PER_TURN ?? null,
    session: config.BUDGET_PER_SESSION ?? null,
    day: config.BUDGET_PER_DAY ?? null,
  };
  const replays = turnReplayer({
    // Nobody reads along: the offline storyteller need not speak at the pace of a reader.
    models: chooseModels({ ...config, OFFLINE_WORDS_PER_SECOND: 0 }, clock).models,
    prompts: loadPrompts(PROMPTS),
    playbookFor: campaignPlaybooks(
      shelf,
      store.segments,
      AS_IT_IS,
      readLanguages(config.SCENEWRIGHT_LANGUAGES),
    ),
    clock,
    newId: createTimeOrderedIds(clock),
    live: { store, lore, treasury: createBudgetService(budgets, store.calls.spent, clock) },
    withInstalledPacks: packsNow(shelf),
  });
  return {
    replays,
    close: async () => {
      await lore.close();
      await store.close();
    },
  };
}

/** The index is used as whoever played has left it. */
const AS_IT_IS: Pick<LoreIndex, 'putPack'> = { putPack: async () => 'unchanged' };
