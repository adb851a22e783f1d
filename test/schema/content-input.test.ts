import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { change, createPack, saveCharacter, saveContents, saveLore } from '../support/authoring.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ changesPacks: true });
  await createPack(engine.url, 'mine', { dependsOn: [{ id: 'lantern_quay', version: '^1.0.0' }] });
});
afterAll(() => engine.close());

const item = (more: object = {}) => ({
  packId: 'mine',
  id: 'rope',
  lore: { item: { name: 'Rope' } },
  ...more,
});

it.each([
  [
    'a pack that is not there',
    () => saveLore(engine.url, item({ packId: 'mien' })),
    'NotFound',
    'input.packId: There is no homebrew pack mien. Did you mean mine?',
  ],
  [
    'a pack of a folder',
    () => saveLore(engine.url, item({ packId: 'lantern_quay' })),
    'NotFound',
    'input.packId: There is no homebrew pack lantern_quay.',
  ],
  [
    'an id that is none',
    () => saveLore(engine.url, item({ id: '../rope' })),
    'InvalidInput',
    'input.id: ../rope is no id: lower-case words joined by _ or -.',
  ],
  [
    'a pack id that is none',
    () => createPack(engine.url, 'My Pack'),
    'InvalidInput',
    'input.id: A pack id is lower-case words joined by _ or -.',
  ],
  [
    'the id of a homebrew pack',
    () => createPack(engine.url, 'mine'),
    'InvalidInput',
    'input.id: There is a pack mine already.',
  ],
  [
    'the id of a pack of a folder',
    () => createPack(engine.url, 'lantern_quay'),
    'InvalidInput',
    'input.id: There is a pack lantern_quay already.',
  ],
  [
    'a content that is not there to be withdrawn',
    () => change(engine.url, 'withdrawContent', { packId: 'mine', id: 'nothing' }),
    'NotFound',
    'Mine has no nothing.',
  ],
  [
    'a version that is not there to be restored',
    () => change(engine.url, 'restoreContent', { packId: 'mine', id: 'rope', version: 7 }),
    'NotFound',
    'mine:rope has no version 7.',
  ],
  [
    'nothing at all',
    () => saveContents(engine.url, 'mine', []),
    'InvalidInput',
    'There are 0; save 1 to 100 at once.',
  ],
  [
    'the same id twice',
    () =>
      saveContents(engine.url, 'mine', [
        { id: 'rope', content: { item: { name: 'Rope' } } },
        { id: 'rope', content: { item: { name: 'Cord' } } },
      ]),
    'InvalidInput',
    'Rope is to be saved twice.',
  ],
  [
    'an id that is none among several',
    () => saveContents(engine.url, 'mine', [{ id: '../../x', content: { item: { name: 'Rope' } } }]),
    'InvalidInput',
    'input.contents: ../../x is no id: lower-case words joined by _ or -.',
  ],
  [
    'text where there is none',
    () =>
      saveContents(engine.url, 'mine', [{ id: 'dice', text: 'x', content: { ruleset: { name: 'Dice' } } }]),
    'InvalidInput',
    'Dice is a ruleset, which has no text below its keys.',
  ],
  [
    'several for a pack that is not there',
    () => saveContents(engine.url, 'nobodys', [{ id: 'rope', content: { item: { name: 'Rope' } } }]),
    'NotFound',
    'input.packId: There is no homebrew pack nobodys.',
  ],
])('refuses %s by naming the field and what would be right', async (_case, save, type, message) => {
  // Written as `field: sentence`; the answer has the field as a path.
  const [, field, sentence] = /^(?:(input\.\w+): )?(.*)$/.exec(message) ?? [];
  expect(await save()).toMatchObject({
    __typename: type,
    message: expect.stringContaining(String(sentence)),
    ...(field === undefined ? {} : { path: field.split('.') }),
  });
});

it('tells every problem of a content at once, as the checker does', async () => {
  const refused = await saveCharacter(engine.url, {
    packId: 'mine',
    id: 'ada',
    text: '# Ada',
    character: {
      location: 'pier_hose',
      faction: 'lantern_quay:ropewalk_gild',
      born: 'yesterday',
      summary: 'x'.repeat(500),
    },
  });

  expect(refused).toMatchObject({ __typename: 'ContentRefused', code: 'CONTENT_REFUSED', path: ['input'] });
  expect(refused.problems?.map(({ file, field }) => [file, field])).toEqual(
    expect.arrayContaining([
      ['characters/ada.md', 'location'],
      ['characters/ada.md', 'faction'],
      ['characters/ada.md', 'summary'],
    ]),
  );
  expect(refused.problems?.find(({ field }) => field === 'faction')?.advice).toContain('ropewalk_guild');
  expect(engine.packRepository.library().findAny('mine:ada')).toBeNull();
});

