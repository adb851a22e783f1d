import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentWithDotEnv, readConfig } from '#config';
import { openPostgresqlStore, openSqliteTokenService } from '#engine/store/open-store.ts';
import { readSystemClock } from '#engine/util/clock.ts';
import { createTimeOrderedIds } from '#engine/util/new-id.ts';
import type { Command, ExitCode, Outside } from './tokens/command.ts';
import { create } from './tokens/create.ts';
import { list } from './tokens/list.ts';
import { revoke } from './tokens/revoke.ts';

const COMMANDS: Readonly<Record<string, Command>> = { create, list, revoke };

/** `npm run tokens -- <command>`: who may use the API. */
export async function tokens(parameters: readonly string[], outside: Outside): Promise<ExitCode> {
  const [name = '', ...rest] = parameters;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command.run(rest, outside);
  const wrong = name === '' || name === 'help' ? '' : `There is no command ${name}.\n\n`;
  outside.printError(`${wrong}${usage()}`);
  return 2;
}

function usage(): string {
  const lines = Object.values(COMMANDS).map((command) => `  ${command.usage.padEnd(40)}${command.summary}`);
  return `npm run tokens -- <command>\n\n${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { DATABASE_URL, SCENEWRIGHT_DATA } = readConfig(environmentWithDotEnv(process.cwd()));
  process.exitCode = await tokens(process.argv.slice(2), {
    print: (text) => process.stdout.write(text),
    printError: (text) => process.stderr.write(text),
    open: () =>
      DATABASE_URL === undefined
        ? openSqliteTokenService(resolve(SCENEWRIGHT_DATA))
        : openPostgresqlStore(DATABASE_URL),
    clock: readSystemClock,
    newId: createTimeOrderedIds(readSystemClock),
    randomBytes,
  });
}
