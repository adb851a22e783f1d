import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeGuidePack } from './support/guide-pack.ts';
import { failToStart, type ServerProcess, startServerProcess } from './support/server-process.ts';
import { temporaryFolder } from './support/stores.ts';

let folder: ReturnType<typeof temporaryFolder>;
let server: ServerProcess | null = null;
let place: Record<string, string>;
beforeEach(() => {
  folder = temporaryFolder();
  writeGuidePack(join(folder.path, 'packs'));
  place = { SCENEWRIGHT_DATA: join(folder.path, 'data'), SCENEWRIGHT_PACKS: join(folder.path, 'packs') };
});
afterEach(async () => {
  await server?.kill();
  server = null;
  folder.remove();
});

it('starts by npm, tells what it does and where it listens, refuses a second server, and stops on SIGTERM', async () => {
  // A process group of its own: nothing it started is left behind, whatever fails here.
  const npm = spawn('npm', ['start'], {
    detached: true,
    env: { PATH: process.env.PATH, HOME: folder.path, PORT: '0', ...place },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    let [log, told] = ['', ''];
    npm.stdout.on('data', (chunk: Buffer) => {
      log += chunk.toString('utf8');
    });
    npm.stderr.on('data', (chunk: Buffer) => {
      told += chunk.toString('utf8');
    });
    await expect.poll(() => told, { timeout: 60_000 }).toMatch(/Next: open http/);
    const [, url = ''] = /listens on (http:\S+)\/graphql/.exec(told) ?? [];
    expect(told).toContain('small offline (offline/storyteller), large offline (offline/storyteller)');
    expect(told).toContain('No language model is in use');
    expect(told).toContain('lantern_quay 1.0.0');
    await expect
      .poll(async () => (await fetch(`${url}/ready`)).json(), { timeout: 30_000 })
      .toMatchObject({ ready: true });

    const second = await failToStart({ ...place, PORT: new URL(url).port });
    expect(second.code).toBe(1);
    expect(second.output).toMatch(
      /^Scenewright cannot start\.\nAnother Scenewright already uses the data folder .+ SCENEWRIGHT_DATA .+\nPORT: another program already listens on .+\n$/,
    );

    const exited = once(npm, 'exit');
    npm.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
    // npm prints two lines about the script; everything else is the log.
    const lines = log.split('\n').filter((line) => line !== '' && !line.startsWith('>'));
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ msg: 'starting', step: 'reads the packs' }),
        expect.objectContaining({ msg: 'stopping' }),
      ]),
    );
  } finally {
    killGroup(npm);
  }
});

it('never prints the password of a database that does not answer', async () => {
  const DATABASE_URL = 'postgresql://ada:hunter2@127.0.0.1:1/db';
  const { code, output } = await failToStart({ ...place, DATABASE_URL });

  expect(code).toBe(1);
  expect(output).toContain('DATABASE_URL: ');
  expect(output).not.toContain('hunter2');
  expect(output).not.toContain('    at ');
});

it('takes settings from a .env file, under those of the environment', async () => {
  writeFileSync(join(folder.path, '.env'), 'LOG_LEVEL=loud\nPORT=1\n');
  const { status, stderr } = spawnSync(process.execPath, [join(process.cwd(), 'bin/scenewright.js')], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, ...place, PORT: '0' },
    encoding: 'utf8',
  });

  expect(status).toBe(1);
  expect(stderr).toBe(
    'Scenewright cannot start.\nLOG_LEVEL: "loud" is not one of trace, debug, info, warn, error, fatal, silent. Write for example LOG_LEVEL=info\n',
  );
});

it('answers an old Node with one sentence', () => {
  const pretend = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })";
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${pretend}`, 'bin/scenewright.js'],
    {
      encoding: 'utf8',
    },
  );

  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^Scenewright needs Node 22\.18 or newer and this is v\S+\. Run it with "npm start": it brings its own Node 24\.\n$/,
  );
});

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const ASKED = JSON.stringify({
  query:
    '{ viewer { id roles mayStartCampaigns mayAdminister } server { version needsSignIn limits { turnsPerMinute } } }',
});

it('asks everybody who they are once that is required, and knows a token made while it runs', async () => {
  server = await startServerProcess({ ...place, AUTH: 'required', LOG_LEVEL: 'trace' });
  const { url } = server;
  const made = execFileSync(
    process.execPath,
    ['src/cli/tokens.ts', 'create', '--viewer', 'ada', '--roles', 'gm'],
    {
      env: { PATH: process.env.PATH, ...place },
      encoding: 'utf8',
    },
  );
  const token = /^swt_\S+$/m.exec(made)?.[0] ?? '';
  const ask = async (headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const response = await fetch(`${url}/graphql`, { ...init, body: ASKED });
    return { status: response.status, body: await response.json() };
  };

  await server.printed(/access {2}API tokens and JWTs/);
  expect(await ask({})).toMatchObject({ status: 401 });
  expect(await ask({ authorization: `Bearer ${token}x` })).toMatchObject({ status: 401 });
  expect(await ask({ authorization: `Bearer ${token}` })).toEqual({
    status: 200,
    body: {
      data: {
        viewer: { id: 'ada', roles: ['GM'], mayStartCampaigns: true, mayAdminister: false },
        server: { version, needsSignIn: true, limits: { turnsPerMinute: 30 } },
      },
    },
  });
  await server.stop();
  expect(server.output()).not.toContain(token);
}, 240_000);

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
