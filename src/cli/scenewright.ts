import { fileURLToPath } from 'node:url';
import { readEnvironment } from '#config';
import { findNearestName } from '#engine/state/suggest-name.ts';
import type { CommandEnvironment, ExitCode } from './commands/command.ts';
import { COMMANDS } from './commands/command-list.ts';
import { createStreamTerminal } from './terminal/terminal.ts';

/** `scenewright <command>`: everything that can be done from a terminal. */
export async function runScenewright(
  [name = 'help', ...words]: readonly string[],
  surroundings: CommandEnvironment,
): Promise<ExitCode> {
  const { printError } = surroundings.terminal;
  if (['help', '--help', '-h'].includes(name)) return help(words, surroundings);
  const listed = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (listed === undefined) {
    printError(unknown(name));
    return 2;
  }
  if (words.some((word) => word === '--help' || word === '-h')) return help([name], surroundings);
  try {
    return await (await listed.load()).run(words, surroundings);
  } catch (error) {
    const { explainError } = await import('#server/process-errors.ts');
    const sentence = explainError(error);
    if (sentence === null) throw error;
    printError(`${sentence}\n`);
    return 1;
  }
}

function unknown(name: string): string {
  const near = findNearestName(name, Object.keys(COMMANDS));
  const advice = near === null ? 'scenewright help lists what there is.' : `Did you mean ${near}?`;
  return `There is no command ${name}. ${advice}\n`;
}

async function help(words: readonly string[], { terminal }: CommandEnvironment): Promise<ExitCode> {
  const [name] = words.filter((word) => !word.startsWith('--'));
  if (name === undefined) {
    terminal.print(words.includes('--json') ? commandsAsJson() : overview());
    return 0;
  }
  const listed = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (listed === undefined) {
    terminal.printError(unknown(name));
    return 2;
  }
  const { usage, summary, more } = await listed.load();
  terminal.print(`scenewright ${usage}\n\n${summary}\n${more === undefined ? '' : `\n${more}`}`);
  return 0;
}

function overview(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}\n`);
  return `scenewright <command>\n\n${lines.join('')}  ${'help'.padEnd(10)} with a command: what it takes; with --json: the list for programs\n\nIt exits with 0 when all is well, 1 when something could not be done and 2 when it was not understood.\n`;
}

function commandsAsJson(): string {
  const all = Object.entries(COMMANDS).map(([name, { summary }]) => ({ name, summary }));
  return `${JSON.stringify(all, null, 2)}\n`;
}

/** Runs the words of this process. */
export async function main(words: readonly string[]): Promise<void> {
  const { stdin: input, stdout: output, stderr: error } = process;
  const hasColours = output.isTTY === true && process.env.NO_COLOR === undefined;
  const terminal = createStreamTerminal({ input, output, error, signals: process, hasColours });
  const currentFolder = process.cwd();
  try {
    const environment = readEnvironment(currentFolder);
    process.exitCode = await runScenewright(words, { terminal, currentFolder, environment });
  } finally {
    terminal.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