it('says what a new content lacks', async () => {
  const { problems } = await change(engine.url, 'saveWorld', {
    packId: 'mine',
    id: 'coast',
    world: { name: 'Coast' },
  });

  expect(problems?.map(({ field }) => field)).toEqual(expect.arrayContaining(['tone', 'prompt']));
});

it('refuses a field the format does not know before anything runs', async () => {
  const query = 'mutation ($input: SaveCharacterInput!) { saveCharacter(input: $input) { __typename } }';
  const input = { packId: 'mine', id: 'ada', character: { nmae: 'Ada' } };

  await expect(ask(engine.url, query, { input })).rejects.toThrow(
    /nmae.*not defined by type.*AuthoredCharacterInput/,
  );
});

it('lets a homebrew pack change what a pack below says, and says so', async () => {
  const override = { overrides: 'lantern_quay:marit', role: 'Keeps the lighthouse now' };
  expect(await saveCharacter(engine.url, { packId: 'mine', id: 'marit', character: override })).toMatchObject(
    {
      version: 1,
    },
  );
  const { authoring } = await ask<{ authoring: object }>(
    engine.url,
    `{ authoring(as: AUTHOR) { content(contentId: "lantern_quay:marit") {
      overriddenBy { field byPackId } segments { text } } } }`,
  );

  expect(authoring).toMatchObject({
    content: {
      overriddenBy: [{ field: 'role', byPackId: 'mine' }],
      segments: [{ text: expect.stringContaining('Keeps the lighthouse now') }],
    },
  });
});

const CHECK = `query ($input: CheckPackInput!) { checkPack(input: $input, as: AUTHOR) {
  __typename
  ... on PackReport { checked isPlayable problems { severity file line column field message advice } overrides { field } }
  ... on Failure { code message path }
} }`;

it('checks a pack by its id or its folder, with every problem in its place', async () => {
  const broken = join(engine.packsFolder, 'broken');
  mkdirSync(join(broken, 'items'), { recursive: true });
  writeFileSync(
    join(broken, 'pack.yaml'),
    'id: broken\nname: Broken\nversion: 1.0.0\nsummary: It is.\nlayer: setting\n',
  );
  writeFileSync(join(broken, 'items', 'lid.md'), '---\nid: lid\nlocation: nowhere\n---\n# A lid\n');
  const check = async (input: object) =>
    (await ask<{ checkPack: unknown }>(engine.url, CHECK, { input })).checkPack;

  expect(await check({ folder: 'broken' })).toMatchObject({
    checked: ['broken'],
    isPlayable: false,
    problems: [
      {
        severity: 'ERROR',
        file: 'items/lid.md',
        line: 3,
        column: 11,
        field: 'location',
        message: 'There is no location nowhere.',
      },
    ],
  });
  expect(await check({ packId: 'broken' })).toEqual(await check({ folder: 'broken' }));
  expect(await check({ packId: 'lantern_quay' })).toMatchObject({
    checked: ['lantern_quay'],
    isPlayable: true,
  });
  expect(await check({ packId: 'mine' })).toMatchObject({
    checked: ['mine'],
    overrides: [{ field: 'role' }],
  });
  expect(await check({ folder: '.' })).toMatchObject({ checked: ['broken', 'lantern_quay'] });
});

it.each(['..', '../data', '/etc', 'lantern_quay/../..', 'lantern_quay/pack.yaml', 'way_out', 'nul\0', ''])(
  'reads nothing outside the folder of packs when asked to check %j',
  async (folder) => {
    try {
      symlinkSync('/etc', join(engine.packsFolder, 'way_out'));
    } catch {
      // It is there already.
    }
    const { checkPack } = await ask<{ checkPack: { __typename: string; message?: string } }>(
      engine.url,
      CHECK,
      {
        input: { folder },
      },
    );

    if (folder === '') expect(checkPack.__typename).toBe('PackReport');
    else
      expect(checkPack).toMatchObject({
        __typename: 'NotFound',
        code: 'NOT_FOUND',
        path: ['input', 'folder'],
      });
  },
);

it('answers that there is no such pack to export or check', async () => {
  const query =
    'mutation { exportPack(input: { packId: "nothing", as: AUTHOR }) { __typename ... on Failure { message } } }';

  expect(await ask(engine.url, query)).toEqual({
    exportPack: { __typename: 'NotFound', message: 'There is no pack nothing.' },
  });
  expect(await ask(engine.url, CHECK, { input: { packId: '../..' } })).toMatchObject({
    checkPack: { __typename: 'NotFound', path: ['input', 'packId'] },
  });
});
