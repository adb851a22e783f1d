import type { Clock } from '#engine/kit/clock.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import { chooseEmbedder } from './choose-embedder.ts';
import type { IndexSettings } from './index-settings.ts';
import { openLanceLoreIndex } from './lance-lore-index.ts';
import type { LoreIndex } from './lore-index.ts';

/** The index of a configuration. Without a model to embed with it says so in one line and goes on with full text. */
export function openConfiguredIndex(
  { uri, cacheMegabytes, embedding }: IndexSettings,
  clock: Clock,
  say: (line: string) => void,
): Promise<LoreIndex> {
  const embedder = chooseEmbedder(embedding);
  if (isRejection(embedder)) say(embedder.reason);
  const chosen = isRejection(embedder) ? null : embedder;
  return openLanceLoreIndex({ uri, cacheMegabytes, embedder: chosen, clock });
}
