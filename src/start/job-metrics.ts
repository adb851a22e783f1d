import { Gauge, type Registry } from 'prom-client';
import type { JobStore } from '#engine/store/jobs.ts';
import type { Clock } from '#engine/util/clock.ts';

/** Gauges of the work that turns and sittings leave behind. While the store cannot be asked they are missing, and the rest is there. */
export function jobMetrics(registry: Registry, jobs: Pick<JobStore, 'tally'>, clock: Clock): void {
  const registers = [registry];
  const counted = () => jobs.tally().catch(() => null);
  new Gauge({
    name: 'scenewright_jobs',
    help: 'Jobs after turns: waiting to be done, dead (given up, tried once more at the next start), lethal (their servers died of them).',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset();
      const tally = await counted();
      if (tally === null) return;
      for (const status of ['waiting', 'dead', 'lethal'] as const) this.set({ status }, tally[status]);
    },
  });
  new Gauge({
    name: 'scenewright_jobs_oldest_seconds',
    help: 'How long the oldest job that is still to be done has waited.',
    registers,
    async collect() {
      this.reset();
      const tally = await counted();
      if (tally === null) this.remove();
      else this.set(tally.oldest === null ? 0 : (clock().getTime() - tally.oldest.getTime()) / 1000);
    },
  });
}
