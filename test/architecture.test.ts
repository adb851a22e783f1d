import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import {
  FLAT_INTERNAL_FILES,
  findFlatInternalFiles,
  findForbiddenImports,
  findModule,
  MODULES,
} from './support/import-map.ts';

const MAX_FILES_IN_FOLDER = 25;

/** Modules whose flat files are their public interface. The settings are read as one file, `#config`; Vite starts the studio. */
const hasEntryPoints = (file: string): boolean => !['config', 'studio'].includes(findModule(file) ?? '');

function readSources(): Map<string, string> {
  const files = globSync('**/*.{ts,tsx}', { cwd: 'src' });
  return new Map(files.map((file) => [file, readFileSync(`src/${file}`, 'utf8')]));
}

/** Returns the files of src that npm scripts or the program in bin/ start. */
function readEntryPoints(): Set<string> {
  const starters = ['package.json', ...globSync('bin/*.js')].map((file) => readFileSync(file, 'utf8'));
  return new Set(
    starters.flatMap((text) => [...text.matchAll(/src\/([\w/-]+\.ts)/g)].map((match) => match[1] ?? '')),
  );
}

it('follows the map in every import', () => {
  const sources = readSources();

  expect(sources.size).toBeGreaterThan(5);
  expect([...sources].flatMap(([file, source]) => findForbiddenImports(file, source))).toEqual([]);
});

it('knows every module there is', () => {
  const modules = new Set([...readSources().keys()].flatMap((file) => findModule(file) ?? []));

  expect([...modules].filter((module) => MODULES[module] === undefined)).toEqual([]);
});

it('keeps files that no other module imports in internal folders', () => {
  const flat = findFlatInternalFiles(readSources(), readEntryPoints()).filter(hasEntryPoints);

  expect(flat.filter((file) => !FLAT_INTERNAL_FILES.includes(file))).toEqual([]);
  // A file that is imported from outside, moved or deleted has to leave the list.
  expect(FLAT_INTERNAL_FILES.filter((file) => !flat.includes(file))).toEqual([]);
});

it('keeps at most 25 files in a folder', () => {
  const counts = new Map<string, number>();
  for (const file of readSources().keys()) {
    // Migrations accumulate and are never read together.
    if (!file.includes('/migrations/')) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }

  expect([...counts].filter(([, count]) => count > MAX_FILES_IN_FOLDER)).toEqual([]);
});

it.each([
  ['an arrow that points back', 'engine/state/x.ts', "import { turn } from '#engine/turn/turn.ts';"],
  ['a library of another module', 'engine/turn/x.ts', "import Anthropic from '@anthropic-ai/sdk';"],
  ['a scoped library of another module', 'engine/turn/x.ts', "import { MikroORM } from '@mikro-orm/core';"],
  [
    'a relative import of another module',
    'engine/turn/x.ts',
    "import { reject } from '../state/operation.ts';",
  ],
  [
    'an import from an internal folder',
    'schema/x.ts',
    "import { route } from '#engine/turn/steps/route.ts';",
  ],
  ['a lazy import', 'engine/turn/x.ts', "const yoga = await import('graphql-yoga');"],
  ['React outside of the studio', 'server/x.ts', "import { useState } from 'react';"],
  ['the engine inside of the studio', 'studio/x.ts', "import { x } from '#engine/domain/ids.ts';"],
  ['an import for its effects', 'engine/turn/x.ts', "import 'ws';"],
  ['a module on no map', 'schema/x.ts', "import { x } from '#engine/attic/x.ts';"],
])('notices %s', (_mistake, file, source) => {
  expect(findForbiddenImports(file, source)).toHaveLength(1);
});

it('allows internal folders of the own module and flat files of others', () => {
  const source = "import { a } from './steps/a.ts';\nimport { b } from '#engine/state/b.ts';";

  expect(findForbiddenImports('engine/turn/turn.ts', source)).toEqual([]);
});

it('notices a flat file that only its own module imports', () => {
  const sources = new Map([
    ['engine/turn/turn.ts', "import { a } from './a.ts';\nimport { b } from '#engine/state/b.ts';"],
    ['engine/turn/a.ts', ''],
    ['engine/turn/steps/c.ts', ''],
    ['engine/state/b.ts', "import { d } from './d.ts';"],
    ['engine/state/d.ts', ''],
  ]);

  expect(findFlatInternalFiles(sources, new Set(['engine/turn/turn.ts']))).toEqual([
    'engine/state/d.ts',
    'engine/turn/a.ts',
  ]);
});
