import type { Logger } from 'pino';
import { type Config, ConfigError } from '#config';
import type { Clock } from '#engine/util/clock.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openConfiguredIndex, readIndexSettings } from '#retrieval/configured-index.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';

/** Opens the lore index of a configuration and logs how it fares. */
export async function openLore(
  config: Config,
  dataFolder: string,
  clock: Clock,
  logger: Logger,
): Promise<LoreIndex> {
  const settings = readIndexSettings(config, dataFolder);
  if (isRejection(settings)) throw new ConfigError(settings.reason);
  const lore = await openConfiguredIndex(settings, clock, (line) => logger.warn(line));
  lore.onProgress((progress) => {
    const { phase, because } = progress;
    if (phase === 'stopped') logger.warn(progress, because ?? 'vectors are not being made');
    else if (phase === 'ready') logger.info(progress, 'lore index ready');
  });
  return lore;
}
