import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from '#config';
import { FoundModel, loadCatalogue } from '#engine/llm/catalogue.ts';
import { checkKey } from '#engine/llm/check-keys.ts';
import { discoverLocalModels, resolveLocalAddresses } from '#engine/llm/discover-local-models.ts';
import { type FoundModelFile, type ModelRegistry, ModelUnavailable, openModels } from '#engine/llm/models.ts';
import { testModel } from '#engine/llm/test-model.ts';
import { createOfflineProvider } from '#engine/offline/storyteller.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { ModelInUse } from '#schema/context.ts';

export type ChosenModels = {
  readonly models: ModelRegistry;
  readonly keys: { readonly small: string; readonly large: string };
  readonly inUse: readonly ModelInUse[];
  /** Whether the models were chosen because they were found on this machine. */
  readonly isFoundHere: boolean;
};

/**
 * Chooses the models of a new session: those named, else the best with a key, else the best found on this machine, else the
 * offline storyteller.
 */
export async function chooseModels(config: Config, clock: Clock): Promise<ChosenModels> {
  const addresses = resolveLocalAddresses(config.OLLAMA_HOST, config.MODEL_SERVERS);
  const models = openModels({
    catalogue: loadCatalogue(config.SCENEWRIGHT_MODELS),
    credential: config.credential,
    offline: createOfflineProvider({ wordsPerSecond: config.OFFLINE_WORDS_PER_SECOND }),
    clock,
    foundModels: createFoundModelFile(resolve(config.SCENEWRIGHT_DATA)),
    ...(config.MODEL_DISCOVERY === 0
      ? {}
      : { discover: () => discoverLocalModels(addresses, config.MODEL_DISCOVERY) }),
    inactivity: {
      firstTokenMs: config.MODEL_FIRST_TOKEN_SECONDS * 1000,
      betweenTokensMs: config.MODEL_BETWEEN_TOKENS_SECONDS * 1000,
      wholeCallMs: config.MODEL_CALL_SECONDS * 1000,
    },
  });
  await models.refresh();
  const keys = {
    small: resolveLocal(config.SMALL_MODEL, models) ?? models.preferred('small'),
    large: resolveLocal(config.LARGE_MODEL, models) ?? models.preferred('large'),
  };
  const inUse = (['small', 'large'] as const).map((tier) => {
    return { tier, key: keys[tier], provider: models.open(keys[tier]).provider.id };
  });
  const isFoundHere =
    config.SMALL_MODEL === undefined &&
    config.LARGE_MODEL === undefined &&
    models.recommended()?.key === keys.large;
  return { models, keys, inUse, isFoundHere };
}

/** Replaces `local` by the best model found on this machine. */
function resolveLocal(setting: string | undefined, models: ModelRegistry): string | undefined {
  if (setting !== 'local') return setting;
  const found = models.recommended();
  if (found !== null) return found.key;
  const usable = models.list().filter((listing) => listing.usable);
  throw new ModelUnavailable(
    'local',
    null,
    usable.map(({ key }) => key),
  );
}

const FILE = 'found-models.json';

/** Keeps the models that were found in the data folder. A file that cannot be read or written is no reason not to play. */
function createFoundModelFile(dataFolder: string): FoundModelFile {
  const path = join(dataFolder, FILE);
  return {
    load: () => {
      try {
        return z.array(FoundModel).parse(JSON.parse(readFileSync(path, 'utf8')));
      } catch {
        return [];
      }
    },
    save: (models) => {
      try {
        writeFileSync(path, `${JSON.stringify(models, null, 2)}\n`);
      } catch {
        // The folder may not exist yet; the next find writes it.
      }
    },
  };
}

/**
 * Checks keys and the local models in use while the server already serves. Logs a refused key by the name of its variable, and
 * the speed of a local model.
 */
export async function checkModels(
  { models, inUse }: ChosenModels,
  config: Config,
  logger: Logger,
): Promise<void> {
  if (config.MODEL_DISCOVERY === 0) return;
  await Promise.all([refuseWrongKeys(models, config, logger), timeLocalModels(models, inUse, logger)]);
}

async function refuseWrongKeys(models: ModelRegistry, config: Config, logger: Logger): Promise<void> {
  const asked = models.list().filter(({ entry }) => entry.credential !== null);
  // A key is judged where it is sent: models of one variable may be reached by different addresses.
  const byAddress = Map.groupBy(asked, ({ entry }) => `${entry.credential} ${entry.baseUrl ?? ''}`);
  await Promise.all(
    Array.from(byAddress.values(), async ([first]) => {
      const variable = first?.entry.credential ?? null;
      const key = variable === null ? null : config.credential(variable);
      if (first === undefined || variable === null || key === null) return;
      if ((await checkKey(first.entry, key.reveal())) !== 'refused') return;
      models.refuseKey(first.entry, `The provider refused the key in ${variable}.`);
      logger.warn({ variable }, 'the provider refused this key: its models cannot be used');
    }),
  );
}

const TEST_MILLISECONDS = 300_000;

async function timeLocalModels(
  models: ModelRegistry,
  inUse: readonly ModelInUse[],
  logger: Logger,
): Promise<void> {
  for (const key of new Set(inUse.map((model) => model.key))) {
    const model = models.open(key);
    if (model.entry.credential !== null || model.entry.provider === 'offline') continue;
    const result = await testModel(model, () => performance.now(), AbortSignal.timeout(TEST_MILLISECONDS));
    if (result.answered) {
      const seconds = (milliseconds: number) => Number((milliseconds / 1000).toFixed(1));
      logger.info(
        {
          model: key,
          firstTokenSeconds: seconds(result.firstTokenMs),
          tokensPerSecond: Math.round(result.tokensPerSecond),
          isJsonValid: result.isJsonValid,
          expectedFirstWordSeconds: seconds(result.expectedFirstWordMs),
        },
        'local model answers',
      );
    } else logger.warn({ model: key, reason: result.reason }, 'local model does not answer');
  }
}
