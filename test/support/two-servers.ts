import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '@lancedb/lancedb';
import { ask, type LiveEvent, type Watch, watchBySse } from './graphql-clients.ts';
import { writeGuidePack } from './guide-pack.ts';
import { begin, takeTurn } from './play.ts';
import { startPostgres } from './postgres.ts';
import { startRoundRobinProxy } from './round-robin-proxy.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { temporaryFolder } from './stores.ts';

const PAUSE_MILLISECONDS = 250;

type OnFinished = (close: () => Promise<void>) => void;

type Options = {
  readonly settings?: Readonly<Record<string, string>>;
  /** Folder of the code of both servers. */
  readonly source?: string;
  /** Returns a database server; the one of all tests, unless it is to be restarted. */
  readonly startDatabase?: typeof startPostgres;
};

/**
 * Two real servers on one real PostgreSQL, behind a balancer without stickiness. Each has a data folder of its own.
 * `onFinished` is told how to end them before the first of them starts, so a test that times out meanwhile leaves nothing running.
 */
export async function startTwoServers(
  onFinished: OnFinished,
  { settings = {}, source = '.', startDatabase = startPostgres }: Options = {},
) {
  const ending = new AbortController();
  const folder = temporaryFolder();
  const servers: (ServerProcess | null)[] = [null, null];
  const started: { name: string; server: ServerProcess }[] = [];
  const startingPostgres = startDatabase();
  const startingProxy = startRoundRobinProxy();
  const close = async () => {
    // Also ends a server that has not printed its address yet.
    ending.abort();
    for (const { server } of started) await server.kill();
    await (await startingProxy).close();
    await (await startingPostgres).stop();
    folder.remove();
  };
  onFinished(close);
  const postgres = await startingPostgres;
  const proxy = await startingProxy;
  const database = await postgres.newMigratedDatabase('cluster');
  const packs = join(folder.path, 'packs');
  writeGuidePack(packs);
  const dataFolder = (place: number) => join(folder.path, `server-${place}`);
  const start = async (place: number, code = source): Promise<void> => {
    const environment = {
      DATABASE_URL: database,
      SCENEWRIGHT_DATA: dataFolder(place),
      SCENEWRIGHT_PACKS: packs,
      EMBEDDINGS: 'none',
      OFFLINE_WORDS_PER_SECOND: '300',
      TURN_LEASE_SECONDS: '5',
      TURN_HEARTBEAT_SECONDS: '1',
      ...settings,
    };
    const server = await startServerProcess(environment, code, undefined, ending.signal);
    servers[place] = server;
    started.push({ name: `server ${place}, started ${new Date().toISOString()}`, server });
    proxy.setTarget(place, server.url);
  };
  await start(0);
  await start(1);
  return {
    url: proxy.url,
    urlOf: (place: number): string => servers[place]?.url ?? '',
    /** Returns what every server printed, also those that were killed. */
    outputs: () => started.map(({ name, server }) => `--- ${name}\n${server.output()}`),
    dataFolder,
    start,
    /** Ends a server as a crash would; the balancer notices that it is gone. */
    kill: async (place: number) => {
      await servers[place]?.kill();
      proxy.setTarget(place, null);
    },
    /** Ends a server in order and starts it again from other code; meanwhile the other one plays. */
    replace: async (place: number, code: string) => {
      proxy.setTarget(place, null);
      await servers[place]?.stop();
      await start(place, code);
    },
    run: (sql: string) => postgres.query('cluster', sql),
    /** Ends both servers in order, so that their indices can be read. */
    stopServers: async () => {
      for (const server of servers) await server?.stop();
    },
    close,
  };
}

export type TwoServers = Awaited<ReturnType<typeof startTwoServers>>;

/** Asks until there is an answer: a server or the database may be away just now. */
export async function askUntilAnswered<Answer>(what: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await what();
    } catch {
      await wait(PAUSE_MILLISECONDS);
    }
  }
}

