import { expect, it } from 'vitest';
import { ProviderError } from '#engine/llm/provider.ts';
import { RETRY_DEFAULTS, RetryBudget, type RetryPolicy, sleep, withRetry } from '#engine/llm/retry.ts';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { aRequest, failureOf, partsOf, textOf } from '../../support/wire/a-request.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const overloaded = () => new ProviderError('overloaded', { retryable: true, fault: 'overloaded' });
const malformed = () => new ProviderError('malformed', { retryable: false, fault: 'bad-request' });

const policyWith = (changes: Partial<RetryPolicy> = {}): RetryPolicy & { waits: number[] } => {
  const waits: number[] = [];
  return {
    ...RETRY_DEFAULTS,
    budget: new RetryBudget(10),
    random: createKeyedRandom('key', 'jitter'),
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
    },
    waits,
    ...changes,
  };
};

it('asks again after a failure that may pass, with growing and jittered pauses', async () => {
  const provider = scriptedProvider(
    { fails: overloaded() },
    { fails: overloaded() },
    { fails: overloaded() },
    'At last.',
  );
  const policy = policyWith();
  expect(textOf(await partsOf(withRetry(provider, policy), aRequest()))).toBe('At last.');
  expect(policy.waits).toHaveLength(3);
  policy.waits.forEach((wait, index) => {
    const grown = 500 * 2 ** index;
    expect(wait).toBeGreaterThanOrEqual(grown / 2);
    expect(wait).toBeLessThanOrEqual(grown + 1);
  });
  expect(new Set(policy.waits.map((wait, index) => wait / 2 ** index)).size).toBe(3);
});

it('pauses the same way again for the same key', async () => {
  const waitsOf = async () => {
    const policy = policyWith();
    await partsOf(withRetry(scriptedProvider({ fails: overloaded() }, 'Yes.'), policy), aRequest());
    return policy.waits;
  };
  expect(await waitsOf()).toEqual(await waitsOf());
});

it('never asks sooner than the provider wished', async () => {
  const limited = new ProviderError('slow down', {
    retryable: true,
    fault: 'rate-limited',
    retryAfterMs: 9000,
  });
  const policy = policyWith();
  await partsOf(withRetry(scriptedProvider({ fails: limited }, 'Yes.'), policy), aRequest());
  expect(policy.waits).toEqual([9000]);
});

it('does not wait for a provider that wants to be left alone for long', async () => {
  const limited = new ProviderError('slow down', { retryable: true, retryAfterMs: 60_000 });
  const provider = scriptedProvider({ fails: limited }, 'never said');
  expect(await failureOf(withRetry(provider, policyWith()), aRequest())).toBe(limited);
  expect(provider.asked).toHaveLength(1);
});

it('does not ask again what will not change', async () => {
  const error = malformed();
  const provider = scriptedProvider({ fails: error }, 'never said');
  expect(await failureOf(withRetry(provider, policyWith()), aRequest())).toBe(error);
  expect(provider.asked).toHaveLength(1);
});

it('gives up after so many attempts', async () => {
  const provider = scriptedProvider(...Array.from({ length: 9 }, () => ({ fails: overloaded() })));
  await failureOf(withRetry(provider, policyWith()), aRequest());
  expect(provider.asked).toHaveLength(RETRY_DEFAULTS.attempts);
});

it.each(['stalled', 'timeout'] as const)('asks a model that was %s once more at most', async (fault) => {
  const silent = () => ({ fails: new ProviderError('silent', { retryable: true, fault }) });
  const provider = scriptedProvider(silent(), silent(), 'never said');
  expect(await failureOf(withRetry(provider, policyWith()), aRequest())).toMatchObject({ fault });
  expect(provider.asked).toHaveLength(2);
});

it('repeats one silent call a turn, whichever it is', async () => {
  const silent = () => ({ fails: new ProviderError('silent', { retryable: true, fault: 'stalled' }) });
  const policy = policyWith();
  expect(textOf(await partsOf(withRetry(scriptedProvider(silent(), 'Yes.'), policy), aRequest()))).toBe(
    'Yes.',
  );
  const second = scriptedProvider(silent(), 'never said');
  await failureOf(withRetry(second, policy), aRequest());
  expect(second.asked).toHaveLength(1);
});

it('shares one bound among all calls of a turn', async () => {
  const policy = policyWith({ budget: new RetryBudget(2) });
  const first = scriptedProvider({ fails: overloaded() }, { fails: overloaded() }, 'Yes.');
  expect(textOf(await partsOf(withRetry(first, policy), aRequest()))).toBe('Yes.');
  const second = scriptedProvider({ fails: overloaded() }, 'never said');
  await failureOf(withRetry(second, policy), aRequest());
  expect(second.asked).toHaveLength(1);
});

it('never tells twice what was already passed on', async () => {
  const provider = scriptedProvider({ pieces: ['The sea '], fails: overloaded() }, 'never said');
  await failureOf(withRetry(provider, policyWith()), aRequest());
  expect(provider.asked).toHaveLength(1);
});

it('begins anew a reply of which nothing is kept before its end', async () => {
  const provider = scriptedProvider({ pieces: ['{"half'], fails: overloaded() }, '{"whole": true}');
  const parts = await partsOf(withRetry(provider, policyWith()), aRequest({ restartable: true }));
  expect(textOf(parts)).toBe('{"whole": true}');
});

it('stops waiting at once when the turn is cancelled', async () => {
  const controller = new AbortController();
  const provider = scriptedProvider({ fails: overloaded() }, 'never said');
  const policy = policyWith({ sleep, baseMs: 60_000, maxMs: 60_000 });
  const failure = failureOf(withRetry(provider, policy), aRequest({ signal: controller.signal }));
  setTimeout(() => controller.abort(new Error('cancelled')), 10);
  expect(await failure).toMatchObject({ message: 'cancelled' });
});
