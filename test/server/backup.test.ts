import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '#engine/store/open-store.ts';
import { someCampaign } from '../support/campaigns.ts';
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
