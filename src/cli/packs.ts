import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CheckReport, checkPacks } from '#engine/content/check-pack.ts';
import { CHUNKED_KINDS, splitIntoChunks } from '#engine/content/content-chunks.ts';
import { buildFileSchemas, type FileSchema } from '#engine/content/json-schemas.ts';
import { type Library, type LibraryPack, loadLibrary } from '#engine/content/library.ts';
import { type ListedOperation, listOperations } from '#engine/content/pack-operations.ts';
import { isError, type Problem } from '#engine/content/problem.ts';
import { exportContent } from './packs/export-content.ts';

/** Environment of a command, passed in so that tests can read the printed lines. */
type PacksEnvironment = {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Folder of the shipped and installed packs. */
  readonly packsFolder: string;
  readonly currentFolder: string;
};

/** 0: all is well; 1: there are problems; 2: the command was not understood. */
type PacksExitCode = 0 | 1 | 2;

/** One word behind `npm run packs --`. */
type PacksCommand = {
  readonly usage: string;
  readonly summary: string;
  readonly run: (parameters: readonly string[], outside: PacksEnvironment) => Promise<PacksExitCode>;
};

const checkCommand: PacksCommand = {
  usage: 'check [id or path…] [--json] [--strict]',
  summary: 'Finds every problem of packs, by id or folder; --strict also fails on warnings.',

  async run(parameters, { print, packsFolder, currentFolder }) {
    const flags = parameters.filter((parameter) => parameter.startsWith('--'));
    const paths = parameters.filter((parameter) => !parameter.startsWith('--'));
    const folders =
      paths.length === 0
        ? [packsFolder]
        : await Promise.all(paths.map((path) => findPackFolder(path, packsFolder, currentFolder)));
    const report = await checkPacks(folders, [packsFolder]);
    print(flags.includes('--json') ? `${JSON.stringify(report, null, 2)}\n` : written(report));
    const isFine = flags.includes('--strict') ? report.problems.length === 0 : report.isPlayable;
    return isFine && report.checked.length > 0 ? 0 : 1;
  },
};

/** Returns the folder a path names, else the installed pack of that id; the path itself when there is neither. */
async function findPackFolder(path: string, packsFolder: string, currentFolder: string): Promise<string> {
  const named = resolve(currentFolder, path);
  if (await exists(named)) return named;
  const installed = join(packsFolder, path);
  return ID.test(path) && (await exists(installed)) ? installed : named;
}

function written({ checked, problems, heldBack, overrides }: CheckReport): string {
  if (checked.length === 0) return 'There is no pack here: a pack is a folder with a pack.yaml.\n';
  const lines = problems.flatMap(problemLines);
  if (heldBack > 0) {
    const many = heldBack === 1 ? '1 more problem follows' : `${heldBack} more problems follow`;
    lines.push(`${many} from these. Repair these first, then check again.`);
  }
  for (const { target, field, byPackId, file, line } of overrides) {
    lines.push(`${byPackId}/${file}:${line}  overrides ${field} of ${target}`);
  }
  return `${[...lines, ...(lines.length > 0 ? [''] : []), summary(checked, problems)].join('\n')}\n`;
}

function problemLines({ packId, file, line, column, severity, field, message, advice }: Problem): string[] {
  const where = [packId, file].filter((part) => part !== '').join('/');
  const about = field === '' ? '' : ` (${field})`;
  return [`${where}:${line}:${column}  ${severity}${about}: ${message}`, `    ${advice}`];
}

