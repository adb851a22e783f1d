import { fileURLToPath } from 'node:url';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig as postgresqlConfig } from '@mikro-orm/postgresql';
import { defineConfig as sqlConfig } from '@mikro-orm/sql';
import { ENTITIES } from './entities/all.ts';
import { BindingSqliteDriver } from './sqlite/binding-driver.ts';
import { NodeSqliteDialect, type Opening } from './sqlite/sqlite-dialect.ts';

export type Dialect = 'sqlite' | 'postgresql';

/** Where the committed migrations of a dialect live. */
export function migrationFolder(dialect: Dialect): string {
  return fileURLToPath(new URL(`./migrations/${dialect}`, import.meta.url));
}

function shared(dialect: Dialect) {
  const path = migrationFolder(dialect);
  return {
    entities: ENTITIES,
    extensions: [Migrator],
    debug: false,
    // Rows are read, inserted and updated one by one; nothing is tracked, so no flush can write back what was only read.
    disableIdentityMap: true,
    migrations: {
      path,
      pathTs: path,
      glob: '*.ts',
      snapshotName: 'schema',
      snapshotOnMigrate: false,
      silent: true,
    },
  };
}

export function sqliteOptions(file: string, opening?: Opening) {
  return sqlConfig({
    ...shared('sqlite'),
    driver: BindingSqliteDriver,
    dbName: file,
    driverOptions: new NodeSqliteDialect(file, opening),
  });
}

export function postgresqlOptions(url: string) {
  return postgresqlConfig({ ...shared('postgresql'), clientUrl: url });
}
