import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const RUNS = 5;
/** Indexing the shipped packs for the first time, vectors included, takes about a minute. */
const LONGEST_MILLISECONDS = 600_000;

/** Milliseconds until the server listens, the median of a few starts: with no packs, and with packs that are indexed already. */
export async function startUps(
  folder: string,
): Promise<{ readonly without: number; readonly unchanged: number }> {
  const nothing = join(folder, 'no-packs');
  mkdirSync(nothing);
  const packs = join(PROJECT, 'content_packs');
  await start(join(folder, 'with'), packs, true);
  return {
    without: await median(() => start(join(folder, 'without'), nothing, false)),
    unchanged: await median(() => start(join(folder, 'with'), packs, false)),
  };
}

async function start(data: string, packs: string, untilIndexed: boolean): Promise<number> {
  const started = performance.now();
  const server = spawn(process.execPath, [join(PROJECT, 'bin/scenewright.js')], {
    env: { ...process.env, PORT: '0', SCENEWRIGHT_DATA: data, SCENEWRIGHT_PACKS: packs, LOG_LEVEL: 'info' },
    cwd: data.replace(/[^/]+$/, ''),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (said += text));
  const isThere = () => said.includes('Scenewright listens') && (!untilIndexed || indexedPacks(said) >= 4);
  while (!isThere()) {
    if (server.exitCode !== null || performance.now() - started > LONGEST_MILLISECONDS)
      throw new Error(`the server did not start: ${said}`);
    await sleep(5);
  }
  const taken = performance.now() - started;
  server.kill('SIGTERM');
  await ended;
  return taken;
}

const indexedPacks = (said: string) => said.split('lore index ready').length - 1;

async function median(run: () => Promise<number>): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < RUNS; index++) taken.push(await run());
  return taken.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}
