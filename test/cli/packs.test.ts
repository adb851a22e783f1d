import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPacksFolder, runPacks } from '#cli/packs.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'packs-cli-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function run(...parameters: readonly string[]) {
  let out = '';
  let errors = '';
  const code = await runPacks(parameters, {
    print: (text) => {
      out += text;
    },
    printError: (text) => {
      errors += text;
    },
    packsFolder: home,
    currentFolder: home,
  });
  return { code, out, errors };
}

it('makes a pack that has no problems', async () => {
  const made = await run('new', 'my_valley');
  const checked = await run('check', 'my_valley', '--strict');

  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('entry_points/the_letter.yaml') });
  expect(checked).toEqual({ code: 0, out: 'my_valley: no problems.\n', errors: '' });
  expect(readFileSync(join(home, 'my_valley/pack.yaml'), 'utf8')).toContain('name: My Valley\n');
});

it.each([['My Valley'], ['../outside'], ['9lives'], ['']])('makes no pack called %j', async (id) => {
  expect(await run('new', id)).toMatchObject({
    code: 2,
    errors: expect.stringContaining('lower-case words'),
  });
  expect(readdirSync(home)).toEqual([]);
});

it('makes no pack where one is', async () => {
  await run('new', 'my_valley');

  expect(await run('new', 'my_valley')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is there already'),
  });
});

it('prints every problem with its place and what to write, and fails', async () => {
  await run('new', 'my_valley');
  breakIt('locations/inn.md', 'to: mill', 'to: mil');
  const { code, out } = await run('check');

  expect(code).toBe(1);
  expect(out).toContain(
    'my_valley/locations/inn.md:6:11  error (exits.0.to): There is no location mil.\n    Did you mean mill?\n',
  );
  expect(out).toMatch(/my_valley: 1 error, 0 warnings\.\n$/);
});

it('writes the same as JSON', async () => {
  await run('new', 'my_valley');
  breakIt('locations/inn.md', 'to: mill', 'to: mil');
  const { code, out } = await run('check', '--json');

  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    checked: ['my_valley'],
    isPlayable: false,
    problems: [
      {
        packId: 'my_valley',
        file: 'locations/inn.md',
        line: 6,
        column: 11,
        field: 'exits.0.to',
        code: 'unknown-reference',
      },
    ],
  });
});

it('fails on warnings only when asked to be strict', async () => {
  await run('new', 'my_valley');
  breakIt('pack.yaml', 'genre: mystery', 'provides: { characters: 9 }');

  expect((await run('check')).code).toBe(0);
  expect((await run('check', '--strict')).code).toBe(1);
});

it('shows what a pack overrides, key by key', async () => {
  await run('new', 'my_valley');
  await run('new', 'my_winter');
  for (const folder of readdirSync(join(home, 'my_winter'), { withFileTypes: true })) {
    if (folder.isDirectory()) rmSync(join(home, 'my_winter', folder.name), { recursive: true });
  }
  mkdirSync(join(home, 'my_winter/characters'));
  writeFileSync(
    join(home, 'my_winter/characters/miller.md'),
    '---\nid: miller\noverrides: my_valley:miller\ntitle: Ice cutter\n---\n',
  );
  const manifest = join(home, 'my_winter/pack.yaml');
  writeFileSync(manifest, `${readFileSync(manifest, 'utf8')}depends_on: [{ id: my_valley }]\n`);

  expect(await run('check', 'my_winter')).toEqual({
    code: 0,
    out: 'my_winter/characters/miller.md:4  overrides title of my_valley:miller\n\nmy_winter: no problems.\n',
    errors: '',
  });
});

it('says so when there is nothing to check', async () => {
  expect(await run('check')).toMatchObject({
    code: 1,
    out: 'There is no pack here: a pack is a folder with a pack.yaml.\n',
  });
});

it('lists what can be played', async () => {
  await run('new', 'my_valley');
  const { code, out } = await run('list');

  expect(code).toBe(0);
  expect(out).toContain('my_valley 0.1.0  My Valley (setting, ');
  expect(out).toContain('scenario  my_valley:the_letter  The Letter');
  expect(JSON.parse((await run('list', '--json')).out)).toMatchObject([
    { id: 'my_valley', characters: 3, locations: 2 },
  ]);
});

it('writes a schema for every kind of file', async () => {
  const { code, out } = await run('schemas', '.schemas');
  const files = readdirSync(join(home, '.schemas'));

  expect([code, out.startsWith('15 schemas')]).toEqual([0, true]);
  expect(files).toHaveLength(16);
  expect(existsSync(join(home, '.schemas/entry_point.schema.json'))).toBe(true);
  expect(JSON.parse(readFileSync(join(home, '.schemas/vscode-settings.json'), 'utf8'))).toHaveProperty(
    'yaml.schemas',
  );
});

it('prints operations as packs write them', async () => {
  expect((await run('operations', 'tick_clock')).out).toBe(
    'tick_clock\n  Moves a clock by some segments, 1 unless said; reaching a trigger sets it off.\n    clock_id: text (required)\n    by: a whole number\n',
  );
  expect((await run('operations')).out).toContain('subject_id: an entity (required)');
  expect(await run('operations', 'fly')).toMatchObject({ code: 2 });
});

it.each([[[]], [['dance']], [['help']], [['__proto__']]])('explains itself for %j', async (parameters) => {
  expect(await run(...parameters)).toMatchObject({
    code: 2,
    errors: expect.stringContaining('npm run packs -- <command>'),
  });
});

function breakIt(path: string, from: string, to: string): void {
  const target = join(home, 'my_valley', path);
  const text = readFileSync(target, 'utf8');
  expect(text).toContain(from);
  rmSync(target);
  writeFileSync(target, text.replace(from, to));
}

it('checks an installed pack by its id from anywhere', async () => {
  await run('new', 'my_valley');
  const elsewhere = mkdtempSync(join(tmpdir(), 'packs-cli-elsewhere-'));
  let out = '';
  const code = await runPacks(['check', 'my_valley'], {
    print: (text) => {
      out += text;
    },
    printError: (text) => {
      out += text;
    },
    packsFolder: home,
    currentFolder: elsewhere,
  });
  rmSync(elsewhere, { recursive: true });

  expect(out).toBe('my_valley: no problems.\n');
  expect(code).toBe(0);
});

it('works on the folder that SCENEWRIGHT_PACKS names', () => {
  expect(findPacksFolder({ SCENEWRIGHT_PACKS: '/srv/packs' })).toBe('/srv/packs');
  expect(findPacksFolder({})).toMatch(/content_packs$/);
});

it('prints a root cause first and holds back what follows from it', async () => {
  await run('new', 'my_valley');
  const places = join(home, 'my_valley', 'locations');
  const [file = ''] = readdirSync(places);
  const whole = readFileSync(join(places, file));
  writeFileSync(join(places, file), Buffer.concat([whole, Buffer.from([0xff, 0xfe])]));
  const broken = (await run('check', 'my_valley')).out.split('\n');
  writeFileSync(join(places, file), whole);
  writeFileSync(join(places, 'zz_copy.md'), whole);
  const twice = (await run('check', 'my_valley')).out.split('\n');

  expect(broken[0]).toContain(`locations/${file}`);
  expect(broken[0]).toContain('The file is not valid UTF-8 here.');
  expect(broken.join('\n')).not.toContain('There is no location');
  expect(broken.join('\n')).toMatch(/more problems? follows? from these/);
  expect(twice[0]).toContain('is taken by');
  expect(twice.join('\n')).not.toContain('promises');
});