/** Follows a session through every loss of its connection, from the last cursor on. */
export function followSession(url: string, sessionId: string) {
  const events: LiveEvent[] = [];
  let isOver = false;
  let watch: Watch | null = null;
  const run = async () => {
    while (!isOver) {
      const own = watchBySse(url, sessionId, events.at(-1)?.cursor ?? null);
      watch = own;
      while (own.ended() === null && !isOver) await wait(PAUSE_MILLISECONDS);
      events.push(...own.events.filter(({ cursor }) => typeof cursor === 'string'));
      own.stop();
    }
  };
  const running = run();
  return {
    /** Everything that was received, in order. */
    seen: () => [...events, ...(watch?.events ?? []).filter(({ cursor }) => typeof cursor === 'string')],
    stop: async (): Promise<readonly LiveEvent[]> => {
      isOver = true;
      await running;
      return events;
    },
  };
}

async function readTurnStatus(url: string, sessionId: string, actionId: string): Promise<string | null> {
  type Answer = { session: { turns: { nodes: { actionId: string; status: string }[] } } };
  const query = 'query ($id: ID!) { session(id: $id) { turns(last: 20) { nodes { actionId status } } } }';
  const { session } = await ask<Answer>(url, query, { id: sessionId });
  return session.turns.nodes.find((turn) => turn.actionId === actionId)?.status ?? null;
}

export type PlayReport = {
  /** Actions whose connections broke while their turn ran, and actions that were sent again after their turn had begun. */
  readonly interrupted: Set<string>;
  readonly sentAgain: Set<string>;
  committed: number;
};

export function createPlayReport(): PlayReport {
  return { interrupted: new Set(), sentAgain: new Set(), committed: 0 };
}

/**
 * Plays one action until it is committed. Sends it twice at the same time, to both servers. When the connection breaks
 * and the turn has begun, it waits for the turn; only a turn that failed, or never began, is sent again.
 */
export async function playAction(
  url: string,
  sessionId: string,
  text: string,
  report: PlayReport,
): Promise<string> {
  const actionId = randomUUID();
  const once = () => takeTurn(url, sessionId, { actionId, text });
  const both = await Promise.allSettled([once(), once()]);
  const isDone = both.some(({ status, ...rest }) => {
    const { value } = Object(rest);
    return status === 'fulfilled' && value?.turn?.status === 'COMMITTED';
  });
  if (!isDone) await finishAction(url, sessionId, actionId, once, report);
  report.committed += 1;
  return actionId;
}

async function finishAction(
  url: string,
  sessionId: string,
  actionId: string,
  send: () => Promise<unknown>,
  report: PlayReport,
): Promise<void> {
  for (;;) {
    const status = await askUntilAnswered(() => readTurnStatus(url, sessionId, actionId));
    if (status === 'COMMITTED') return;
    if (status !== null) report.interrupted.add(actionId);
    if (status === null || status === 'FAILED') {
      if (status !== null) report.sentAgain.add(actionId);
      await send().catch(() => {});
    }
    await wait(PAUSE_MILLISECONDS);
  }
}

/** Begins a session by way of the balancer, on whichever server, also while one of them is away. */
export function beginSession(url: string): Promise<string> {
  return askUntilAnswered(() => begin(url));
}

/** The history a server's index holds: the ids of every campaign's entries. */
export async function readIndexedHistory(dataFolder: string): Promise<readonly string[]> {
  const connection = await connect(join(dataFolder, 'lance'));
  const names = (await connection.tableNames()).filter((name) => name.startsWith('history.'));
  const ids: string[] = [];
  for (const name of names) {
    const table = await connection.openTable(name);
    const rows: { id: string }[] = await table.query().select(['id']).toArray();
    ids.push(...rows.map(({ id }) => `${name} ${id}`));
  }
  connection.close();
  return ids.sort();
}

/** How far a server's index has read the log. */
export function readCursor(dataFolder: string): number {
  try {
    return JSON.parse(readFileSync(join(dataFolder, 'lance', 'history-cursor.json'), 'utf8')).position;
  } catch {
    return 0;
  }
}
