import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { history } from '../support/play.ts';
import {
  askUntilAnswered,
  beginSession,
  followSession,
  type PlayReport,
  playAction,
  readCursor,
  readIndexedHistory,
  startTwoServers,
  type TwoServers,
} from '../support/two-servers.ts';

const isLong = process.env.SCENEWRIGHT_LONG === '1';
/** Sessions and turns of each: 60 turns in the suite, 300 and 3,000 in a long run. */
const EVENINGS = isLong
  ? [
      { sessions: 20, turns: 15 },
      { sessions: 20, turns: 150 },
    ]
  : [{ sessions: 10, turns: 6 }];
const WORDS = [
  'I look around.',
  'I wait for ten minutes.',
  'I look at Marit.',
  'I ask Marit about the ledger.',
];
const PATIENCE = isLong ? 7_200_000 : 900_000;

let cluster: TwoServers;
beforeAll(async () => {
  cluster = await startTwoServers();
}, 300_000);
afterAll(() => cluster.close());

/** Kills either server and restarts the database once, each when a share of the turns has been played. */
async function trouble(report: PlayReport, turns: number): Promise<void> {
  const reached = async (share: number) => {
    while (report.committed < turns * share) await wait(50);
  };
  await reached(0.15);
  await cluster.kill(0);
  await cluster.start(0);
  await reached(0.45);
  await cluster.restartDatabase();
  await reached(0.7);
  await cluster.kill(1);
  await cluster.start(1);
}

/** Plays a session while it is followed; gives what its follower saw. */
async function playSession(turns: number, report: PlayReport) {
  const sessionId = await beginSession(cluster.url);
  const follower = followSession(cluster.url, sessionId);
  const actionIds: string[] = [];
  for (let at = 0; at < turns; at += 1) {
    const text = WORDS[at % WORDS.length] ?? '';
    actionIds.push(await playAction(cluster.url, sessionId, text, report));
  }
  const commits = () => follower.seen().filter(({ __typename }) => __typename === 'TurnCommitted').length;
  await expect.poll(commits, { timeout: PATIENCE }).toBeGreaterThanOrEqual(turns + 1);
  return { sessionId, actionIds, seen: await follower.stop() };
}

it.each(EVENINGS)(
  'plays $sessions sessions of $turns turns on two servers that are killed, on a database that is restarted: each action is one scene, each event comes once',
  async ({ sessions, turns }) => {
    const report: PlayReport = { interrupted: 0, finishedAlone: 0, committed: 0 };
    const playing = Array.from({ length: sessions }, () => playSession(turns, report));
    const [played] = await Promise.all([Promise.all(playing), trouble(report, sessions * turns)]);

    for (const { sessionId, actionIds, seen } of played) {
      const { scenes, turns: made } = await askUntilAnswered(() => history(cluster.url, sessionId));
      const indices = scenes.map(({ index }) => index);
      expect(indices).toEqual(Array.from({ length: Math.min(turns + 2, 100) }, (_, at) => at));
      const ofActions = made.filter(({ actionId }) => actionIds.includes(actionId));
      expect(ofActions.every(({ status }) => status === 'COMMITTED')).toBe(true);
      expect(new Set(made.map(({ actionId }) => actionId)).size).toBe(made.length);

      const sequences = seen.map(({ sequence }) => sequence);
      expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other));
      const committed = seen.filter(({ __typename }) => __typename === 'TurnCommitted');
      expect(committed.map(({ sceneIndex }) => sceneIndex)).toEqual(
        Array.from({ length: turns + 1 }, (_, at) => at + 1),
      );
    }
    // A single turn may fail by itself where few were interrupted.
    const lost = report.interrupted - report.finishedAlone;
    expect(lost, JSON.stringify(report)).toBeLessThanOrEqual(Math.max(1, report.interrupted * 0.1));
  },
  PATIENCE,
);

it(
  'has the whole story in the index of either server',
  async () => {
    const [{ last = 0 } = {}] = await cluster.run('select max(id) as last from logged_history');
    for (const place of [0, 1]) {
      await expect.poll(() => readCursor(cluster.dataFolder(place)), { timeout: PATIENCE }).toBe(last);
    }
    await cluster.stopServers();
    const logged = await cluster.run(
      'select distinct campaign_id from session where id in (select session_id from logged_history)',
    );
    const [first, second] = [
      await readIndexedHistory(cluster.dataFolder(0)),
      await readIndexedHistory(cluster.dataFolder(1)),
    ];
    expect(first).toEqual(second);
    expect(new Set(first.map((id) => id.split('.')[1])).size).toBe(logged.length);
  },
  PATIENCE,
);
