import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { history } from '../support/play.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { rowIdOf } from '../support/row-id.ts';
import {
  askUntilAnswered,
  beginSession,
  createPlayReport,
  followSession,
  type PlayReport,
  playAction,
  readCursor,
  readIndexedHistory,
  startTwoServers,
  type TwoServers,
} from '../support/two-servers.ts';

const isLong = process.env.SCENEWRIGHT_LONG === '1';
/** Sessions, turns of each, and how often a server is killed: 60 turns in the suite, 300 and 3,000 in a long run. */
const EVENINGS = isLong
  ? [
      { sessions: 20, turns: 15, kills: 6 },
      { sessions: 20, turns: 150, kills: 40 },
    ]
  : [{ sessions: 10, turns: 6, kills: 2 }];
type Evening = (typeof EVENINGS)[number];
/** Two servers on a database that may be restarted. */
type RestartedServers = TwoServers & { readonly database: OwnPostgres };
const WORDS = [
  'I look around.',
  'I wait for ten minutes.',
  'I look at Marit.',
  'I ask Marit about the ledger.',
];
/** Ends an evening early, on a machine that has no time for all of its turns. */
const MINUTES = Number(process.env.SCENEWRIGHT_MINUTES ?? Number.POSITIVE_INFINITY);
const PATIENCE = isLong ? 4 * 3_600_000 : 900_000;
/** Without a commit for so long, the evening has come to a stop. */
const STALL_MILLISECONDS = 300_000;
/** Step events are only sent to those who ask for them. */
const UNASKED_EVENTS = "'step-started', 'step-finished'";

/** Deals numbers between 0 and 1; the same ones for the same seed. */
function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function say(line: string): void {
  if (isLong) process.stderr.write(`${new Date().toISOString()} ${line}\n`);
}

/** Kills servers at random and restarts the database once, each when a random share of the turns has been played. */
async function trouble(
  cluster: RestartedServers,
  report: PlayReport,
  { evening, dice, isLate }: { evening: Evening; dice: () => number; isLate: () => boolean },
) {
  const all = evening.sessions * evening.turns;
  const reached = async (share: number) => {
    let [before, since] = [report.committed, Date.now()];
    while (report.committed < all * share && !isLate()) {
      await wait(50);
      if (report.committed > before) [before, since] = [report.committed, Date.now()];
      if (Date.now() - since > STALL_MILLISECONDS) throw new Error(`no turn was committed after ${before}`);
    }
  };
  const kills = Array.from({ length: evening.kills }, () => ({
    share: 0.05 + 0.9 * dice(),
    place: dice() < 0.5 ? 0 : 1,
  }));
  const plan = [...kills, { share: 0.3 + 0.4 * dice(), place: null }].sort(
    (one, other) => one.share - other.share,
  );
  for (const { share, place } of plan) {
    await reached(share);
    if (isLate()) return;
    say(
      `${report.committed} of ${all}: ${place === null ? 'restarts the database' : `kills server ${place}`}`,
    );
    if (place === null) await cluster.database.restart();
    else {
      await cluster.kill(place);
      await cluster.start(place);
    }
  }
  await reached(1);
}

/** Plays a session while it is followed; gives what its follower saw. */
async function playSession(cluster: TwoServers, most: number, report: PlayReport, isLate: () => boolean) {
  const sessionId = await beginSession(cluster.url);
  const follower = followSession(cluster.url, sessionId);
  const actionIds: string[] = [];
  for (let at = 0; at < most && !isLate(); at += 1) {
    const text = WORDS[at % WORDS.length] ?? '';
    actionIds.push(await playAction(cluster.url, sessionId, text, report));
  }
  const commits = () => follower.seen().filter(({ __typename }) => __typename === 'TurnCommitted').length;
  await expect.poll(commits, { timeout: STALL_MILLISECONDS }).toBeGreaterThanOrEqual(actionIds.length + 1);
  return { sessionId, actionIds, seen: await follower.stop() };
}

type Played = Awaited<ReturnType<typeof playSession>>;

/** Each action is exactly one scene, in the database and in the API. */
async function checkScenes(cluster: TwoServers, { sessionId, actionIds }: Played): Promise<void> {
  const { scenes, turns } = await askUntilAnswered(() => history(cluster.url, sessionId));
  const stored = await cluster.run(
    `select scene_index, action_id, status, scene.id = turn.scene_id as is_own from scene
     left join turn on turn.id = scene.turn_id where scene.session_id = '${rowIdOf(sessionId)}' order by scene_index`,
  );
  expect(stored.map(({ scene_index }) => scene_index)).toEqual(range(0, actionIds.length + 2));
  // Scenes 0 and 1 are the entry point and the opening.
  expect(stored.slice(2)).toEqual(
    actionIds.map((action_id, at) => ({
      scene_index: at + 2,
      action_id,
      status: 'committed',
      is_own: true,
    })),
  );
  const [counts] = await cluster.run(
    `select count(*)::int as turns from turn where session_id = '${rowIdOf(sessionId)}'`,
  );
  expect(counts).toEqual({ turns: actionIds.length + 1 });
  expect(scenes.map(({ index }) => index)).toEqual(range(0, Math.min(actionIds.length + 2, 100)));
  expect(turns.slice(1).map(({ actionId }) => actionId)).toEqual(actionIds.slice(0, 99));
}

