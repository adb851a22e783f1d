import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '#engine/llm/provider.ts';
import { openPostgresqlStore } from '#engine/store/open-store.ts';
import { Secret } from '#engine/util/secret.ts';
import { openEngine } from '../../support/engine.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { watchedStoryteller } from '../../support/prompted-provider.ts';
import { beginAtQuay, playAtQuay, send } from '../../support/quay.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;
const SLOW = 'I read the whole ledger, slowly.';

/** A storyteller that thinks about one turn until it is let go, or told to stop. */
function slowOne() {
  const reached = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  const provider: Provider = watchedStoryteller(async ({ step, input, signal }) => {
    if (!isFirst || step !== 'narrate' || Object(input).playerText !== SLOW) return;
    isFirst = false;
    signal.addEventListener('abort', () => stopped.resolve());
    reached.resolve();
    await Promise.race([released.promise, stopped.promise]);
    signal.throwIfAborted();
  });
  return { provider, reached: reached.promise, stopped: stopped.promise, letGo: () => released.resolve() };
}

const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

async function opened(options: Parameters<typeof openEngine>[0]): Promise<Engine> {
  const engine = await openEngine(options);
  engines.push(engine);
  return engine;
}

/** Sets a slow turn going on one server and calls it off on the other. */
async function calledOff(here: Engine, there: Engine, slow: ReturnType<typeof slowOne>) {
  const sessionId = await beginAtQuay(here);
  const turn = await send(here, sessionId, 'slow', SLOW);
  await slow.reached;
  return { sessionId, turn, ended: await there.turns.cancel(turn.id) };
}

async function expectOnlyARecording({ store }: Engine, turnId: string, sessionId: string): Promise<void> {
  await expect.poll(() => store.turns.recording(turnId, 1), { timeout: 10_000 }).toMatchObject({});
  expect(await store.turns.find(turnId)).toMatchObject({ status: 'cancelled', sceneId: null });
  const told = (await store.events.after(sessionId, 0, 500)).filter((event) => event.turnId === turnId);
  expect(told.at(-1)?.type).toBe('turn-cancelled');
  expect(told.filter(({ type }) => /turn-(?:failed|committed)/.test(type))).toEqual([]);
}

describe('two servers on one PostgreSQL', () => {
  let postgres: TestPostgres;
  let url: Secret;
  beforeAll(async () => {
    postgres = await startPostgres();
    url = new Secret(await postgres.newMigratedDatabase('cancels'));
  }, 60_000);
  afterAll(() => postgres.stop());

  it('call each other’s turns off at once: the model is stopped, and the recording stays', async () => {
    const slow = slowOne();
    const openStore = () => openPostgresqlStore(url);
    const here = await opened({ openStore, provider: slow.provider });
    const there = await opened({ openStore });
    const { sessionId, turn, ended } = await calledOff(here, there, slow);

    expect(ended).toMatchObject({ id: turn.id, status: 'cancelled' });
    // Nobody lets the model go, and the next beat of the lease is far away.
    await slow.stopped;
    await expectOnlyARecording(there, turn.id, sessionId);
    expect(await playAtQuay(there, sessionId, 'next', 'I wait.')).toMatchObject({ status: 'committed' });
  }, 60_000);

  it('keep nothing of a turn called off elsewhere, also where no wake arrives', async () => {
    const slow = slowOne();
    const openStore = () => openPostgresqlStore(url);
    const deaf = async () => ({ ...(await openStore()), wakes: null });
    const here = await opened({ openStore: deaf, provider: slow.provider });
    const there = await opened({ openStore });
    const { sessionId, turn, ended } = await calledOff(here, there, slow);

    expect(ended).toMatchObject({ id: turn.id, status: 'cancelled' });
    slow.letGo();
    await expectOnlyARecording(there, turn.id, sessionId);
    expect(await playAtQuay(there, sessionId, 'slow', SLOW)).toMatchObject({
      attempt: 2,
      status: 'committed',
    });
  }, 60_000);

  it('leave a turn alone that has ended', async () => {
    const here = await opened({ openStore: () => openPostgresqlStore(url) });
    const sessionId = await beginAtQuay(here);
    const turn = await playAtQuay(here, sessionId, 'a', 'I wait.');
    expect(await here.turns.cancel(turn.id)).toMatchObject({ status: 'committed' });
    expect(await here.turns.cancel('nobody')).toBeNull();
  }, 60_000);
});
