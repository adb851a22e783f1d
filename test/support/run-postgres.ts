import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Name of the socket in the folder of a run through which tests ask for PostgreSQL. */
const SOCKET = 'postgres.socket';

/**
 * Starts the one PostgreSQL server of a run when a test first asks for it. Returns how to stop it when the run is over.
 * It belongs to the process that starts the tests, because workers come and go.
 */
export function offerPostgres(folder: string): () => Promise<void> {
  let starting: ReturnType<typeof start> | undefined;
  const start = async () => {
    const { startPostgresServer } = await import('./postgres-server.ts');
    return startPostgresServer(join(folder, 'postgres'));
  };
  const offers = createServer(async (socket) => {
    starting ??= start();
    try {
      socket.end(String((await starting).port));
    } catch (error) {
      socket.end(`PostgreSQL did not start: ${error}`);
    }
  });
  offers.listen(join(folder, SOCKET));
  offers.unref();
  return async () => {
    offers.close();
    await (await starting?.catch(() => undefined))?.server.stop();
  };
}

/** Asks for the port of the run's server; null for a script that runs without tests. */
export async function askForPort(folder: string | undefined): Promise<number | null> {
  if (folder === undefined || !existsSync(join(folder, SOCKET))) return null;
  const answer = await text(connect(join(folder, SOCKET)));
  if (!/^\d+$/.test(answer)) throw new Error(answer);
  return Number(answer);
}
