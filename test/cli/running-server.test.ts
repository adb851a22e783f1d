import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runScenewright } from '#cli/scenewright.ts';
import { readConfig } from '#config';
import { lockDataFolder, readServerAddress, writeServerAddress } from '#engine/store/data-folder.ts';
import { openLogger } from '#server/logger.ts';
import { startServer } from '#server/start-server.ts';
import { ask } from '../support/graphql-clients.ts';
import { writeGuidePack } from '../support/guide-pack.ts';
import { pseudoTerminal } from '../support/pseudo-terminal.ts';
import { temporaryFolder } from '../support/stores.ts';

let folder: ReturnType<typeof temporaryFolder>;
let environment: Record<string, string>;
beforeEach(() => {
  folder = temporaryFolder();
  writeGuidePack(join(folder.path, 'packs'));
  environment = {
    SCENEWRIGHT_DATA: join(folder.path, 'data'),
    SCENEWRIGHT_PACKS: join(folder.path, 'packs'),
    EMBEDDINGS: 'none',
    OFFLINE_WORDS_PER_SECOND: '0',
  };
});
afterEach(() => folder.remove());

async function serve(settings: Record<string, string> = {}) {
  const config = readConfig({ ...environment, PORT: '0', ...settings });
  const server = await startServer(config, openLogger('silent'));
  return { ...server, [Symbol.asyncDispose]: server.stop };
}

async function run(...words: string[]) {
  const { terminal, type, out, wrong } = pseudoTerminal();
  type('/quit');
  const code = await runScenewright(words, { terminal, currentFolder: folder.path, environment });
  return { code, out: out(), wrong: wrong() };
}

type Campaigns = { campaigns: { nodes: { name: string }[] } };

it('plays on the server that runs on the data folder, without being told where it is', async () => {
  await using server = await serve();
  const { code, out, wrong } = await run('play', '--new');
  const { campaigns } = await ask<Campaigns>(server.address, '{ campaigns(first: 9) { nodes { name } } }');

  expect({ code, wrong }).toEqual({ code: 0, wrong: '' });
  expect(out).toContain(`Using the server at ${server.address}, which runs on this data folder.`);
  expect(out).not.toContain('Opening the engine');
  expect(campaigns.nodes).toHaveLength(1);
}, 60_000);

it('asks for a token where the server asks who one is', async () => {
  await using server = await serve({ AUTH: 'required' });
  const without = await run('play', '--new');
  environment.SCENEWRIGHT_TOKEN = 'swt_wrong';
  const wrongOne = await run('play', '--new');

  expect(without.code).toBe(1);
  expect(without.wrong).toContain(`The server at ${server.address} uses this data folder`);
  expect(without.wrong).toContain('SCENEWRIGHT_TOKEN');
  expect(wrongOne.code).toBe(1);
  expect(wrongOne.out).toContain(`Using the server at ${server.address}`);
}, 60_000);

it('opens an engine of its own once the server has stopped', async () => {
  await (await serve()).stop();
  const { code, out } = await run('play', '--new');

  expect(code).toBe(0);
  expect(out).toContain('Opening the engine');
  expect(existsSync(join(folder.path, 'data', 'server.json'))).toBe(false);
}, 60_000);

it('believes the address only while its process holds the lock, and forgets that of a process that was killed', () => {
  const server = { address: 'http://127.0.0.1:4000', needsToken: false };
  const unlock = lockDataFolder(folder.path);
  expect(readServerAddress(folder.path)).toBeNull();
  writeServerAddress(folder.path, server);
  expect(readServerAddress(folder.path)).toEqual(server);
  writeServerAddress(folder.path, { address: 'http://0.0.0.0:4001', needsToken: true });
  expect(readServerAddress(folder.path)).toEqual({ address: 'http://127.0.0.1:4001', needsToken: true });
  writeFileSync(join(folder.path, 'server.json'), 'no JSON');
  expect(readServerAddress(folder.path)).toBeNull();
  unlock();

  // A killed process leaves its file behind.
  writeFileSync(join(folder.path, 'server.json'), JSON.stringify(server));
  expect(readServerAddress(folder.path)).toBeNull();
  const again = lockDataFolder(folder.path);
  expect(readServerAddress(folder.path)).toBeNull();
  again();
});
