import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { explainOpenError } from '#engine/store/data-folder.ts';
import { isStoreUnwritable } from '#engine/store/store-errors.ts';
import { toTurnFailure } from '#engine/turn/turn-failure.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { createPlainProvider } from '../support/plain-provider.ts';
import { begin, history, takeTurn } from '../support/play.ts';
import { campaignOf } from '../support/sittings-stage.ts';
import { type StepScript, scriptedSteps } from '../support/step-script.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let connection: DatabaseSync;
let sessionId: string;
const warnings: unknown[] = [];
const script: StepScript = new Map();
beforeAll(async () => {
  const quiet = () => {};
  const warn = (...said: unknown[]) => void warnings.push(said.at(-1));
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  engine = await openEngine({
    provider: scriptedSteps(script, createPlainProvider()),
    apiLog: { info: quiet, debug: quiet, warn, error: (...said) => expect.unreachable(String(said)) },
  });
  // The connection of the store is the last one that was opened with a write-ahead log.
  const opened = exec.mock.calls.flatMap(([sql], at) =>
    sql.includes('wal') ? [exec.mock.contexts[at]] : [],
  );
  connection = opened.at(-1) as DatabaseSync;
  exec.mockRestore();
  sessionId = await begin(engine.url);
  await engine.tidied();
});
afterAll(() => engine.close());

const ready = async () => (await fetch(`${engine.url}/ready`)).json();
const RENAME =
  'mutation ($id: ID!, $name: String!) { renameCampaign(input: { campaignId: $id, name: $name }) { __typename } }';

/** SQLite's own switch gives the error of a disk that can only be read. */
const CLOSE = 'pragma query_only = on';
const OPEN = 'pragma query_only = off';

it('says so, is not ready and takes no turn while the disk can only be read; afterwards everything goes on', async () => {
  const { campaignId } = await campaignOf(engine.url, sessionId);
  expect(await ready()).toMatchObject({ ready: true });
  connection.exec(CLOSE);
  const unready = await ready();
  const refused = await ask(engine.url, RENAME, { id: campaignId, name: 'Another' }).catch(String);
  const turn = await takeTurn(engine.url, sessionId, { actionId: 'closed' }).catch(String);
  connection.exec(OPEN);

  expect(unready).toMatchObject({ ready: false, store: 'not ready' });
  expect(refused).toContain('STORE_UNAVAILABLE');
  expect(refused).toContain('its disk is full or can only be read');
  expect(turn).toContain('STORE_UNAVAILABLE');
  expect(warnings).toContainEqual(expect.stringContaining('cannot save'));
  expect(await ready()).toMatchObject({ ready: true });
  const again = await takeTurn(engine.url, sessionId, { actionId: 'closed' });
  expect(again).toMatchObject({ turn: { status: 'COMMITTED' } });
});

it('answers a turn in the middle of which the disk was closed, and plays it once when it is open again', async () => {
  const before = (await history(engine.url, sessionId)).scenes.length;
  script.set('narrate', () => {
    connection.exec(CLOSE);
    return { say: 'The rain goes on.\n===\nsafe | Wait | You wait.\nsafe | Go | You go.' };
  });
  const failed = await takeTurn(engine.url, sessionId, { actionId: 'middle' });
  script.clear();
  connection.exec(OPEN);

  expect(failed).toMatchObject({ code: 'STORE_UNAVAILABLE', turn: { status: 'FAILED' } });
  // As at the next heartbeat after the lease has run out.
  await engine.turns.sweep({ atStart: true });
  const again = await takeTurn(engine.url, sessionId, { actionId: 'middle' });
  expect(again).toMatchObject({ turn: { status: 'COMMITTED' } });
  expect((await history(engine.url, sessionId)).scenes).toHaveLength(before + 1);
});

it('knows the error of a full disk, as SQLite itself gives it', () => {
  const full = new DatabaseSync(':memory:');
  full.exec('create table word (text text); pragma max_page_count = 2');
  const write = () => full.exec(`insert into word values ('${'x'.repeat(100_000)}')`);
  let error: unknown = null;
  try {
    write();
  } catch (thrown) {
    error = thrown;
  }
  full.close();
  expect(String(error)).toContain('full');
  expect(isStoreUnwritable(error)).toBe(true);
  expect(toTurnFailure(error, 'turn')).toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
  expect(explainOpenError(error, 'x.sqlite', 'data')).toMatchObject({
    name: 'DataUnusableError',
    message: expect.stringContaining('disk of the data folder data is full'),
  });
});
