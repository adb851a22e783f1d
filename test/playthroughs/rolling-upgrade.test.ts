import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { getMigrationFolder } from '#engine/store/database/orm-options.ts';
import { begin, history, takeTurn } from '../support/play.ts';
import { temporaryFolder } from '../support/stores.ts';
import { askUntilAnswered, createPlayReport, playAction, startTwoServers } from '../support/two-servers.ts';

const isLong = process.env.SCENEWRIGHT_LONG === '1';
const MINUTES = 60_000;

/** Returns the last commit with the tables of the previous version; null without a history of the code. */
function findPreviousVersion(): string | null {
  const [newest = ''] = readdirSync(getMigrationFolder('postgresql'))
    .filter((name) => name.startsWith('Migration'))
    .sort()
    .reverse();
  try {
    const added = `-1 --format=%H --diff-filter=A -- src/engine/store/migrations/postgresql/${newest}`;
    const commit = execFileSync('git', ['log', ...added.split(' ')], { encoding: 'utf8' }).trim();
    return commit === '' ? null : `${commit}~1`;
  } catch {
    return null;
  }
}

const previous = isLong ? findPreviousVersion() : null;

it.runIf(previous !== null)(
  'plays on while the servers of the previous version are replaced one after another, one of them killed in mid-turn',
  async ({ onTestFinished }) => {
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const archive = execFileSync('git', ['archive', String(previous)], { maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder.path], { input: archive });
    symlinkSync(resolve('node_modules'), join(folder.path, 'node_modules'));
    const cluster = await startTwoServers(onTestFinished, {
      settings: { SERVERS_MISMATCH: 'warn' },
      source: folder.path,
    });
    const report = createPlayReport();
    const play = async (sessionId: string, turns: number) => {
      for (let turn = 0; turn < turns; turn += 1)
        await playAction(cluster.url, sessionId, 'I wait for ten minutes.', report);
    };
    const before = await begin(cluster.url);
    await play(before, 2);

    await Promise.all([cluster.replace(0, '.'), play(before, 2)]);
    await play(before, 4);
    // Campaigns begun by either version are played by both.
    const byNew = await begin(cluster.urlOf(0));
    const byOld = await begin(cluster.urlOf(1));
    await play(byNew, 2);
    await play(byOld, 2);

    // A turn of the previous version is finished by the next one.
    const cut = await takeTurn(cluster.urlOf(1), before, {
      actionId: 'cut',
      text: 'I look around.',
      wait: false,
    });
    expect(cut.turn).toMatchObject({ status: 'RUNNING' });
    await cluster.kill(1);
    const statusOfCut = async () => {
      const { turns } = await askUntilAnswered(() => history(cluster.url, before));
      return turns.find(({ actionId }) => actionId === 'cut')?.status;
    };
    await expect.poll(statusOfCut, { timeout: MINUTES }).toBe('COMMITTED');
    await cluster.start(1, '.');
    await play(before, 2);

    for (const [sessionId, turns] of [
      [before, 11],
      [byNew, 2],
      [byOld, 2],
    ] as const) {
      const { scenes, turns: made } = await history(cluster.url, sessionId);
      expect(scenes.map(({ index }) => index)).toEqual(Array.from({ length: turns + 2 }, (_, at) => at));
      expect(made.every(({ status }) => status === 'COMMITTED')).toBe(true);
    }
  },
  15 * MINUTES,
);
