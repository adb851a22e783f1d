import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/sql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../../src/engine/store/database/database.ts';
import { createSqliteOptions } from '../../../src/engine/store/database/orm-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'scenewright-one-connection-'));
let orm: MikroORM;
let database: Database;

beforeAll(async () => {
  orm = await MikroORM.init(createSqliteOptions(join(folder, 'words.sqlite')));
  // The options of the store name its driver, which is one of SQL.
  database = new Database(orm.em as ConstructorParameters<typeof Database>[0]);
  await database.execute('create table word (text text)');
});
afterAll(async () => {
  await orm.close();
  rmSync(folder, { recursive: true });
});

const words = async (within: Database = database) =>
  (await within.execute<{ text: string }[]>('select text from word order by rowid')).map(({ text }) => text);
const add = (text: string, within: Database = database) =>
  within.execute('insert into word values (?)', [text]);

it('lets nobody see or join the transaction of another', async () => {
  let seenMeanwhile: Promise<string[]> | null = null;
  let addedMeanwhile: Promise<unknown> | null = null;
  const failing = database.transactional(async (within) => {
    await add('never', within);
    seenMeanwhile = words();
    addedMeanwhile = add('mine');
    await nextTick();
    expect(await words(within)).toEqual(['never']);
    throw new Error('it is called off');
  });
  await expect(failing).rejects.toThrow('it is called off');
  await addedMeanwhile;

  expect(await seenMeanwhile).toEqual([]);
  expect(await words()).toEqual(['mine']);
});

it('refuses what is asked of a transaction that is over', async () => {
  let kept: Database | null = null;
  await database.transactional(async (within) => {
    kept = within;
    await add('kept', within);
  });

  await expect(add('late', kept ?? database)).rejects.toThrow();
  expect(await words()).toEqual(['mine', 'kept']);
});

it('keeps transactions that begin together apart', async () => {
  const each = async (text: string) =>
    database.transactional(async (within) => {
      const before = (await words(within)).length;
      await nextTick();
      await add(text, within);
      await nextTick();
      return (await words(within)).length - before;
    });

  expect(await Promise.all(['a', 'b', 'c'].map(each))).toEqual([1, 1, 1]);
});
