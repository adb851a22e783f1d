import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Reload, watchPacks } from '#engine/content/watch-packs.ts';
import { LANTERN_QUAY } from './lantern-quay.ts';

let home: string;
let stop: AbortController;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'watch-'));
  stop = new AbortController();
  for (const [path, text] of LANTERN_QUAY) put(path, text);
});

afterEach(() => {
  stop.abort();
  rmSync(home, { recursive: true, force: true });
});

function put(path: string, text: string): void {
  const target = join(home, 'lantern_quay', path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

const edited = (path: string, from: string, to: string) =>
  put(path, (LANTERN_QUAY.get(path) ?? '').replace(from, to));
const watched = () => watchPacks([home], { signal: stop.signal, quietMilliseconds: 20 });

async function next(reloads: AsyncGenerator<Reload>): Promise<Reload> {
  const { value, done } = await reloads.next();
  if (done) throw new Error('the watch has ended');
  return value;
}

it('gives the library at once, and again when what a pack says has changed', async () => {
  const reloads = watched();
  const first = await next(reloads);
  const waiting = next(reloads);
  edited('laws/weighing_right.md', 'Loss of the catch.', 'Loss of the boat.');
  const second = await waiting;

  expect(first.library.packs).toHaveLength(1);
  expect(second).toMatchObject({ changed: ['lantern_quay'], held: [], problems: [] });
  expect(second.library.find('law', 'lantern_quay:weighing_right')?.data.penalty).toBe('Loss of the boat.');
});

it('serves a pack as it last was while its author has it in pieces', async () => {
  const reloads = watched();
  await next(reloads);
  const waiting = next(reloads);
  edited('characters/marit.md', 'location: pier_house', 'location: pier_huose');
  const broken = await waiting;

  expect(broken.held).toEqual(['lantern_quay']);
  expect(broken.problems).toMatchObject([{ code: 'unknown-reference', line: 15 }]);
  expect(broken.library.find('character', 'lantern_quay:marit')?.data.location).toBe(
    'lantern_quay:pier_house',
  );

  const mended = next(reloads);
  edited('characters/marit.md', 'location: pier_house', 'location: mole');
  expect((await mended).library.find('character', 'lantern_quay:marit')?.data.location).toBe(
    'lantern_quay:mole',
  );
});

it('notices packs that come and go', async () => {
  const reloads = watched();
  await next(reloads);
  const waiting = next(reloads);
  cpSync(join(home, 'lantern_quay'), join(home, '.copy'), { recursive: true });
  rmSync(join(home, 'lantern_quay'), { recursive: true });

  expect(await waiting).toMatchObject({ changed: ['lantern_quay'] });
});

it('ends with its signal', async () => {
  const reloads = watched();
  await next(reloads);
  const ending = reloads.next();
  stop.abort();

  expect(await ending).toEqual({ done: true, value: undefined });
});
