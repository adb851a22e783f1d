import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM as PostgresqlORM } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/sql';
import { createPostgresqlOptions, createSqliteOptions } from '#engine/store/database/orm-options.ts';
import { startPostgres } from './postgres.ts';

/** `npm run db:migration -- <name>`: writes what changed in the entities as a migration for both databases. */
const name = process.argv[2];
if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
  process.stderr.write('Name the migration in snake_case: npm run db:migration -- add_observations\n');
  process.exit(1);
}

const postgres = await startPostgres();
const file = join(mkdtempSync(join(tmpdir(), 'scenewright-migration-')), 'x.sqlite');
const orms = [
  await MikroORM.init(createSqliteOptions(file)),
  await PostgresqlORM.init(createPostgresqlOptions(await postgres.newDatabase('migration'))),
];
for (const orm of orms) {
  await orm.migrator.up();
  const { fileName } = await orm.migrator.create(undefined, false, false, name);
  process.stdout.write(`${orm.driver.constructor.name}: ${fileName === '' ? 'nothing changed' : fileName}\n`);
  await orm.close();
}
await postgres.stop();