function summary(checked: readonly string[], problems: readonly Problem[]): string {
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  const found =
    problems.length === 0 ? 'no problems' : `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  return `${checked.join(', ')}: ${found}.`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

const listCommand: PacksCommand = {
  usage: 'list [path] [--json]',
  summary: 'Lists the packs that can be played, with what is in them.',

  async run(parameters, { print, packsFolder, currentFolder }) {
    const [path] = parameters.filter((parameter) => !parameter.startsWith('--'));
    const library = await loadLibrary([path === undefined ? packsFolder : resolve(currentFolder, path)]);
    const rows = library.packs.map((pack) => rowOf(pack, library));
    print(parameters.includes('--json') ? `${JSON.stringify(rows, null, 2)}\n` : writtenList(rows));
    const leftOut = library.problems.filter(isError).length;
    if (leftOut > 0) print('Packs with errors are left out; run: npm run packs -- check\n');
    return leftOut > 0 ? 1 : 0;
  },
};

type Row = ReturnType<typeof rowOf>;

function rowOf({ id, version, layer, name, hash }: LibraryPack, library: Library) {
  const own = <Item extends { packId: string }>(items: readonly Item[]) =>
    items.filter(({ packId }) => packId === id);
  const chunks = CHUNKED_KINDS.flatMap((kind) =>
    own(library.all(kind)).flatMap((content) => splitIntoChunks(content)),
  );
  return {
    id,
    version,
    layer,
    name,
    hash,
    characters: own(library.all('character')).length,
    locations: own(library.all('location')).length,
    entryPoints: own(library.all('entry_point')).map(({ data, id: entryId, name: entryName }) => {
      return { id: entryId, type: data.type, name: entryName };
    }),
    chunks: chunks.length,
    tokens: chunks.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

function writtenList(rows: readonly Row[]): string {
  if (rows.length === 0) return 'No packs.\n';
  return rows.map(paragraph).join('\n');
}

function paragraph({ id, version, layer, name, hash, ...counts }: Row): string {
  const entries = counts.entryPoints
    .map((entry) => `    ${entry.type}  ${entry.id}  ${entry.name}\n`)
    .join('');
  const lore = `${counts.chunks} pieces of lore (about ${counts.tokens} tokens)`;
  const people = `${counts.characters} characters, ${counts.locations} locations`;
  return `${id} ${version}  ${name} (${layer}, ${hash.slice(0, 12)})\n  ${people}, ${lore}\n${entries}`;
}

const TEMPLATE = fileURLToPath(new URL('./packs/template', import.meta.url));
const ID = /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/;

const newCommand: PacksCommand = {
  usage: 'new <id> [folder]',
  summary: 'Makes a small valid pack to start from, beside the others or in a folder of your own.',

  async run([id, parent], { print, printError, packsFolder, currentFolder }) {
    if (id === undefined || !ID.test(id) || id.length > 60) {
      printError('A pack id is lower-case words joined by _ or -: npm run packs -- new lantern_quay\n');
      return 2;
    }
    const folder = join(parent === undefined ? packsFolder : resolve(currentFolder, parent), id);
    if (await exists(folder)) {
      printError(`${folder} is there already; choose another id.\n`);
      return 1;
    }
    const files = await writeTemplate(folder, { PACK_ID: id, PACK_NAME: nameOf(id) });
    print(
      `${files.map((file) => `  ${file}\n`).join('')}A pack is in ${folder}. Now: npm run packs -- check ${folder}\n`,
    );
    return 0;
  },
};

async function exists(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null)) !== null;
}

async function writeTemplate(
  folder: string,
  words: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(TEMPLATE.length + 1))
    .sort();
  for (const file of files) {
    const text = await readFile(join(TEMPLATE, file), 'utf8');
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(
      join(folder, file),
      text.replaceAll(/\bPACK_(?:ID|NAME)\b/g, (word) => words[word] ?? word),
    );
  }
  return files;
}

function nameOf(id: string): string {
  const words = id.split(/[_-]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(' ');
}

const cardCommand: PacksCommand = {
  usage: 'card <pack:character> <file.json, .png or .charx>',
  summary:
    'Writes a character as a character card of V3, in its portrait if there is one, or with all its pictures.',
  run: ([id = '', file = ''], outside) => exportContent('card', id, file, outside),
};

const lorebookCommand: PacksCommand = {
  usage: 'lorebook <pack> <file.json>',
  summary: 'Writes the public lore of a pack as a lorebook of V3.',
  run: ([id = '', file = ''], outside) => exportContent('lorebook', id, file, outside),
};

const operationsCommand: PacksCommand = {
  usage: 'operations [name] [--json]',
  summary: 'Prints every operation a clock or a deadline can set off, with its fields.',

  async run(parameters, { print, printError }) {
    const [name] = parameters.filter((parameter) => !parameter.startsWith('--'));
    const listed = listOperations().filter((operation) => name === undefined || operation.name === name);
    if (listed.length === 0) {
      printError(`There is no operation ${name}.\n`);
      return 2;
    }
    print(
      parameters.includes('--json')
        ? `${JSON.stringify(listed, null, 2)}\n`
        : listed.map(writtenOperations).join('\n'),
    );
    return 0;
  },
};

function writtenOperations({ name, summary, fields }: ListedOperation): string {
  const lines = fields.map((field) => {
    const mark = field.isRequired ? ' (required)' : '';
    return `    ${field.name}: ${field.takes}${mark}\n`;
  });
  return `${name}\n  ${summary}\n${lines.join('')}`;
}

const schemasCommand: PacksCommand = {
  usage: 'schemas <folder>',
  summary: 'Writes a JSON Schema for every kind of file, and how to tell an editor about them.',

  async run([path], { print, printError, packsFolder, currentFolder }) {
    if (path === undefined) {
      printError('Name a folder for the schemas: npm run packs -- schemas .schemas\n');
      return 2;
    }
    const folder = resolve(currentFolder, path);
    const written = buildFileSchemas();
    await mkdir(folder, { recursive: true });
    for (const { kind, schema } of written) {
      await writeFile(join(folder, fileName(kind)), `${JSON.stringify(schema, null, 2)}\n`);
    }
    const settings = editorSettings(
      written,
      relative(currentFolder, folder),
      relative(currentFolder, packsFolder),
    );
    await writeFile(join(folder, 'vscode-settings.json'), `${JSON.stringify(settings, null, 2)}\n`);
    print(`${written.length} schemas are in ${folder}.\n`);
    print('For VS Code with the YAML extension, copy vscode-settings.json into .vscode/settings.json.\n');
    print(
      'A single file can name its schema itself, in its first line (in Markdown: the first line after ---):\n',
    );
    print(`  # yaml-language-server: $schema=${join(folder, fileName('character'))}\n`);
    return 0;
  },
};

