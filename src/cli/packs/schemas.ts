import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { buildFileSchemas, type FileSchema } from '#engine/content/json-schemas.ts';
import type { Command } from './command.ts';

export const schemas: Command = {
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

/** Which files each schema is for, as the YAML extension of VS Code wants it. */
function editorSettings(written: readonly FileSchema[], folder: string, packs: string) {
  const entries = written
    .filter((schema) => schema.written === 'yaml')
    .map(
      ({ kind, files }) =>
        [`./${folder}/${fileName(kind)}`, files.map((file) => `${packs}/*/${file}`)] as const,
    );
  return { 'yaml.schemas': Object.fromEntries(entries) };
}
