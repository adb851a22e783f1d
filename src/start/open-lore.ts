import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '#engine/kit/clock.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import { openLanceLoreIndex } from '#retrieval/lance-lore-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { offlineEmbedder } from '#retrieval/offline-embedder.ts';

/** Opens the lore index of a data folder. Without a model to embed with it says so once and goes on with full text. */
export async function openLore(dataFolder: string, clock: Clock, logger: Logger): Promise<LoreIndex> {
  const embedder = offlineEmbedder(join(dataFolder, 'models'));
  if (isRejection(embedder)) logger.warn(embedder.reason);
  const lore = await openLanceLoreIndex({
    uri: join(dataFolder, 'lance'),
    embedder: isRejection(embedder) ? null : embedder,
    clock,
  });
  lore.onProgress((progress) => {
    const { phase, because } = progress;
    if (phase === 'stopped') logger.warn(progress, because ?? 'vectors are not being made');
    else if (phase === 'ready') logger.info(progress, 'lore index ready');
  });
  return lore;
}
