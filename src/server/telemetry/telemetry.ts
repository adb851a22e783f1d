import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Config } from '#config';
import type { JobStore } from '#engine/store/jobs.ts';
import { combineObservers, type TurnObserver } from '#engine/turn/turn-observer.ts';
import type { Clock } from '#engine/util/clock.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import type { MetricsPage } from '#schema/metrics-endpoint.ts';
import { createJobMetrics, createTurnMetrics } from './turn-metrics.ts';

export type ServerMetrics = {
  readonly page: MetricsPage;
  readonly observer: TurnObserver;
  readonly setSubscriptions: (open: number) => void;
  /** Adds metrics for the jobs of a store. */
  readonly watchJobs: (jobs: Pick<JobStore, 'tally'>, clock: Clock) => void;
};

/** Cache time of the disk sizes, because walking the index costs a little. */
const SIZES_KEPT_MILLISECONDS = 60_000;

/** Creates the metrics of this server: turns and models, streams, process and event loop, and disk use. */
export function openMetrics(
  dataFolder: string,
  lore: Pick<LoreIndex, 'cachedBytes'>,
  now: () => number = () => performance.now(),
): ServerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const subscriptions = new Gauge({
    name: 'scenewright_subscriptions_open',
    help: 'Subscriptions being followed, over any transport.',
    registers: [registry],
  });
  let sizes: { readonly at: number; readonly bytes: Readonly<Record<string, number>> } | null = null;
  new Gauge({
    name: 'scenewright_data_bytes',
    help: 'Bytes in the data folder: the SQLite store and the index.',
    labelNames: ['part'],
    registers: [registry],
    collect() {
      if (sizes === null || now() - sizes.at > SIZES_KEPT_MILLISECONDS) {
        sizes = { at: now(), bytes: sizesIn(dataFolder) };
      }
      for (const [part, bytes] of Object.entries(sizes.bytes)) this.set({ part }, bytes);
    },
  });
  new Gauge({
    name: 'scenewright_lore_cache_bytes',
    help: 'Memory the lore index keeps its files in; LORE_CACHE_MEGABYTES bounds it.',
    registers: [registry],
    collect() {
      this.set(lore.cachedBytes());
    },
  });
  return {
    page: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
    observer: createTurnMetrics(registry),
    setSubscriptions: (open) => subscriptions.set(open),
    watchJobs: (jobs, clock) => createJobMetrics(registry, jobs, clock),
  };
}

/** Sums the file sizes of store and index, recognised by their file names. */
function sizesIn(folder: string): Record<'store' | 'index', number> {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true, recursive: true }) : [];
  const sizes = { store: 0, index: 0 };
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const part = partOf(relative(folder, path));
    if (part !== null) sizes[part] += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return sizes;
}

function partOf(path: string): 'store' | 'index' | null {
  if (path.startsWith('scenewright.sqlite')) return 'store';
  return path.startsWith(`lance${sep}`) ? 'index' : null;
}

/** Metrics and traces of the server. */
type Telemetry = {
  readonly observer: TurnObserver;
  readonly metrics: ServerMetrics;
  readonly close: () => Promise<void>;
};

type Settings = Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS'>;

/** Opens metrics always, and traces when a collector is configured. */
export async function startTelemetry(
  config: Settings,
  dataFolder: string,
  lore: Pick<LoreIndex, 'cachedBytes'>,
): Promise<Telemetry> {
  const metrics = openMetrics(dataFolder, lore);
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return { observer: metrics.observer, metrics, close: async () => {} };
  // Loaded on demand: most servers trace nothing.
  const { startTracing } = await import('./tracing.ts');
  const tracing = startTracing({ endpoint, headers: headersOf(config.OTEL_EXPORTER_OTLP_HEADERS?.reveal()) });
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
