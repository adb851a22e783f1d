import { expect, it } from 'vitest';
import { createPlayServices } from '../../src/server/services/play-services.ts';
import { openEngine } from '../support/engine.ts';
import { beginAtQuay } from '../support/quay.ts';

const QUIET = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

it('sets about the recap of a sitting as soon as it has ended', async () => {
  const engine = await openEngine();
  const settings = {
    packs: engine.packRepository,
    models: { small: 'offline', large: 'offline' },
    lease: { leaseSeconds: 60, heartbeatSeconds: 20 },
    feed: engine.lore,
  };
  const { play, tidying } = await createPlayServices(engine.replayTools, settings, QUIET);
  const sessionId = await beginAtQuay(engine);
  await tidying.idle();
  await engine.tidied();
  await play.sittings.endSession(sessionId);
  await tidying.idle();
  expect(await play.sittings.recapOf(sessionId)).not.toBeNull();
  expect(await engine.store.jobs.waiting(sessionId)).toBe(0);
  await play.turns.stop(0);
  await tidying.stop();
  await engine.close();
});
