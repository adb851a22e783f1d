import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import { Secret } from '#engine/util/secret.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

/** A folder of its own for a test, gone when `remove` is called. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'scenewright-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs a suite twice: on SQLite in a fresh folder and on a real PostgreSQL server. */
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
      store = await openPostgresqlStore(new Secret(await postgres.newDatabase('store')));
    });
    afterAll(async () => {
      await store.close();
      await postgres.stop();
    });
    suite(() => store);
  });
}
