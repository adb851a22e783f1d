import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallRecord } from '#engine/llm/recording.ts';
import type { CallMetrics } from '#engine/store/model-usage.ts';
import { createCallLedger } from '#engine/turn/model-call-policy.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const call = (step: string): CallRecord => ({
  step,
  purpose: 'ask',
  modelKey: 'claude-haiku',
  provider: 'anthropic/x',
  prompts: [],
  request: { system: [], messages: [], maxTokens: 1, seed: '' },
  input: null,
  reply: '',
  end: { type: 'finished', reason: 'finished' },
  usage: null,
  cost: 'unknown',
  firstDeltaMs: null,
  durationMs: 1,
  startedAt: new Date(0),
});

const NOTHING_RESERVED = async () => {};

function openLedger(add?: () => Promise<void>) {
  const written: string[][] = [];
  const calls = {
    add: async (rows: readonly CallMetrics[]) => {
      await add?.();
      written.push(rows.map(({ step }) => step));
    },
  };
  return { ledger: createCallLedger(calls, {}, () => 'an id'), written };
}

it('writes the calls of one moment together, and does not wait for the turn', async () => {
  const { ledger, written } = openLedger();
  ledger.enter(call('route'), NOTHING_RESERVED);
  ledger.enter(call('interpret'), NOTHING_RESERVED);
  await vi.advanceTimersByTimeAsync(30);
  ledger.enter(call('narrate'), NOTHING_RESERVED);
  await vi.advanceTimersByTimeAsync(30);

  expect(written).toEqual([['route', 'interpret'], ['narrate']]);
});

it('writes what is left when it is asked for, and nothing twice', async () => {
  const { ledger, written } = openLedger();
  ledger.enter(call('narrate'), NOTHING_RESERVED);
  await ledger.written();
  await ledger.written();
  await vi.advanceTimersByTimeAsync(100);

  expect(written).toEqual([['narrate']]);
});

it('gives up what was reserved for a call when its cost is written, and not before', async () => {
  const steps: string[] = [];
  const { ledger } = openLedger(async () => void steps.push('written'));
  ledger.enter(call('narrate'), async () => void steps.push('released'));
  expect(steps).toEqual([]);
  await ledger.written();

  expect(steps).toEqual(['written', 'released']);
});

it('holds no reservation of a call whose cost could not be written', async () => {
  const { ledger } = openLedger(() => Promise.reject(new Error('the disk is full')));
  const release = vi.fn(async () => {});
  ledger.enter(call('narrate'), release);

  await expect(ledger.written()).rejects.toThrow('the disk is full');
  expect(release).toHaveBeenCalledOnce();
});

it('tells whoever asks that something could not be written', async () => {
  const { ledger } = openLedger(() => Promise.reject(new Error('the disk is full')));
  ledger.enter(call('narrate'), NOTHING_RESERVED);
  await vi.advanceTimersByTimeAsync(30);

  await expect(ledger.written()).rejects.toThrow('the disk is full');
});
