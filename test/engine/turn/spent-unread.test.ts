import { afterEach, expect, it } from 'vitest';
import { openSqliteStore } from '#engine/store/open-store.ts';
import { openEngine } from '../../support/engine.ts';
import { beginAtQuay, playAtQuay } from '../../support/quay.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
afterEach(() => engine.close());

it('fails one turn when what was spent cannot be read, and no turn after it', async () => {
  let failures = 0;
  engine = await openEngine({
    budgets: { session: 1, day: 1 },
    openStore: async (folder) => {
      const store = await openSqliteStore(folder);
      const { spent } = store.calls;
      const unsteady: typeof spent = async (by) => {
        failures -= 1;
        if (failures >= 0) throw new Error('connection terminated');
        return spent(by);
      };
      return { ...store, calls: { ...store.calls, spent: unsteady } };
    },
  });
  const sessionId = await beginAtQuay(engine);
  failures = 1;
  expect(await playAtQuay(engine, sessionId, 'a', 'I listen.')).toMatchObject({
    status: 'failed',
    failure: { code: 'INTERNAL', retryable: true },
  });
  expect(await playAtQuay(engine, sessionId, 'a', 'I listen.')).toMatchObject({ status: 'committed' });
  const another = await beginAtQuay(engine);
  expect(await playAtQuay(engine, another, 'a', 'I listen.')).toMatchObject({ status: 'committed' });
});
