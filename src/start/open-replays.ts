import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '#config';
import { systemClock } from '#engine/kit/clock.ts';
import { timeOrderedIds } from '#engine/kit/new-id.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import { type TurnReplayer, turnReplayer } from '#engine/replay/replay-turns.ts';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import { treasury } from '#engine/turn/treasury.ts';
import { campaignPlaybooks } from './campaign-playbooks.ts';
import { chooseModels } from './choose-models.ts';
import { openLore } from './open-lore.ts';
import { openPacks } from './open-packs.ts';
import { packsNow } from './packs-now.ts';

const PROMPTS = fileURLToPath(new URL('../../prompts', import.meta.url));

/** The engine as far as replays need it: nothing is played and nobody is served. */
export async function openReplays(
  config: Config,
  logger: Logger,
): Promise<{ readonly replays: TurnReplayer; readonly close: () => Promise<void> }> {
  const dataFolder = resolve(config.SCENEWRIGHT_DATA);
  const clock = systemClock;
  const { DATABASE_URL } = config;
  const store = await (DATABASE_URL === undefined
    ? openSqliteStore(dataFolder)
    : openPostgresqlStore(DATABASE_URL));
  const lore = await openLore(config, dataFolder, clock, logger);
  const folder = resolve(config.SCENEWRIGHT_PACKS);
  const { shelf, close } = await openPacks(folder, { store, lore, clock, logger }, { watched: false });
  const budgets = {
    turn: config.BUDGET_PER_TURN ?? null,
    session: config.BUDGET_PER_SESSION ?? null,
    day: config.BUDGET_PER_DAY ?? null,
  };
  const spent = { session: store.calls.spentInSession, since: store.calls.spentSince };
  const replays = turnReplayer({
    models: chooseModels(config, clock).models,
    prompts: loadPrompts(PROMPTS),
    playbookFor: campaignPlaybooks(shelf, store.segments, lore),
    clock,
    newId: timeOrderedIds(clock),
    live: { store, lore, treasury: treasury(budgets, spent, clock) },
    withInstalledPacks: packsNow(shelf),
  });
  return {
    replays,
    close: async () => {
      close();
      await lore.close();
      await store.close();
    },
  };
}