/** The follower got each event for players once and in order. */
async function checkEvents(cluster: TwoServers, { sessionId, actionIds, seen }: Played): Promise<void> {
  const last = seen.at(-1)?.sequence ?? 0;
  const logged = await cluster.run(
    `select sequence from turn_event where session_id = '${rowIdOf(sessionId)}' and sequence <= ${last}
     and audience = 'player' and type not in (${UNASKED_EVENTS}) order by sequence`,
  );
  expect(seen.map(({ sequence }) => sequence)).toEqual(logged.map(({ sequence }) => sequence));
  const committed = seen.filter(({ __typename }) => __typename === 'TurnCommitted');
  expect(committed.map(({ sceneIndex }) => sceneIndex)).toEqual(range(1, actionIds.length + 1));
}

/** Of the turns that were interrupted, at least nine in ten ended without being sent again. */
async function checkInterrupted(cluster: TwoServers, { interrupted, sentAgain }: PlayReport): Promise<void> {
  const taken = await cluster.run('select action_id from turn where attempt > 1');
  const ofServers = new Set([...interrupted, ...taken.map(({ action_id }) => String(action_id))]);
  const counts = { broken: interrupted.size, ofServers: ofServers.size, sentAgain: sentAgain.size };
  say(`interrupted turns: ${JSON.stringify(counts)}`);
  expect(ofServers.size).toBeGreaterThan(0);
  // A single turn may fail by itself where few were interrupted.
  expect(sentAgain.size, JSON.stringify(counts)).toBeLessThanOrEqual(Math.max(1, interrupted.size * 0.1));
}

/** Either server has read the log to its end, and has every campaign's history in its index. Ends the servers. */
async function checkIndices(cluster: TwoServers): Promise<void> {
  const end = async () => (await cluster.run('select max(id) as last from logged_history'))[0]?.last;
  for (const place of [0, 1]) {
    await expect
      .poll(async () => readCursor(cluster.dataFolder(place)) === (await end()), {
        timeout: STALL_MILLISECONDS,
      })
      .toBe(true);
  }
  await cluster.stopServers();
  const logged = await cluster.run(
    'select distinct campaign_id from session where id in (select session_id from logged_history)',
  );
  const [first, second] = [
    await readIndexedHistory(cluster.dataFolder(0)),
    await readIndexedHistory(cluster.dataFolder(1)),
  ];
  say(`entries in the indices: ${first.length} and ${second.length}`);
  expect(new Set(first).size).toBe(first.length);
  expect(first).toEqual(second);
  expect(new Set(first.map((id) => id.split('.')[1])).size).toBe(logged.length);
}

function range(from: number, length: number): readonly number[] {
  return Array.from({ length }, (_, at) => from + at);
}

/** Prints what is needed to find out why an evening failed. */
async function describeFailure(cluster: TwoServers, report: PlayReport): Promise<void> {
  const turns = await cluster
    .run("select * from turn where attempt > 1 or status <> 'committed' order by created_at desc limit 100")
    .catch(String);
  const { interrupted, sentAgain, committed } = report;
  const outputs = cluster.outputs().map((output) => output.slice(-5_000));
  const counts = { committed, interrupted: [...interrupted], sentAgain: [...sentAgain] };
  process.stderr.write(`${JSON.stringify({ ...counts, turns }, null, 1)}\n${outputs.join('\n')}\n`);
}

async function playEvening(
  cluster: RestartedServers,
  evening: Evening,
  report: PlayReport,
  dice: () => number,
): Promise<void> {
  const end = Date.now() + MINUTES * 60_000;
  const isLate = () => Date.now() > end;
  const playing = range(0, evening.sessions).map(() => playSession(cluster, evening.turns, report, isLate));
  const [played] = await Promise.all([
    Promise.all(playing),
    trouble(cluster, report, { evening, dice, isLate }),
  ]);
  say(`${report.committed} turns are committed`);
  for (const one of played) {
    await checkScenes(cluster, one);
    await checkEvents(cluster, one);
  }
  await checkInterrupted(cluster, report);
  await checkIndices(cluster);
}

it.for(EVENINGS)(
  'plays $sessions sessions of $turns turns on two servers that are killed, on a database that is restarted: each action is one scene, each event comes once, and either index has the whole story',
  { timeout: PATIENCE },
  async (evening, { onTestFinished }) => {
    const seed = Number(process.env.SCENEWRIGHT_SEED ?? Date.now());
    const report = createPlayReport();
    const database = await startOwnPostgres();
    const cluster = await startTwoServers(onTestFinished, { startDatabase: async () => database });
    try {
      await playEvening({ ...cluster, database }, evening, report, createDice(seed));
    } catch (error) {
      process.stderr.write(`SCENEWRIGHT_SEED=${seed}\n`);
      await describeFailure(cluster, report);
      throw error;
    }
  },
);
