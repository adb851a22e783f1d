import type { Config } from '#config';
import { combineObservers, type TurnObserver } from '#engine/turn/turn-observer.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { type Metrics, openMetrics } from './metrics.ts';

/** Whoever counts and traces what the server does. */
export type Observation = {
  readonly observer: TurnObserver;
  readonly metrics: Metrics;
  readonly close: () => Promise<void>;
};

type Settings = Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS'>;

/** Figures always; traces when there is a collector for them. */
export async function openObservation(
  config: Settings,
  dataFolder: string,
  lore: Pick<LoreIndex, 'cachedBytes'>,
): Promise<Observation> {
  const metrics = openMetrics(dataFolder, lore);
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return { observer: metrics.observer, metrics, close: async () => {} };
  // Loaded only where it is wanted: most servers trace nothing.
  const { openTracing } = await import('./tracing.ts');
  const tracing = openTracing({ endpoint, headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS?.reveal()) });
  return { observer: combineObservers(metrics.observer, tracing.observer), metrics, close: tracing.close };
}

function headersOf(text = ''): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}
