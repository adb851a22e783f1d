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

/**
 * Two real servers on one real PostgreSQL, behind a balancer without stickiness. Each has a data folder of its own. `source` is the
 * folder of their code.
 */
export async function startTwoServers(settings: Record<string, string> = {}, source = '.') {
  const folder = temporaryFolder();
  const postgres = await startPostgres();
  const database = await postgres.newDatabase('cluster');
  const packs = join(folder.path, 'packs');
  writeGuidePack(packs);
  const proxy = await startRoundRobinProxy();
  const servers: (ServerProcess | null)[] = [null, null];
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
    const server = await startServerProcess(environment, code);
    servers[place] = server;
    proxy.setTarget(place, server.url);
  };
  await start(0);
  await start(1);
  return {
    url: proxy.url,
    urlOf: (place: number): string => servers[place]?.url ?? '',
    outputs: () => servers.map((server) => server?.output() ?? ''),
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
    restartDatabase: postgres.restart,
    run: (sql: string) => postgres.query('cluster', sql),
    /** Ends both servers in order, so that their indices can be read. */
    stopServers: async () => {
      for (const server of servers) await server?.stop();
    },
    close: async () => {
      for (const server of servers) await server?.kill();
      await proxy.close();
      await postgres.stop();
      folder.remove();
    },
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

type TurnState = { status: string; attempt: number; isRetryable: boolean };

async function turnOf(url: string, sessionId: string, actionId: string): Promise<TurnState | null> {
  type Answer = {
    session: {
      turns: {
        nodes: {
          actionId: string;
          status: string;
          attempt: number;
          failure: { retryable: boolean } | null;
        }[];
      };
    };
  };
  const query =
    'query ($id: ID!) { session(id: $id) { turns(last: 20) { nodes { actionId status attempt failure { retryable } } } } }';
  const { session } = await ask<Answer>(url, query, { id: sessionId });
  const found = session.turns.nodes.find((turn) => turn.actionId === actionId);
  return found === undefined
    ? null
    : { status: found.status, attempt: found.attempt, isRetryable: found.failure?.retryable === true };
}

export type PlayReport = {
  /** Turns whose connection broke after they had begun, and those of them that ended without being sent again. */
  interrupted: number;
  finishedAlone: number;
  committed: number;
};

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
  let isInterrupted = false;
  let wasSentAgain = false;
  for (;;) {
    const turn = await askUntilAnswered(() => turnOf(url, sessionId, actionId));
    isInterrupted ||= turn !== null && turn.status !== 'COMMITTED';
    if (turn?.status === 'COMMITTED') break;
    if (turn === null || turn.status === 'FAILED') {
      wasSentAgain ||= turn !== null;
      await send().catch(() => {});
    }
    await wait(PAUSE_MILLISECONDS);
  }
  if (!isInterrupted) return;
  report.interrupted += 1;
  if (!wasSentAgain) report.finishedAlone += 1;
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
