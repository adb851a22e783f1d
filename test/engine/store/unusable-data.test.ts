import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import { Secret } from '#engine/util/secret.ts';
import { explainError } from '../../../src/server/process-errors.ts';
import { startPostgres } from '../../support/postgres.ts';
import { temporaryFolder } from '../../support/stores.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** The sentence a start ends with; null would be a bug with its stack. */
const sentenceOf = (opening: Promise<unknown>) => opening.then(() => 'opened', explainError);
const file = () => join(folder.path, 'scenewright.sqlite');

it('answers a file that is no database with one sentence, and leaves it as it is', async () => {
  writeFileSync(file(), 'this is not a database at all, '.repeat(500));
  expect(await sentenceOf(openSqliteStore(folder.path))).toMatch(
    /scenewright\.sqlite is no database, or it is damaged\. Put a backup in its place .* SCENEWRIGHT_DATA/,
  );
});

it('answers a damaged database with one sentence', async () => {
  await (await openSqliteStore(folder.path)).close();
  const bytes = readFileSync(file());
  bytes.fill(255, 100, 8_000);
  writeFileSync(file(), bytes);
  expect(await sentenceOf(openSqliteStore(folder.path))).toMatch(/is no database, or it is damaged/);
});

const OLD = 'create table campaign (id text primary key)';

it('answers a database from before the first migration with one sentence, on SQLite', async () => {
  const database = new DatabaseSync(file());
  database.exec(OLD);
  database.close();
  expect(await sentenceOf(openSqliteStore(folder.path))).toMatch(
    /older than the first version that can be upgraded.* SCENEWRIGHT_DATA/,
  );
});

it('answers a database from before the first migration with one sentence, on PostgreSQL', async () => {
  const postgres = await startPostgres();
  const url = await postgres.newDatabase('old');
  await postgres.run('old', OLD);
  expect(await sentenceOf(openPostgresqlStore(new Secret(url)))).toMatch(
    /older than the first version that can be upgraded.* DATABASE_URL/,
  );
  await postgres.stop();
}, 60_000);
