import { expect, it } from 'vitest';
import { Budget, BudgetGuard } from '#engine/llm/budget.ts';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { wrapModel } from '#engine/llm/model-call-policy.ts';
import type { OpenModel } from '#engine/llm/models.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import type { CallRecord } from '#engine/llm/recording.ts';
import { RetryBudget } from '#engine/llm/retry.ts';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { aRequest, failureOf, partsOf } from '../../support/wire/a-request.ts';
import { type Line, scriptedProvider } from '../../support/wire/scripted-provider.ts';

const entry = loadCatalogue().get('claude-sonnet-4-5');
if (entry === undefined) throw new Error('claude-sonnet-4-5 is in the catalogue');

const cared = (script: readonly (Line | string)[], limit: number | null = null) => {
  let now = 0;
  const records: CallRecord[] = [];
  const provider = scriptedProvider(...script);
  const model: OpenModel = {
    key: 'claude-sonnet-4-5',
    entry,
    provider,
    countTokens: (text) => text.length,
    contextWindow: null,
  };
  const door = wrapModel(model, {
    budgetGuard: new BudgetGuard([new Budget('turn', limit)]),
    retries: new RetryBudget(5),
    record: (record) => records.push(record),
    random: createKeyedRandom('key', 'jitter'),
    sleep: async () => {},
    clock: () => {
      now += 10;
      return new Date(now);
    },
  });
  return { door, records };
};

const overloaded = new ProviderError('overloaded', { retryable: true, fault: 'overloaded', status: 529 });

it('records a call with its model, its prompts, its usage, its cost and its times', async () => {
  const prompts = [{ id: 'narrate', version: 1, hash: 'abc' }];
  const { door, records } = cared([{ pieces: ['The sea.'], usage: { cacheReadTokens: 1000 } }]);
  await partsOf(door, aRequest({ prompts }));
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({
    step: 'narrate',
    purpose: 'ask',
    modelKey: 'claude-sonnet-4-5',
    provider: 'scripted/model',
    end: { type: 'finished', reason: 'finished' },
    usage: { inputTokens: 100, cacheReadTokens: 1000, outputTokens: 20 },
    reply: 'The sea.',
    prompts,
  });
  expect(records[0]?.cost).toBeCloseTo((100 * 3 + 20 * 15 + 1000 * 0.3) / 1e6, 12);
  expect(records[0]?.firstDeltaMs).toBeGreaterThan(0);
  expect(records[0]?.durationMs).toBeGreaterThan(records[0]?.firstDeltaMs ?? 0);
});

it('records every attempt, failed ones too', async () => {
  const { door, records } = cared([{ fails: overloaded }, 'The sea.']);
  await partsOf(door, aRequest());
  expect(records.map(({ end }) => end)).toEqual([
    { type: 'failed', fault: 'overloaded', status: 529, retryable: true, message: 'overloaded' },
    { type: 'finished', reason: 'finished' },
  ]);
  expect(records[0]).toMatchObject({ usage: null, cost: 0 });
});

it('records a call that a budget refused', async () => {
  const { door, records } = cared(['never said'], 0.000001);
  await failureOf(door, aRequest());
  expect(records[0]).toMatchObject({ end: { type: 'failed', fault: 'other', retryable: false }, cost: 0 });
});

it('tells a cancelled call from one that nobody read to its end', async () => {
  const { door, records } = cared([{ pieces: ['one', 'two'] }, 'never said']);
  for await (const _part of door.stream(aRequest())) break;
  await failureOf(door, aRequest({ signal: AbortSignal.abort(new Error('cancelled')) }));
  expect(records.map(({ end }) => end.type)).toEqual(['abandoned', 'aborted']);
});
