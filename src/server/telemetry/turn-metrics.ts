import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { JobStore } from '#engine/store/jobs.ts';
import type { ObservedCall, TurnObserver } from '#engine/turn/turn-observer.ts';
import type { Clock } from '#engine/util/clock.ts';

/** Limits the values of a label: after this many different ones, every further value becomes `other`. */
function createBoundedLabels(most: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return 'other';
    known.add(value);
    return value;
  };
}

const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
/** Label limit, above the number of models, steps and failure codes of any server. */
const MOST_VALUES = 64;

/** Counts turns, steps and model calls. Labels name models, steps and outcomes; no id is ever one. */
export function createTurnMetrics(registry: Registry): TurnObserver {
  const registers = [registry];
  const turns = new Counter({
    name: 'scenewright_turns_total',
    help: 'Attempts at turns that have ended, by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  const running = new Gauge({
    name: 'scenewright_turns_running',
    help: 'Turns this server is running.',
    registers,
  });
  const steps = new Histogram({
    name: 'scenewright_step_duration_seconds',
    help: 'How long the steps of turns took.',
    labelNames: ['step'],
    buckets: SECONDS,
    registers,
  });
  const count = modelCallMetrics(registry);
  const [outcomeLabel, stepLabel] = [createBoundedLabels(MOST_VALUES), createBoundedLabels(MOST_VALUES)];

  return () => {
    running.inc();
    const broken = new Set<string>();
    return {
      stepStarted: () => {},
      stepFinished: (step, milliseconds) => steps.observe({ step: stepLabel(step) }, milliseconds / 1000),
      called: (call) => {
        count(call, broken.has(call.step));
        if (call.ending === 'failed') broken.add(call.step);
        else broken.delete(call.step);
      },
      ended: (outcome) => {
        running.dec();
        turns.inc({ outcome: outcomeLabel(outcome) });
      },
    };
  };
}

/** Counts model calls. `isAfterFailure`: the last call of the same step failed, so this one is another attempt. */
function modelCallMetrics(registry: Registry): (call: ObservedCall, isAfterFailure: boolean) => void {
  const registers = [registry];
  const calls = new Counter({
    name: 'scenewright_model_calls_total',
    help: 'Calls of models, by how they ended.',
    labelNames: ['model', 'step', 'ending'],
    registers,
  });
  const retries = new Counter({
    name: 'scenewright_model_retries_total',
    help: 'Calls made because one before them failed (provider) or its answer could not be used (repair, retry).',
    labelNames: ['model', 'kind'],
    registers,
  });
  const tokens = new Counter({
    name: 'scenewright_model_tokens_total',
    help: 'Tokens that models read and wrote.',
    labelNames: ['model', 'kind'],
    registers,
  });
  const cost = new Counter({
    name: 'scenewright_model_cost_dollars_total',
    help: 'US dollars that calls have cost, as far as prices are known.',
    labelNames: ['model'],
    registers,
  });
  const durations = modelDurations(registry);
  const [modelLabel, stepLabel] = [createBoundedLabels(MOST_VALUES), createBoundedLabels(MOST_VALUES)];

  return (call, isAfterFailure) => {
    const model = modelLabel(call.modelKey);
    calls.inc({ model, step: stepLabel(call.step), ending: call.ending });
    if (call.purpose !== 'ask') retries.inc({ model, kind: call.purpose });
    else if (isAfterFailure) retries.inc({ model, kind: 'provider' });
    for (const [kind, number] of Object.entries(tokensOf(call))) tokens.inc({ model, kind }, number);
    if (call.cost !== 'unknown') cost.inc({ model }, call.cost);
    durations(model, call);
  };
}

function modelDurations(registry: Registry): (model: string, call: ObservedCall) => void {
  const durations = new Histogram({
    name: 'scenewright_model_call_duration_seconds',
    help: 'How long calls of models took.',
    labelNames: ['model'],
    buckets: SECONDS,
    registers: [registry],
  });
  const firstDeltas = new Histogram({
    name: 'scenewright_model_first_delta_seconds',
    help: 'How long models took to say their first word.',
    labelNames: ['model'],
    buckets: SECONDS,
    registers: [registry],
  });
  return (model, { durationMs, firstDeltaMs }) => {
    durations.observe({ model }, durationMs / 1000);
    if (firstDeltaMs !== null) firstDeltas.observe({ model }, firstDeltaMs / 1000);
  };
}

function tokensOf({ usage }: ObservedCall): Record<string, number> {
  if (usage === null) return {};
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = usage;
  return {
    input: inputTokens,
    output: outputTokens,
    cache_read: cacheReadTokens,
    cache_write: cacheWriteTokens,
  };
}

/**
 * Adds gauges for the background jobs that turns and sittings leave behind. While the store cannot be read, only these gauges
 * are missing.
 */
export function createJobMetrics(registry: Registry, jobs: Pick<JobStore, 'tally'>, clock: Clock): void {
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
