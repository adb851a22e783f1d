import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOMS, roomOf, trespasses } from './support/import-map.ts';

it('follows the map in every import', () => {
  const files = globSync('**/*.ts', { cwd: 'src' });

  expect(files.length).toBeGreaterThan(5);
  expect(files.flatMap((file) => trespasses(file, readFileSync(`src/${file}`, 'utf8')))).toEqual([]);
});

it('knows every room there is', () => {
  const rooms = new Set(globSync('**/*.ts', { cwd: 'src' }).flatMap((file) => roomOf(file) ?? []));

  expect([...rooms].filter((room) => ROOMS[room] === undefined)).toEqual([]);
});

it.each([
  ['an arrow that points back', 'engine/state/x.ts', "import { turn } from '#engine/turn/turn.ts';"],
  ['a library away from home', 'engine/turn/x.ts', "import Anthropic from '@anthropic-ai/sdk';"],
  ['a scoped library away from home', 'engine/turn/x.ts', "import { MikroORM } from '@mikro-orm/core';"],
  ['a climb out of the room', 'engine/turn/x.ts', "import { reject } from '../state/operation.ts';"],
  ['an opened drawer', 'schema/x.ts', "import { route } from '#engine/turn/steps/route.ts';"],
  ['a lazy import', 'engine/turn/x.ts', "const yoga = await import('graphql-yoga');"],
  ['an import for its effects', 'engine/turn/x.ts', "import 'ws';"],
  ['a room on no map', 'schema/x.ts', "import { x } from '#engine/attic/x.ts';"],
])('would notice %s', (_trespass, file, source) => {
  expect(trespasses(file, source)).toHaveLength(1);
});

it('lets a room use its own drawers and its neighbours’ doors', () => {
  const source = "import { a } from './steps/a.ts';\nimport { b } from '#engine/state/b.ts';";

  expect(trespasses('engine/turn/turn.ts', source)).toEqual([]);
});
