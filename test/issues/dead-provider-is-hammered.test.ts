import { afterEach, expect, it } from 'vitest';
import { ProviderError } from '#engine/llm/provider.ts';
import { openEngine } from '../support/engine.ts';
import { watchedStoryteller } from '../support/prompted-provider.ts';
import { beginAtQuay, playAtQuay } from '../support/quay.ts';
import { temporaryFolder } from '../support/stores.ts';

const STEPS = ['read', 'resolve', 'react', 'plan', 'narrate', 'record', 'judge', 'check-repair'];
const TURNS = 9;

let engine: Awaited<ReturnType<typeof openEngine>>;
const folder = temporaryFolder();
afterEach(async () => {
  await engine.close();
  folder.remove();
});

it('leaves a provider that is down alone for a while, also after a restart, and does the work once it is back', async () => {
  let isDown = true;
  let asked = 0;
  let ahead = 0;
  const open = () =>
    openEngine({
      folder: folder.path,
      clock: () => new Date(Date.now() + ahead),
      provider: watchedStoryteller(async ({ step }) => {
        if (STEPS.includes(step)) return;
        asked += 1;
        if (isDown) throw new ProviderError('down', { fault: 'overloaded', retryable: true });
      }),
    });
  engine = await open();
  const sessionId = await beginAtQuay(engine);
  for (let turn = 0; turn < TURNS; turn += 1) await playAtQuay(engine, sessionId, `a${turn}`, 'I wait.');
  // The end of a sitting leaves its summary and its recap to be written.
  await engine.sittings.endSession(sessionId);
  await engine.tidy();
  const waiting = await engine.store.jobs.waiting();
  const askedOnce = asked;
  await engine.close();
  engine = await open();
  for (let time = 0; time < 10; time += 1) await engine.tidy();

  expect(waiting).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(askedOnce * 2);
  isDown = false;
  ahead = 3_600_000;
  await engine.tidy();
  expect(await engine.store.jobs.waiting()).toBe(0);
}, 120_000);
