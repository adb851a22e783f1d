import { setTimeout as wait } from 'node:timers/promises';
import { watchBySse } from '../test/support/graphql-clients.ts';
import { begin, takeTurn } from '../test/support/play.ts';
import { startTwoServers, type TwoServers } from '../test/support/two-servers.ts';

/** Running turns a node is given at once, seconds of each measurement, and the pace of the imitated narrator. */
const TURNS_PER_NODE = 4;
const SECONDS = 30;
const WORDS_PER_SECOND = '15';

type Measured = {
  readonly turnsPerSecond: number;
  readonly firstWord: number;
  readonly databaseMilliseconds: number;
  readonly transactions: number;
};

type Player = {
  readonly play: (until: number) => Promise<number[]>;
  readonly stop: () => void;
  /** Milliseconds that its first turn took. */
  readonly turnTime: number;
};

/** Begins a session on a node. Then it plays turns one after another and gives the times to the first word. */
async function openPlayer(url: string): Promise<Player> {
  const sessionId = await begin(url);
  const watch = watchBySse(url, sessionId);
  await watch.until(() => true);
  const playTurn = async (): Promise<number> => {
    const at = performance.now();
    const { turn, message } = await takeTurn(url, sessionId, { text: 'I look around.', wait: false });
    if (turn === undefined) throw new Error(message);
    const isOfTurn = (type: string) => (event: { __typename: string; turnId: string }) =>
      event.__typename === type && event.turnId === turn.id;
    const told = watch.until(isOfTurn('NarrationDelta')).then(() => performance.now() - at);
    await watch.until(isOfTurn('TurnCommitted'));
    return told;
  };
  const start = performance.now();
  await playTurn();
  const turnTime = performance.now() - start;
  const play = async (until: number) => {
    const firstWords: number[] = [];
    while (performance.now() < until) firstWords.push(await playTurn());
    return firstWords;
  };
  return { play, stop: watch.stop, turnTime };
}

async function readDatabase(cluster: TwoServers): Promise<{ active: number; commits: number }> {
  const [row = {}] = await cluster.run(
    'select active_time as active, xact_commit as commits from pg_stat_database where datname = current_database()',
  );
  return { active: Number(row.active), commits: Number(row.commits) };
}

/**
 * Loads some nodes, each with as many turns at once. The players of a node begin one after another within the time of one turn:
 * turns that all begin in the same instant would measure how fast both cores work off a burst.
 */
async function measure(cluster: TwoServers, places: readonly number[], perNode: number): Promise<Measured> {
  const seats = places.flatMap((place, order) =>
    Array.from({ length: perNode }, (_, at) => ({
      url: cluster.urlOf(place),
      share: (at + order / places.length) / perNode,
    })),
  );
  const players: Player[] = [];
  for (const { url } of seats) players.push(await openPlayer(url));
  const turnTime = Math.min(...players.map((player) => player.turnTime));
  const before = await readDatabase(cluster);
  const start = performance.now();
  const played = await Promise.all(
    players.map(async ({ play }, at) => {
      const pause = turnTime * (seats[at]?.share ?? 0);
      await wait(pause);
      return play(start + pause + SECONDS * 1000);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  for (const { stop } of players) stop();
  const times = played.flat().sort((one, other) => one - other);
  const after = await readDatabase(cluster);
  return {
    turnsPerSecond: times.length / seconds,
    firstWord: times[Math.floor(times.length / 2)] ?? Number.NaN,
    databaseMilliseconds: (after.active - before.active) / times.length,
    transactions: (after.commits - before.commits) / times.length,
  };
}

const show = (name: string, { turnsPerSecond, firstWord, databaseMilliseconds, transactions }: Measured) =>
  process.stdout.write(
    `${name.padEnd(34)} ${turnsPerSecond.toFixed(2).padStart(7)} turns/s  first word ${firstWord.toFixed(0).padStart(5)} ms  database ${databaseMilliseconds.toFixed(1).padStart(6)} ms and ${transactions.toFixed(0)} transactions a turn\n`,
  );

/** One node beside two, with imitated model time; then both without model time, until more turns at once bring no more. */
export async function run(): Promise<void> {
  const paced = await startTwoServers(() => {}, {
    settings: { OFFLINE_WORDS_PER_SECOND: WORDS_PER_SECOND },
  });
  const [one, two] = [
    await measure(paced, [0], TURNS_PER_NODE),
    await measure(paced, [0, 1], TURNS_PER_NODE),
  ];
  await paced.close();
  show(`one node, ${TURNS_PER_NODE} turns at once`, one);
  show(`two nodes, ${TURNS_PER_NODE} turns at once each`, two);
  const ratio = two.turnsPerSecond / one.turnsPerSecond;
  const isReached = ratio >= 1.9 ? 'reached' : 'missed';
  process.stdout.write(
    `ratio ${ratio.toFixed(2)}x turns (goal 1.9x ${isReached}), ${(two.firstWord / one.firstWord).toFixed(2)}x first word\n`,
  );
  const unpaced = await startTwoServers(() => {}, { settings: { OFFLINE_WORDS_PER_SECOND: '0' } });
  for (const perNode of [1, 4, 8]) {
    const measured = await measure(unpaced, [0, 1], perNode);
    show(`two nodes, no model time, ${perNode} each`, measured);
    const most = 1000 / measured.databaseMilliseconds;
    process.stdout.write(`  one busy core of the database carries about ${most.toFixed(0)} turns/s\n`);
  }
  await unpaced.close();
}
