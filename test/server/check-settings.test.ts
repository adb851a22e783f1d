import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#config';
import { startEmbedded } from '#server/embedded-server.ts';
import { checkSettings } from '../../src/server/check-settings.ts';
import { temporaryFolder } from '../support/stores.ts';

const folder = temporaryFolder();
const taken = createServer();
let takenPort: string;
const inFolder = (name: string) => join(folder.path, name);
const packs = inFolder('packs');

beforeAll(async () => {
  mkdirSync(join(packs, 'one'), { recursive: true });
  writeFileSync(join(packs, 'one', 'pack.yaml'), 'id: one\n');
  mkdirSync(inFolder('empty'));
  writeFileSync(inFolder('file'), 'no folder');
  writeFileSync(inFolder('models.json'), '{ "models": { "mine": { "name": 7 } } }');
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
  takenPort = String(Object(taken.address()).port);
});
afterAll(() => {
  taken.close();
  folder.remove();
});

/** Checks settings on top of usable ones; returns the complaints, one a line. */
async function complaints(wrong: Record<string, string>): Promise<string> {
  const usable = { PORT: '0', SCENEWRIGHT_DATA: inFolder('data'), SCENEWRIGHT_PACKS: packs };
  try {
    await checkSettings(readConfig({ ...usable, ...wrong }));
    return '';
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    expect(error.name).toBe('ConfigError');
    return error.message;
  }
}

it('accepts settings this machine can start with', async () => {
  expect(await complaints({})).toBe('');
});

it.each([
  [
    { SCENEWRIGHT_PACKS: '/nonexistent' },
    /^SCENEWRIGHT_PACKS: the folder \/nonexistent does not exist\. .*=\.\/content_packs$/,
  ],
  [{ SCENEWRIGHT_PACKS: inFolder('empty') }, /^SCENEWRIGHT_PACKS: no sub-folder of .* has a pack\.yaml\. /],
  [{ SCENEWRIGHT_PACKS: inFolder('file') }, /^SCENEWRIGHT_PACKS: .* is a file, not a folder\. /],
  [{ SCENEWRIGHT_PACKS: join(packs, 'one') }, /^SCENEWRIGHT_PACKS: .* is itself a pack\. /],
  [
    { SCENEWRIGHT_DATA: inFolder('file/data') },
    /^SCENEWRIGHT_DATA: .* is not a folder that can be written \(ENOTDIR\)\. .*=\.\/data$/,
  ],
  [
    { LARGE_MODEL: 'claude-sonnet' },
    /^LARGE_MODEL: The model claude-sonnet needs ANTHROPIC_API_KEY, which is not set\./,
  ],
  [{ SMALL_MODEL: 'gpt-99' }, /^SMALL_MODEL: There is no model called gpt-99\. Usable here: /],
  [{ SCENEWRIGHT_MODELS: inFolder('models.json') }, /^SCENEWRIGHT_MODELS: .*models\.mine\.name: /],
  [{ SCENEWRIGHT_LANGUAGES: '/nonexistent' }, /^SCENEWRIGHT_LANGUAGES: \/nonexistent cannot be read\. /],
  [{ TRUSTED_DOCUMENTS: inFolder('file') }, /^TRUSTED_DOCUMENTS: .* is not a JSON file of hashes/],
  [{ HOST: '127.1.2.300', AUTH: 'required' }, /^HOST: this machine cannot listen on 127\.1\.2\.300 /],
])('tells %j by name, with the cure', async (wrong, message) => {
  expect(await complaints(wrong)).toMatch(message);
});

it('tells ports that are taken', async () => {
  expect(await complaints({ PORT: takenPort, METRICS_PORT: takenPort })).toBe(
    [
      `PORT: another program already listens on 127.0.0.1:${takenPort}. Stop it, or choose another port, for example PORT=4001`,
      `METRICS_PORT: another program already listens on 127.0.0.1:${takenPort}. Stop it, or choose another port, for example METRICS_PORT=9464`,
    ].join('\n'),
  );
});

it('tells every wrong setting at once and leaves no file behind', async () => {
  const told = await complaints({
    PORT: takenPort,
    SCENEWRIGHT_PACKS: '/nonexistent',
    SMALL_MODEL: 'gpt-99',
  });

  expect(told.split('\n').map((line) => line.split(':')[0])).toEqual([
    'SCENEWRIGHT_PACKS',
    'SMALL_MODEL',
    'PORT',
  ]);
  // Fails if the probe or a lock stays.
  rmSync(inFolder('data'), { recursive: true });
});

it('refuses to play at the terminal without packs', async () => {
  await expect(
    startEmbedded({ SCENEWRIGHT_DATA: inFolder('play'), SCENEWRIGHT_PACKS: '/nonexistent' }),
  ).rejects.toThrow('SCENEWRIGHT_PACKS: the folder /nonexistent does not exist.');
});
