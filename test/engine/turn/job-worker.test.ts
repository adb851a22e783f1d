import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BudgetExceeded } from '#engine/llm/budget.ts';
import { ModelUnavailable } from '#engine/llm/models.ts';
import { ProviderError } from '#engine/llm/provider.ts';
import { openEngine } from '../../support/engine.ts';
import { watchedStoryteller } from '../../support/prompted-provider.ts';
import { beginAtQuay } from '../../support/quay.ts';
import { temporaryFolder } from '../../support/stores.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const folder = temporaryFolder();
const fault: { error: Error | null } = { error: null };
let asked = 0;
let ahead = 0;
let engine: Awaited<ReturnType<typeof openEngine>>;
const open = () =>
  openEngine({
    folder: folder.path,
    clock: () => new Date(Date.now() + ahead),
    sleep: async () => {},
    provider: watchedStoryteller(async ({ step }) => {
      if (step !== 'recap' && step !== 'session-summary') return;
      asked += 1;
      if (fault.error !== null) throw fault.error;
    }),
  });
beforeAll(async () => {
  engine = await open();
});
beforeEach(() => {
  fault.error = null;
  asked = 0;
});
afterAll(async () => {
  await engine.close();
  folder.remove();
});

/** A sitting that has ended while its recap and its summary cannot be written. */
const endedDuring = async (error: Error) => {
  const sessionId = await beginAtQuay(engine);
  await engine.tidied();
  fault.error = error;
  await engine.sittings.endSession(sessionId);
  await engine.tidy();
  return sessionId;
};
const pass = async (milliseconds: number, lookingEvery = milliseconds) => {
  for (let passed = 0; passed < milliseconds; passed += lookingEvery) {
    ahead += lookingEvery;
    await engine.tidy();
  }
};
const isToldOf = async (sessionId: string) => (await engine.sittings.recapOf(sessionId)) !== null;

const outage = (kind: 'overloaded' | 'unauthorized' | 'not-found', retryable: boolean) =>
  new ProviderError('no answer', { fault: kind, retryable });

it.each([
  ['the provider is down', outage('overloaded', true)],
  ['the key is refused', outage('unauthorized', false)],
  ['the model is not to be had', outage('not-found', false)],
  ['no key is set', new ModelUnavailable('small', 'A_KEY', [])],
  ['the budget is empty', new BudgetExceeded({ name: 'day', limit: 1, spent: 1 }, 0.1)],
])('waits while %s, less and less often, and writes what was owed when it is over', async (_why, error) => {
  const sessionId = await endedDuring(error);
  await pass(30 * MINUTE, MINUTE / 2);
  const soon = asked;
  await pass(3 * DAY, 30 * MINUTE);
  const late = asked - soon;

  expect(await engine.store.jobs.waiting(sessionId)).toBe(2);
  expect(await isToldOf(sessionId)).toBe(false);
  expect(soon).toBeGreaterThan(2);
  expect(soon).toBeLessThan(60);
  expect(late).toBeLessThan(72 * 8);
  fault.error = null;
  await pass(2 * 60 * MINUTE);
  expect(await isToldOf(sessionId)).toBe(true);
  expect(await engine.store.jobs.waiting(sessionId)).toBe(0);
});

it('gives up a job that fails by itself again and again, after hours', async () => {
  const sessionId = await endedDuring(new Error('a bug'));
  await pass(60 * MINUTE, MINUTE);
  expect(await engine.store.jobs.waiting(sessionId)).toBe(2);
  await pass(DAY, 60 * MINUTE);

  expect(await engine.store.jobs.waiting(sessionId)).toBe(0);
  fault.error = null;
  await pass(DAY);
  expect(await isToldOf(sessionId)).toBe(false);
});

it.each([
  ['the session is ended again', (sessionId: string) => engine.sittings.endSession(sessionId)],
  [
    'a server starts',
    async () => {
      await engine.close();
      engine = await open();
    },
  ],
])('tries what was given up once more when %s', async (_when, happen) => {
  const sessionId = await endedDuring(new ProviderError('no', { fault: 'bad-request', retryable: false }));
  expect(await engine.store.jobs.waiting(sessionId)).toBe(0);
  await happen(sessionId);
  await engine.tidy();
  const once = asked;
  await pass(DAY);
  expect(once).toBeGreaterThan(2);
  expect(asked).toBe(once);
  expect(await isToldOf(sessionId)).toBe(false);

  fault.error = null;
  await happen(sessionId);
  await engine.tidy();
  expect(await isToldOf(sessionId)).toBe(true);
});
