import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
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

it('says where it listens, with which models and packs, and what to do next', async () => {
  server = await startServerProcess(place);

  await server.printed(/listens on http:\/\/127\.0\.0\.1:\d+\/graphql/);
  await server.printed(/small offline \(offline\/storyteller\), large offline \(offline\/storyteller\)/);
  await server.printed(/No language model is in use/);
  await server.printed(/lantern_quay 1\.0\.0/);
  await server.printed(/Next: open http/);
  const { url } = server;
  await expect
    .poll(async () => (await fetch(`${url}/ready`)).json(), { timeout: 30_000 })
    .toMatchObject({ ready: true });
});

it('refuses a data folder that another server uses, with a sentence', async () => {
  server = await startServerProcess(place);
  const { code, output } = await failToStart(place);

  expect(code).toBe(1);
  expect(output).toMatch(
    /^Scenewright cannot start\.\nAnother Scenewright already uses the data folder .+ SCENEWRIGHT_DATA/,
  );
  expect(output).not.toContain('    at ');
});

it('refuses a port that is taken, with a sentence', async () => {
  server = await startServerProcess(place);
  const other = { SCENEWRIGHT_DATA: join(folder.path, 'other'), PORT: new URL(server.url).port };

  expect((await failToStart({ ...place, ...other })).output).toContain(
    'PORT: another program already listens there',
  );
});

it.each([
  ['HOST', '0.0.0.0', 'HOST: "0.0.0.0" is not a loopback address'],
  ['LARGE_MODEL', 'claude-sonnet', 'The model claude-sonnet needs ANTHROPIC_API_KEY, which is not set.'],
  ['SMALL_MODEL', 'gpt-99', 'There is no model called gpt-99. Usable here:'],
])('refuses %s=%s with a sentence', async (name, value, message) => {
  const { code, output } = await failToStart({ ...place, [name]: value });

  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(output).not.toContain('    at ');
});

it.each([
  ['an address that is none', 'postgresql://ada:hunter2@localhost:99999/db'],
  ['a password that cannot be read', 'postgresql://ada:hunter2%er@localhost/db'],
  ['a database that does not answer', 'postgresql://ada:hunter2@127.0.0.1:1/db'],
])('never prints the password of %s', async (_case, DATABASE_URL) => {
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
    'Scenewright cannot start.\nLOG_LEVEL: "loud" is not a level pino knows. Write for example LOG_LEVEL=info\n',
  );
});

it.each(['SIGTERM', 'SIGINT'] as const)('stops when npm start gets %s, before npm ends', async (signal) => {
  // A process group of its own: nothing it started is left behind, whatever fails here.
  const npm = spawn('npm', ['start'], {
    detached: true,
    env: { PATH: process.env.PATH, HOME: folder.path, PORT: '0', ...place },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let output = '';
    npm.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
    await expect.poll(() => output).toMatch(/listens on http/);
    const [, url] = /listens on (http:\S+)\/graphql/.exec(output) ?? [];
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const exited = once(npm, 'exit');
    npm.kill(signal);

    expect(await exited).toEqual([0, null]);
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  } finally {
    killGroup(npm);
  }
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
    const response = await fetch(`${url}/graphql`, { ...init, body: '{"query":"{ viewer { id roles } }"}' });
    return { status: response.status, body: await response.json() };
  };

  await server.printed(/access {2}API tokens and JWTs/);
  expect(await ask({})).toMatchObject({ status: 401 });
  expect(await ask({ authorization: `Bearer ${token}x` })).toMatchObject({ status: 401 });
  expect(await ask({ authorization: `Bearer ${token}` })).toEqual({
    status: 200,
    body: { data: { viewer: { id: 'ada', roles: ['GM'] } } },
  });
  await server.stop();
  expect(server.output()).not.toContain(token);
});

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
