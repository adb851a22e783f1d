import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** Looks at a database from outside, while a server writes to it. */
export function watchDatabase(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = () =>
    database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .all();
  return {
    /** A number that is another one after every write of anybody. */
    version: (): unknown => database.prepare('pragma data_version').get()?.data_version,
    /** What stands in each table, as one digest for each. */
    digests: (): Record<string, string> =>
      Object.fromEntries(
        tables().map(({ name }) => {
          const rows = database.prepare(`select * from "${name}"`).all();
          const sorted = rows.map((row) => JSON.stringify(row, bytesToo)).sort();
          return [String(name), createHash('sha256').update(sorted.join('\n')).digest('hex')];
        }),
      ),
    close: () => database.close(),
  };
}

const bytesToo = (_key: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
