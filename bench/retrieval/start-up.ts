import { spawn } from 'node:child_process';
import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const WITHOUT_LORE = 'just_talk';
const RUNS = 5;
/** Indexing the shipped packs for the first time, vectors included, takes about a minute. */
const LONGEST_MILLISECONDS = 600_000;

/**
 * Milliseconds until the server listens, the median of a few starts: with one pack that has no lore, for without any pack it does not
 * start, and with all packs, which are indexed already.
 */
export async function startUps(
  folder: string,
): Promise<{ readonly without: number; readonly unchanged: number }> {
  const packs = join(PROJECT, 'content_packs');
  const nothing = join(folder, 'no-lore');
  cpSync(join(packs, WITHOUT_LORE), join(nothing, WITHOUT_LORE), { recursive: true });
  await start(join(folder, 'with'), packs, true);
  const [without, unchanged]: [number[], number[]] = [[], []];
  // They take turns, so that whatever else the machine does slows both alike.
  for (let run = 0; run < RUNS; run++) {
    without.push(await start(join(folder, 'without'), nothing, false));
    unchanged.push(await start(join(folder, 'with'), packs, false));
  }
  return { without: median(without), unchanged: median(unchanged) };
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
  const count = globSync('*/pack.yaml', { cwd: packs }).length;
  const isThere = () =>
    said.includes('Scenewright listens') && (!untilIndexed || indexedPacks(said) >= count);
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

function median(taken: readonly number[]): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}
