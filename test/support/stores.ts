import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import { Secret } from '#engine/util/secret.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { sharedFolder } from './shared-folder.ts';

/** A folder of its own for a test, gone when `remove` is called. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'scenewright-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Opens SQLite in a folder. An empty folder gets a copy of tables that were migrated once for all tests. */
export async function openTestStore(folder: string): Promise<Store> {
  if (!existsSync(folder)) cpSync(await sharedFolder('sqlite', createTables), folder, { recursive: true });
  return openSqliteStore(folder);
}

async function createTables(folder: string): Promise<void> {
  await (await openSqliteStore(folder)).close();
}

/** Runs a suite twice: on SQLite in a fresh folder and in a fresh database of a real PostgreSQL server. */
export function describeOnBothStores(name: string, suite: (store: () => Store) => void): void {
  describe(`${name} on SQLite`, () => {
    const folder = temporaryFolder();
    let store: Store;
    beforeAll(async () => {
      store = await openSqliteStore(folder.path);
    });
    afterAll(async () => {
      await store.close();
      folder.remove();
    });
    suite(() => store);
  });

  describe(`${name} on PostgreSQL`, () => {
    let postgres: TestPostgres;
    let store: Store;
    beforeAll(async () => {
      postgres = await startPostgres();
      store = await openPostgresqlStore(new Secret(await postgres.newMigratedDatabase('store')));
    });
    afterAll(async () => {
      await store.close();
      await postgres.stop();
    });
    suite(() => store);
  });
}
