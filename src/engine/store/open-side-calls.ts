import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/sql';
import { sqliteOptions } from './orm-options.ts';
import { Database } from './rows/database.ts';
import { type SideCallStore, sideCallStore } from './side-calls.ts';

/**
 * Where a tool beside a server writes down what its calls cost: each is one statement, for which SQLite lets two processes take turns.
 * The tables are there; whoever opened the folder for reading has seen to it. Nothing is opened before there is something to write.
 */
export function openSqliteSideCalls(
  dataFolder: string,
): SideCallStore & { readonly close: () => Promise<void> } {
  let opened: Promise<MikroORM> | null = null;
  return {
    add: async (call) => {
      opened ??= MikroORM.init(sqliteOptions(join(dataFolder, 'scenewright.sqlite')));
      const orm = await opened;
      await sideCallStore(new Database(orm.em)).add(call);
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
}
