import type { Logger } from 'pino';
import { type Config, ConfigError } from '#config';
import type { Authenticator } from '#schema/authenticator.ts';
import type { Engine } from '#schema/context.ts';
import { listenForMetrics } from '#schema/metrics-endpoint.ts';
import type { Protection } from '#schema/protection.ts';
import type { Readiness } from '#schema/readiness.ts';
import { listen } from '#schema/server.ts';
import { createYogaServer } from '#schema/yoga.ts';
import type { Metrics } from './metrics.ts';

type Parts = {
  readonly engine: Engine;
  readonly readiness: Readiness;
  readonly protection: Protection;
  readonly signIn: Authenticator;
  readonly metrics: Metrics;
};

/** Opens the API, and the figures: on the same port for one's own machine, else only on a port of their own. */
export async function openApi(parts: Parts, config: Config, logger: Logger) {
  const { engine, readiness, protection, signIn, metrics } = parts;
  const { METRICS_PORT } = config;
  const isShared = METRICS_PORT === undefined && signIn.isLocal;
  const yoga = createYogaServer(engine, logger, protection);
  const doors = { protection, signIn, metrics: isShared ? metrics.page : null };
  const server = await listen(yoga, readiness, { host: config.HOST, port: config.PORT }, logger, doors);
  const figures = METRICS_PORT === undefined ? null : await openFigures(metrics, config, logger);
  if (figures !== null) logger.info({ address: figures.address }, 'metrics are served');
  return {
    address: server.address,
    close: async () => {
      await server.close();
      await figures?.close();
    },
  };
}

async function openFigures({ page }: Metrics, config: Config, logger: Logger) {
  const where = { host: config.METRICS_HOST, port: config.METRICS_PORT ?? 0 };
  try {
    return await listenForMetrics(page, where, (error) =>
      logger.error({ err: error }, 'the metrics could not be given'),
    );
  } catch (error) {
    // A start that fails names the setting at fault.
    throw new ConfigError(
      `METRICS_PORT or METRICS_HOST: one cannot listen there (${Object(error).code}). Write for example METRICS_PORT=9464`,
    );
  }
}
