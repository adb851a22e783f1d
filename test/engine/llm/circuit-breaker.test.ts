import { expect, it } from 'vitest';
import { ProviderError, type ProviderFault } from '#engine/llm/provider.ts';
import { CircuitBreaker, withCircuitBreaker } from '#engine/llm/wrappers/circuit-breaker.ts';
import { aRequest, failureOf, partsOf } from '../../support/wire/a-request.ts';
import { type Line, scriptedProvider } from '../../support/wire/scripted-provider.ts';

let now = 0;
const clock = () => new Date(now);
const failing = (fault: ProviderFault): Line => ({
  fails: new ProviderError(fault, { retryable: true, fault }),
});

const opened = (...script: (Line | string)[]) => {
  now = 0;
  const breaker = new CircuitBreaker(clock, { failures: 3, coolDownMs: 1000 });
  const provider = scriptedProvider(...script);
  return { breaker, provider, door: withCircuitBreaker(provider, breaker) };
};

const fail = async (door: ReturnType<typeof opened>['door'], times: number) => {
  for (let time = 0; time < times; time += 1) await failureOf(door, aRequest());
};

it('stops asking a provider that has failed several times in a row', async () => {
  const { door, provider } = opened(...Array.from({ length: 3 }, () => failing('server-error')));
  await fail(door, 3);
  const error = await failureOf(door, aRequest());
  expect(error).toMatchObject({ fault: 'circuit-open', retryable: true, retryAfterMs: 1000 });
  expect(provider.asked).toHaveLength(3);
});

it('lets one call try after a while, and closes again when it succeeds', async () => {
  const { door, breaker } = opened(
    ...Array.from({ length: 3 }, () => failing('connection-lost')),
    'Back.',
    'Again.',
  );
  await fail(door, 3);
  now = 1000;
  await partsOf(door, aRequest());
  expect(breaker.state).toBe('closed');
  await partsOf(door, aRequest());
});

it('opens again at once when the try fails', async () => {
  const { door, breaker, provider } = opened(...Array.from({ length: 4 }, () => failing('stalled')));
  await fail(door, 3);
  now = 1000;
  await fail(door, 1);
  expect(breaker.state).toBe('open');
  await fail(door, 1);
  expect(provider.asked).toHaveLength(4);
});

it('lets nobody else through while one call is trying', async () => {
  const { door, breaker } = opened(...Array.from({ length: 3 }, () => failing('timeout')), {
    pieces: ['Slow ', 'reply.'],
  });
  await fail(door, 3);
  now = 1000;
  const trying = door.stream(aRequest())[Symbol.asyncIterator]();
  await trying.next();
  expect(breaker.state).toBe('trying');
  expect(await failureOf(door, aRequest())).toMatchObject({ fault: 'circuit-open' });
  await trying.return?.();
  expect(breaker.state).toBe('open');
});

it('does not hold a refused key or a malformed request against the provider', async () => {
  const { door, breaker } = opened(
    ...(['unauthorized', 'bad-request', 'rate-limited', 'not-found'] as const).map(failing),
  );
  await fail(door, 4);
  expect(breaker.state).toBe('closed');
});

it('forgets earlier failures after a success', async () => {
  const { door, breaker } = opened(
    failing('server-error'),
    failing('server-error'),
    'Fine.',
    failing('server-error'),
  );
  await fail(door, 2);
  await partsOf(door, aRequest());
  await fail(door, 1);
  expect(breaker.state).toBe('closed');
});
