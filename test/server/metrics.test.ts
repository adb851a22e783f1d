import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ObservedCall } from '#engine/turn/turn-observer.ts';
import { listenForMetrics } from '#schema/metrics-endpoint.ts';
import { openMetrics } from '../../src/server/telemetry/telemetry.ts';
import { temporaryFolder } from '../support/stores.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const LORE = { cachedBytes: () => 7_000 };
const TURN = { turnId: '0190-turn', sessionId: '0190-session', attempt: 1 };

const call = (changes: Partial<ObservedCall> = {}): ObservedCall => ({
  step: 'narrate',
  purpose: 'ask',
  modelKey: 'claude-haiku',
  provider: 'anthropic/x',
  startedAt: new Date(0),
  firstDeltaMs: 300,
  durationMs: 900,
  usage: { inputTokens: 100, outputTokens: 10, cacheReadTokens: 50, cacheWriteTokens: 5 },
  cost: 0.25,
  ending: 'finished',
  fault: null,
  ...changes,
});

async function lines(metrics: ReturnType<typeof openMetrics>): Promise<string[]> {
  return (await metrics.page()).text.split('\n');
}

it('counts turns by outcome, steps, calls, tokens, money, first words and streams', async () => {
  const metrics = openMetrics(folder.path, LORE);
  const watch = metrics.observer(TURN);
  expect(await lines(metrics)).toContain('scenewright_turns_running 1');
  watch.stepStarted('narrate');
  watch.called(call());
  watch.stepFinished('narrate', 950);
  watch.ended('committed');
  metrics.observer({ ...TURN, attempt: 2 }).ended('MODEL_FAILED');
  metrics.setSubscriptions(7);
  const all = await lines(metrics);

  expect(all).toEqual(
    expect.arrayContaining([
      'scenewright_turns_total{outcome="committed"} 1',
      'scenewright_turns_total{outcome="MODEL_FAILED"} 1',
      'scenewright_turns_running 0',
      'scenewright_step_duration_seconds_sum{step="narrate"} 0.95',
      'scenewright_model_calls_total{model="claude-haiku",step="narrate",ending="finished"} 1',
      'scenewright_model_tokens_total{model="claude-haiku",kind="input"} 100',
      'scenewright_model_tokens_total{model="claude-haiku",kind="cache_read"} 50',
      'scenewright_model_cost_dollars_total{model="claude-haiku"} 0.25',
      'scenewright_model_first_delta_seconds_sum{model="claude-haiku"} 0.3',
      'scenewright_subscriptions_open 7',
    ]),
  );
  expect(all.some((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds'))).toBe(true);
  expect(all.join('\n')).not.toContain('0190');
});

it('tells calls made again from first ones, by why', async () => {
  const metrics = openMetrics(folder.path, LORE);
  const watch = metrics.observer(TURN);
  watch.called(
    call({ ending: 'failed', fault: 'overloaded', usage: null, cost: 'unknown', firstDeltaMs: null }),
  );
  watch.called(call());
  watch.called(call({ purpose: 'repair' }));
  watch.called(call({ step: 'route' }));

  expect((await lines(metrics)).filter((line) => line.startsWith('scenewright_model_retries_total'))).toEqual(
    [
      'scenewright_model_retries_total{model="claude-haiku",kind="provider"} 1',
      'scenewright_model_retries_total{model="claude-haiku",kind="repair"} 1',
    ],
  );
});

it('keeps the values of a label few, whatever is counted', async () => {
  const metrics = openMetrics(folder.path, LORE);
  for (let at = 0; at < 500; at += 1) {
    const watch = metrics.observer(TURN);
    watch.called(call({ modelKey: `model-${at}`, step: `step-${at}` }));
    watch.stepFinished(`step-${at}`, 1);
    watch.ended(`OUTCOME_${at}`);
  }
  const all = await lines(metrics);

  expect(all.filter((line) => line.startsWith('scenewright_turns_total'))).toHaveLength(65);
  expect(all).toContain('scenewright_turns_total{outcome="other"} 436');
  expect(all.filter((line) => line.startsWith('scenewright_model_calls_total'))).toHaveLength(65);
});

it('says how much the store and the index have on disk and in memory', async () => {
  mkdirSync(join(folder.path, 'lance', 'lore'), { recursive: true });
  mkdirSync(join(folder.path, 'models'));
  writeFileSync(join(folder.path, 'scenewright.sqlite'), 'x'.repeat(1_000));
  writeFileSync(join(folder.path, 'scenewright.sqlite-wal'), 'x'.repeat(200));
  writeFileSync(join(folder.path, 'lance', 'lore', 'part'), 'x'.repeat(30));
  writeFileSync(join(folder.path, 'models', 'weights'), 'x'.repeat(4));

  expect(await lines(openMetrics(folder.path, LORE))).toEqual(
    expect.arrayContaining([
      'scenewright_data_bytes{part="store"} 1200',
      'scenewright_data_bytes{part="index"} 30',
      'scenewright_lore_cache_bytes 7000',
    ]),
  );
});

it('says how many jobs wait and since when, and how many were given up', async () => {
  const metrics = openMetrics(folder.path, LORE);
  const oldest = new Date('2026-11-16T12:00:00Z');
  const clock = () => new Date('2026-11-16T12:30:00Z');
  let isDown = false;
  const tally = async () => {
    if (isDown) throw new Error('the store is away');
    return { waiting: 4, dead: 2, lethal: 1, oldest };
  };
  metrics.watchJobs({ tally }, clock);

  expect(await lines(metrics)).toEqual(
    expect.arrayContaining([
      'scenewright_jobs{status="waiting"} 4',
      'scenewright_jobs{status="dead"} 2',
      'scenewright_jobs{status="lethal"} 1',
      'scenewright_jobs_oldest_seconds 1800',
    ]),
  );
  isDown = true;
  const without = await lines(metrics);
  expect(without.filter((line) => line.startsWith('scenewright_jobs'))).toEqual([]);
  expect(without).toContain('scenewright_lore_cache_bytes 7000');
});

it('serves the figures, and nothing else, on a port of their own', async () => {
  const { page } = openMetrics(folder.path, LORE);
  const door = await listenForMetrics(page, { host: '127.0.0.1', port: 0 }, () => {});
  const figures = await fetch(`${door.address}/metrics`);

  expect(figures.headers.get('content-type')).toContain('text/plain');
  expect(await figures.text()).toContain('# TYPE scenewright_turns_total counter');
  expect((await fetch(`${door.address}/graphql`)).status).toBe(404);
  await door.close();
});
