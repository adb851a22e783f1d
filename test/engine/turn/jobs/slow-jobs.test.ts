import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createJobWorker, type JobWorker } from '#engine/turn/job-worker.ts';
import { openEngine } from '../../../support/engine.ts';
import { watchedStoryteller } from '../../../support/prompted-provider.ts';
import { beginAtQuay } from '../../../support/quay.ts';

let ahead = 0;
const held: (() => void)[] = [];
const logged: string[] = [];
let engine: Awaited<ReturnType<typeof openEngine>>;
let servers: readonly JobWorker[] = [];
beforeAll(async () => {
  engine = await openEngine({
    clock: () => new Date(Date.now() + ahead),
    provider: watchedStoryteller(async ({ step, signal }) => {
      if (step !== 'recap') return;
      await new Promise<void>((resolve, reject) => {
        held.push(resolve);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    }),
  });
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  vi.useRealTimers();
  held.length = 0;
  logged.length = 0;
});
afterAll(() => engine.close());

const log = {
  info: (_about: object, text: string) => void logged.push(text),
  warn: (_about: object, text: string) => void logged.push(text),
  error: () => {},
  debug: () => {},
};
/** A recap to be written by whichever of two servers comes first; the first has begun. */
const begun = async () => {
  const sessionId = await beginAtQuay(engine);
  await engine.tidied();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const [first, second] = [
    createJobWorker(engine.replayTools, log),
    createJobWorker(engine.replayTools, log),
  ];
  servers = [first, second];
  const { store } = engine;
  const recap = { id: `recap ${sessionId}`, kind: 'recap', key: 'recap', payload: {} };
  await store.jobs.add({ sessionId, index: 1 }, [recap], new Date(Date.now() + ahead));
  first.wake();
  await vi.waitUntil(() => held.length === 1);
  return { sessionId, first, second };
};
const renewals = () => vi.spyOn(engine.store.jobs, 'renew');

it('keeps a job that takes long, and no other server does it again', async () => {
  const renew = renewals();
  const { sessionId, first, second } = await begun();
  for (let beat = 1; beat <= 6; beat += 1) {
    ahead += 40_000;
    vi.advanceTimersByTime(40_000);
    await vi.waitUntil(
      () => renew.mock.settledResults.filter(({ type }) => type === 'fulfilled').length >= beat,
    );
  }
  second.wake();
  await second.idle();
  expect(held).toHaveLength(1);

  held[0]?.();
  await first.idle();
  expect(await engine.sittings.recapOf(sessionId)).not.toBeNull();
  expect(await engine.store.jobs.waiting(sessionId)).toBe(0);
  expect(logged).toEqual(['settled']);
});

it('lets go of a job that was lost to another server, and does not call it settled', async () => {
  const { sessionId, first, second } = await begun();
  ahead += 121_000;
  second.wake();
  await vi.waitUntil(() => held.length === 2);
  held[0]?.();
  await first.idle();
  expect(logged).toEqual(['a job was lost to another server']);

  held[1]?.();
  await second.idle();
  expect(logged.at(-1)).toBe('settled');
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  expect(await engine.store.summaries.last(lineage, 'recap', 9)).toHaveLength(1);
});

it('stops working on a job as soon as it hears that it was lost', async () => {
  const { first, second } = await begun();
  ahead += 121_000;
  second.wake();
  await vi.waitUntil(() => held.length === 2);
  vi.advanceTimersByTime(40_000);
  await first.idle();
  expect(logged).toEqual(['a job was lost to another server']);
  held[1]?.();
  await second.idle();
});

it('does not lose a job by being stopped again and again in the middle of it', async () => {
  const { sessionId } = await begun();
  for (let stop = 1; stop < 12; stop += 1) {
    for (const server of servers) await server.stop();
    servers = [createJobWorker(engine.replayTools, log)];
    servers[0]?.wake();
    await vi.waitUntil(() => held.length === stop + 1);
  }
  held.at(-1)?.();
  await servers[0]?.idle();
  expect(await engine.sittings.recapOf(sessionId)).not.toBeNull();
});
