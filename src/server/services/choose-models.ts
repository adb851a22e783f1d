import type { Config } from '#config';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { type Models, openModels } from '#engine/llm/models.ts';
import { createOfflineProvider } from '#engine/offline/storyteller.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { ModelInUse } from '#schema/context.ts';

export type ChosenModels = {
  readonly models: Models;
  readonly keys: { readonly small: string; readonly large: string };
  readonly inUse: readonly ModelInUse[];
};

/** Chooses the models of a new session: those named, else the best with a key, else the offline storyteller. */
export function chooseModels(config: Config, clock: Clock): ChosenModels {
  const models = openModels({
    catalogue: loadCatalogue(config.SCENEWRIGHT_MODELS),
    credential: config.credential,
    offline: createOfflineProvider({ wordsPerSecond: config.OFFLINE_WORDS_PER_SECOND }),
    clock,
    inactivity: {
      firstTokenMs: config.MODEL_FIRST_TOKEN_SECONDS * 1000,
      betweenTokensMs: config.MODEL_BETWEEN_TOKENS_SECONDS * 1000,
      wholeCallMs: config.MODEL_CALL_SECONDS * 1000,
    },
  });
  const keys = {
    small: config.SMALL_MODEL ?? models.preferred('small'),
    large: config.LARGE_MODEL ?? models.preferred('large'),
  };
  const inUse = (['small', 'large'] as const).map((tier) => {
    return { tier, key: keys[tier], provider: models.open(keys[tier]).provider.id };
  });
  return { models, keys, inUse };
}
