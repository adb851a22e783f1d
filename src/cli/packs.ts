import { fileURLToPath } from 'node:url';
import { check } from './packs/check.ts';
import type { Command, ExitCode, Outside } from './packs/command.ts';
import { list } from './packs/list.ts';
import { newPack } from './packs/new.ts';
import { operations } from './packs/operations.ts';
import { schemas } from './packs/schemas.ts';

const COMMANDS: Readonly<Record<string, Command>> = { check, new: newPack, list, schemas, operations };

/** `npm run packs -- <command>`: tools for people who write packs. */
export async function packs(parameters: readonly string[], outside: Outside): Promise<ExitCode> {
  const [name = '', ...rest] = parameters;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command.run(rest, outside);
  const wrong = name === '' || name === 'help' ? '' : `There is no command ${name}.\n\n`;
  outside.printError(`${wrong}${usage()}`);
  return 2;
}

function usage(): string {
  const lines = Object.values(COMMANDS).map((command) => `  ${command.usage.padEnd(36)}${command.summary}`);
  return `npm run packs -- <command>\n\n${lines.join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await packs(process.argv.slice(2), {
    print: (text) => process.stdout.write(text),
    printError: (text) => process.stderr.write(text),
    packsFolder: fileURLToPath(new URL('../../content_packs', import.meta.url)),
    currentFolder: process.cwd(),
  });
}
