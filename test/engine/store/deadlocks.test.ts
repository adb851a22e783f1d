import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresqlStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import { Secret } from '#engine/util/secret.ts';
import { cancellation, later, NOON, someCampaign } from '../../support/campaigns.ts';
import { startPostgres, type TestConnection, type TestPostgres } from '../../support/postgres.ts';

const DATABASE = 'deadlocks';

let postgres: TestPostgres;
let store: Store;
let other: TestConnection;
beforeAll(async () => {
  postgres = await startPostgres();
  store = await openPostgresqlStore(new Secret(await postgres.newMigratedDatabase(DATABASE)));
  other = await postgres.connect(DATABASE);
}, 120_000);
afterAll(async () => {
  await other.close();
  await postgres.stop();
});

const jobsFor = () => [{ id: randomUUID(), kind: 'session-summary', key: 'session-summary', payload: {} }];

const endSession = (sessionId: string) => {
  const event = {
    turnId: null,
    audience: 'player',
    type: 'session-ended',
    payload: {},
    createdAt: NOON,
  } as const;
  return store.sessions.end({ sessionId, jobsFor, event, cancellation, at: NOON });
};

const WAITING =
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Waits until so many transactions wait for others. */
const untilWaiting = (count: number) =>
  expect.poll(() => postgres.query(DATABASE, WAITING), { timeout: 20_000 }).toHaveLength(count);

it('ends a session again while the job it left is being finished', async () => {
  const { sessionId } = await someCampaign(store);
  await endSession(sessionId);
  const [job] = await store.jobs.claim(1, NOON, later(60));
  if (job === undefined) throw new Error('no job');

  await other.run('begin; lock table summary_row in access exclusive mode');
  const scene = { sessionId, index: 0 };
  const row = { kind: 'session', subjectId: null, scene, fromSceneIndex: 0, text: 'It rained.' } as const;
  const finished = store.jobs.done(job, { summaries: [{ id: randomUUID(), ...row, createdAt: NOON }] }, NOON);
  await untilWaiting(1);
  const ended = endSession(sessionId);
  await untilWaiting(2);
  await other.run('commit');

  expect(await finished).toBe(true);
  expect(await ended).toMatchObject({ end: 'already-ended' });
  expect(await store.jobs.waiting(sessionId)).toBe(0);
}, 60_000);

it('runs a transaction again that PostgreSQL ended because of a deadlock', async () => {
  const [first, second] = [await someCampaign(store), await someCampaign(store)];
  const lock = (sessionId: string) => other.run(`select 1 from session where id = '${sessionId}' for update`);
  const held = second.sessionId;
  await postgres.run(DATABASE, `update session set campaign_id = '${first.campaignId}' where id = '${held}'`);
  const [lower = '', upper = ''] = [first.sessionId, held].sort();

  await other.run('begin');
  await lock(upper);
  const ended = endSession(lower);
  await untilWaiting(1);
  await lock(lower);
  await other.run('commit');

  expect(await ended).toMatchObject({ end: 'ended' });
  expect(await store.jobs.waiting(lower)).toBe(1);
  await store.close();
  const count = 'select deadlocks::int from pg_stat_database where datname = current_database()';
  // The test before made none.
  await expect.poll(() => postgres.query(DATABASE, count), { timeout: 20_000 }).toEqual([{ deadlocks: 1 }]);
}, 60_000);
