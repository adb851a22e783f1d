import { afterEach, expect, it } from 'vitest';
import { openSqliteStore } from '#engine/store/open-store.ts';
import { openEngine, QUIET } from '../../support/engine.ts';
import { beginAtQuay, finishLeftTurns, playAtQuay, send } from '../../support/quay.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let warnings: string[];
afterEach(() => engine.close());

/** Opens an engine whose recorded spending can be made unreadable once. */
async function openUnsteady(fault: Error): Promise<() => void> {
  let failures = 0;
  warnings = [];
  engine = await openEngine({
    log: { ...QUIET, warn: (_about, message) => void warnings.push(message) },
    budgets: { session: 1, day: 1 },
    openStore: async (folder) => {
      const store = await openSqliteStore(folder);
      const { spent } = store.calls;
      const unsteady: typeof spent = async (by) => {
        failures -= 1;
        if (failures >= 0) throw fault;
        return spent(by);
      };
      return { ...store, calls: { ...store.calls, spent: unsteady } };
    },
  });
  return () => {
    failures = 1;
  };
}

it('leaves a turn to be taken over when the database went away under it', async () => {
  const fail = await openUnsteady(new Error('Connection terminated unexpectedly'));
  const sessionId = await beginAtQuay(engine);
  fail();
  const { id } = await send(engine, sessionId, 'a', 'I listen.');
  await expect.poll(() => warnings).toContain('the database is away; the turn goes on when it is back');
  expect(await engine.store.turns.find(id)).toMatchObject({ status: 'running', failure: null });
  await finishLeftTurns(engine);
  expect(await engine.store.turns.find(id)).toMatchObject({ status: 'committed', attempt: 2 });
});

it('fails one turn when what was spent cannot be read, and no turn after it', async () => {
  const fail = await openUnsteady(new Error('the table of calls is damaged'));
  const sessionId = await beginAtQuay(engine);
  fail();
  expect(await playAtQuay(engine, sessionId, 'a', 'I listen.')).toMatchObject({
    status: 'failed',
    failure: { code: 'INTERNAL', retryable: true },
  });
  expect(await playAtQuay(engine, sessionId, 'a', 'I listen.')).toMatchObject({ status: 'committed' });
  const another = await beginAtQuay(engine);
  expect(await playAtQuay(engine, another, 'a', 'I listen.')).toMatchObject({ status: 'committed' });
});
