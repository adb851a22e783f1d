import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { loadLibrary } from '#engine/content/library.ts';
import { systemClock } from '#engine/kit/clock.ts';
import { timeOrderedIds } from '#engine/kit/new-id.ts';
import { eventLog } from '#engine/live/event-log.ts';
import { memoryWakeBus } from '#engine/live/wake-bus.ts';
import { offlineStoryteller } from '#engine/llm/offline-storyteller.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import { newSeed } from '#engine/rules/dice-proof.ts';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import { campaignStarter } from '#engine/turn/start-campaign.ts';
import { turnRunner } from '#engine/turn/turn-runner.ts';
import { openLanceLoreIndex } from '#retrieval/lance-lore-index.ts';
import { readinessOf } from '#schema/readiness.ts';
import { listen } from '#schema/server.ts';
import type { ModelInUse } from '#schema/types/model.ts';
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
