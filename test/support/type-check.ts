import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryFolder } from './stores.ts';

/** Compiles files in a folder of their own, as strictly as this project does, and gives what the compiler complains of. */
export async function typeCheck(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = temporaryFolder();
  try {
    symlinkSync(resolve('node_modules'), join(folder.path, 'node_modules'));
    const compilerOptions = {
      target: 'esnext',
      lib: ['esnext', 'dom'],
      module: 'nodenext',
      noEmit: true,
      strict: true,
      noUncheckedIndexedAccess: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: [],
    };
    const config = { compilerOptions, include: ['**/*.ts'], exclude: ['node_modules'] };
    const all = { ...files, 'tsconfig.json': JSON.stringify(config), 'package.json': '{ "type": "module" }' };
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder.path, file)), { recursive: true });
      writeFileSync(join(folder.path, file), text);
    }
    const said = await compile(folder.path);
    return said.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    folder.remove();
  }
}

function compile(folder: string): Promise<string> {
  return new Promise((resolved) => {
    execFile(
      resolve('node_modules/.bin/tsc'),
      ['-p', folder, '--pretty', 'false'],
      (_error, stdout, stderr) => resolved(`${stdout}\n${stderr}`),
    );
  });
}