function fileName(kind: string): string {
  return `${kind}.schema.json`;
}

/** Returns editor settings that map each schema to its files, in the format of the YAML extension of VS Code. */
function editorSettings(written: readonly FileSchema[], folder: string, packs: string) {
  const entries = written
    .filter((schema) => schema.written === 'yaml')
    .map(
      ({ kind, files }) =>
        [`./${folder}/${fileName(kind)}`, files.map((file) => `${packs}/*/${file}`)] as const,
    );
  return { 'yaml.schemas': Object.fromEntries(entries) };
}

const COMMANDS: Readonly<Record<string, PacksCommand>> = {
  check: checkCommand,
  new: newCommand,
  list: listCommand,
  card: cardCommand,
  lorebook: lorebookCommand,
  schemas: schemasCommand,
  operations: operationsCommand,
};

/** `npm run packs -- <command>`: tools for people who write packs. */
export async function runPacks(
  parameters: readonly string[],
  outside: PacksEnvironment,
): Promise<PacksExitCode> {
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

/** Returns the folder `SCENEWRIGHT_PACKS` names, as the server takes it. The other settings need not be right for these tools. */
export function findPacksFolder({ SCENEWRIGHT_PACKS: named }: NodeJS.ProcessEnv): string {
  return named === undefined || named === ''
    ? fileURLToPath(new URL('../../content_packs', import.meta.url))
    : resolve(named);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await runPacks(process.argv.slice(2), {
    print: (text) => process.stdout.write(text),
    printError: (text) => process.stderr.write(text),
    packsFolder: findPacksFolder(process.env),
    currentFolder: process.cwd(),
  });
}
