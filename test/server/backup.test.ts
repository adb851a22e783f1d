import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import { Secret } from '#engine/util/secret.ts';
import { someCampaign } from '../support/campaigns.ts';
import { freePort } from '../support/postgres-server.ts';
import { temporaryFolder } from '../support/stores.ts';

it('makes a backup by the command of the documents while a server works, and plays on from it', async () => {
  const folder = temporaryFolder();
  symlinkSync(resolve('node_modules'), join(folder.path, 'node_modules'));
  const running = await openSqliteStore(join(folder.path, 'data'));
  const { sessionId } = await someCampaign(running);
  const command = /^SQLite: `(.+?)`/m.exec(readFileSync('docs/operations.md', 'utf8'))?.[1];
  execFileSync('sh', ['-c', command ?? 'false'], { cwd: folder.path });
  const { sessionId: later } = await someCampaign(running);
  await running.close();

  mkdirSync(join(folder.path, 'restored'));
  cpSync(join(folder.path, 'backup.sqlite'), join(folder.path, 'restored', 'scenewright.sqlite'));
  const restored = await openSqliteStore(join(folder.path, 'restored'));
  expect(await restored.sessions.find(sessionId)).not.toBeNull();
  expect(await restored.sessions.find(later)).toBeNull();
  await restored.close();
  folder.remove();
});

const TOOLS = ['pg_dump', 'pg_restore', 'initdb', 'postgres', 'createdb'];
/** PostgreSQL as installed on this machine: the one of the tests comes without the tools for backups. */
const INSTALLED = globSync('/usr/{lib/postgresql/*,local}/bin').find((folder) =>
  TOOLS.every((tool) => existsSync(join(folder, tool))),
);

/** Starts the PostgreSQL of this machine in a folder. It refuses to run as root; then the user it came with runs it. */
async function startInstalled(bin: string, folder: string) {
  const isRoot = process.getuid?.() === 0;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));
  const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  chmodSync(folder, 0o777);
  const options = { ...user, cwd: folder, stdio: 'ignore' } as const;
  const data = join(folder, 'database');
  execFileSync(join(bin, 'initdb'), ['--username=scenewright', '--auth=trust', '-D', data], options);
  const port = String(await freePort());
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', port, '-k', folder], options);
  const create = ['--host=127.0.0.1', `--port=${port}`, '--username=scenewright', 'scenewright'];
  await expect
    .poll(() => execFileSync(join(bin, 'createdb'), create, { stdio: 'ignore' }) ?? 'made', {
      timeout: 30_000,
    })
    .toBe('made');
  return {
    url: `postgresql://scenewright@127.0.0.1:${port}/scenewright`,
    stop: async () => {
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
}

it.runIf(INSTALLED !== undefined)(
  'makes a backup of PostgreSQL by the commands of the documents while a server works, and plays on from it',
  async () => {
    const folder = temporaryFolder();
    const bin = INSTALLED ?? '';
    const { url, stop } = await startInstalled(bin, folder.path);
    const [dump = 'false', restore = 'false'] =
      /^PostgreSQL: `(.+?)`, and `(.+?)`/m.exec(readFileSync('docs/operations.md', 'utf8'))?.slice(1) ?? [];
    const run = (command: string) =>
      execFileSync('sh', ['-c', command], {
        cwd: folder.path,
        env: { PATH: `${bin}:/bin:/usr/bin`, DATABASE_URL: url },
      });
    const running = await openPostgresqlStore(new Secret(url));
    const { sessionId } = await someCampaign(running);
    run(dump);
    const { sessionId: later } = await someCampaign(running);
    await running.close();

    run(restore);
    const restored = await openPostgresqlStore(new Secret(url));
    expect(await restored.sessions.find(sessionId)).not.toBeNull();
    expect(await restored.sessions.find(later)).toBeNull();
    expect((await someCampaign(restored)).sessionId).toBeTruthy();
    await restored.close();
    await stop();
    folder.remove();
  },
  120_000,
);
