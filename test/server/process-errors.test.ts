import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { writeGuidePack } from '../support/guide-pack.ts';
import { begin } from '../support/play.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/stores.ts';

/** Two bugs: a promise that fails unheard as soon as the server has started, and an exception once a file is there. */
const BUGS = `
import { existsSync } from 'node:fs';
let isHeard = false;
let isThrown = false;
setInterval(() => {
  if (!isThrown && existsSync(process.env.THROW_ONCE_THERE)) {
    isThrown = true;
    throw new Error('nobody caught this');
  }
  if (isHeard || process.listenerCount('SIGTERM') === 0) return;
  isHeard = true;
  Promise.reject(Object.assign(new Error('nobody waited for this'), { headers: { cookie: 'a session of somebody' } }));
}, 20).unref();
`;

const folder = temporaryFolder();
let server: ServerProcess | null = null;
afterEach(async () => {
  await server?.kill();
  folder.remove();
});

it('logs a promise that failed unheard and goes on; logs an exception nobody caught and stops', async () => {
  writeGuidePack(join(folder.path, 'packs'));
  const THROW_ONCE_THERE = join(folder.path, 'throw');
  server = await startServerProcess(
    {
      SCENEWRIGHT_DATA: join(folder.path, 'data'),
      SCENEWRIGHT_PACKS: join(folder.path, 'packs'),
      LOG_LEVEL: 'info',
      THROW_ONCE_THERE,
    },
    '.',
    ['--import', `data:text/javascript,${encodeURIComponent(BUGS)}`, 'bin/scenewright.js'],
  );
  await server.printed(/nobody waited for this.*bug: unhandled promise rejection/);
  expect(server.output()).toContain('[cut out]');
  expect(server.output()).not.toContain('a session of somebody');
  expect(await begin(server.url)).toBeTruthy();

  writeFileSync(THROW_ONCE_THERE, '');
  await server.printed(/"level":60.*nobody caught this.*the server stops/);
  await server.printed(/"reason":"a bug".*"stopping"/);
  await expect
    .poll(() =>
      fetch(`${server?.url}/ready`).then(
        () => true,
        () => false,
      ),
    )
    .toBe(false);
  expect(await server.stop()).toBe(1);
}, 60_000);
