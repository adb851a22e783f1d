import { cpSync, existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VARIABLES } from '#config';
import { writeGuidePack } from './support/guide-pack.ts';
import { type ServerProcess, startServerProcess } from './support/server-process.ts';
import { temporaryFolder } from './support/stores.ts';

const DOCKERFILE = readFileSync('Dockerfile', 'utf8');
const COMPOSE = parse(readFileSync('compose.yaml', 'utf8'));

/** What is taken from this folder, by either stage. */
const COPIED = [...DOCKERFILE.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
  (match) => match[1]?.split(' ') ?? [],
);

let server: ServerProcess | null = null;
let folder: ReturnType<typeof temporaryFolder> | null = null;
afterEach(async () => {
  await server?.kill();
  server = null;
  folder?.remove();
  folder = null;
});

it('copies only what exists and what is not kept from the image', () => {
  const letIn = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'));

  expect(COPIED.length).toBeGreaterThan(5);
  expect(COPIED.filter((path) => !existsSync(path))).toEqual([]);
  expect(new Set(letIn.map((line) => line.slice(1)))).toEqual(new Set(COPIED));
});

it('copies all the server needs to start', async () => {
  folder = temporaryFolder();
  const app = join(folder.path, 'app');
  for (const path of COPIED.filter((one) => one !== 'content_packs')) {
    cpSync(path, join(app, path), { recursive: true });
  }
  symlinkSync(realpathSync('node_modules'), join(app, 'node_modules'));
  writeGuidePack(join(app, 'content_packs'));
  const settings = {
    ...imageSettings(),
    HOST: '127.0.0.1',
    PORT: '0',
    EMBEDDINGS: 'offline',
    SCENEWRIGHT_DATA: join(folder.path, 'data'),
  };
  server = await startServerProcess(settings, app);

  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect((await fetch(`${server.url}/metrics`)).status).not.toBe(200);
  await server.printed(/lantern_quay/);
});

it('runs as somebody without rights, keeps its data in a volume and says whether it is well', () => {
  expect(DOCKERFILE).toMatch(/^USER node$/m);
  expect(DOCKERFILE.indexOf('USER node')).toBeLessThan(
    DOCKERFILE.indexOf('CMD ["node", "bin/scenewright.js"]'),
  );
  expect(DOCKERFILE).toContain(`VOLUME ${imageSettings().SCENEWRIGHT_DATA}`);
  expect(DOCKERFILE).toMatch(/^HEALTHCHECK /m);
  expect(DOCKERFILE).toMatch(/^FROM node:24/m);
  expect(imageSettings()).toMatchObject({ HOST: '0.0.0.0', AUTH: 'required' });
});

it('sets only what the server understands', () => {
  const set = [...Object.keys(imageSettings()), ...Object.keys(COMPOSE.services.scenewright.environment)];

  expect(set.filter((name) => !(name in VARIABLES) && name !== 'NODE_ENV')).toEqual([]);
});

it('describes two servers on one database, each with a data folder of its own, behind a balancer', () => {
  const { services, configs } = parse(readFileSync('compose.cluster.yaml', 'utf8'), { merge: true });
  const servers = [services['server-1'], services['server-2']];

  expect(new Set(servers.map(({ environment }) => environment.DATABASE_URL)).size).toBe(1);
  expect(servers.map(({ volumes }) => volumes)).toEqual([['data-1:/data'], ['data-2:/data']]);
  expect(servers.every(({ ports }) => ports === undefined)).toBe(true);
  expect(services.balancer.ports).toEqual(['127.0.0.1:4000:4000']);
  for (const name of ['server-1', 'server-2'])
    expect(configs.balancer.content).toContain(`server ${name}:4000`);
  expect(configs.balancer.content).not.toMatch(/ip_hash|sticky/);
  const set = Object.keys(servers[0].environment);
  expect(set.filter((name) => !(name in VARIABLES))).toEqual([]);
});

it('publishes the API to this machine alone and its figures to nobody', () => {
  const { ports, volumes, environment } = COMPOSE.services.scenewright;

  expect(ports).toEqual(['127.0.0.1:4000:4000']);
  expect(environment).toMatchObject({ AUTH: 'required', METRICS_PORT: '9464' });
  expect(volumes).toEqual([`data:${imageSettings().SCENEWRIGHT_DATA}`]);
});

it('starts PostgreSQL only when it is asked for', () => {
  const { scenewright, postgres } = COMPOSE.services;

  expect(postgres.profiles).toEqual(['postgres']);
  expect(scenewright.profiles).toBeUndefined();
  expect(scenewright.depends_on.postgres).toEqual({ condition: 'service_healthy', required: false });
  expect(Object.keys(COMPOSE.volumes)).toEqual(['data', 'postgres']);
});

function imageSettings(): Record<string, string> {
  const block = /^ENV ((?:.*\\\n)*.*)$/m.exec(DOCKERFILE)?.[1] ?? '';
  return Object.fromEntries([...block.matchAll(/(\w+)=(\S+)/g)].map((match) => [match[1], match[2]]));
}
