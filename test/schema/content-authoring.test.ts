import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkPacks } from '#engine/content/check-pack.ts';
import { readPack } from '#engine/content/read-pack.ts';
import {
  authoredPack,
  change,
  copyPack,
  createPack,
  exportedFiles,
  globalId,
  saveCharacter,
  saveLore,
} from '../support/authoring.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { temporaryFolder } from '../support/stores.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
const folder = temporaryFolder();
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(async () => {
  await engine.close();
  folder.remove();
});

/** Writes an exported pack as a folder. */
async function written(packId: string): Promise<string> {
  for (const { path, text } of await exportedFiles(engine.url, packId)) {
    const file = join(folder.path, packId, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return join(folder.path, packId);
}

const lamp = (text: string, more: object = {}) => ({
  packId: 'lamps',
  id: 'lamp',
  text,
  lore: { item: { name: 'The lamp' } },
  ...more,
});

it('makes a new version with every save and keeps the old ones readable', async () => {
  expect(await createPack(engine.url, 'lamps')).toMatchObject({ __typename: 'CreatePackPayload' });
  expect(await saveLore(engine.url, lamp('It is lit.'))).toMatchObject({ version: 1, packVersion: '1.0.1' });
  expect(await saveLore(engine.url, lamp('It is out.'))).toMatchObject({ version: 2, packVersion: '1.0.2' });
  expect(await change(engine.url, 'withdrawContent', { packId: 'lamps', id: 'lamp' })).toMatchObject({
    version: 3,
  });
  const back = { packId: 'lamps', id: 'lamp', version: 1 };
  expect(await change(engine.url, 'restoreContent', back)).toMatchObject({
    version: 4,
    packVersion: '1.0.4',
  });

  const { authoring } = await ask<{ authoring: unknown }>(
    engine.url,
    `{ authoring(as: AUTHOR) { content(contentId: "lamps:lamp") {
      version isActive isPlayable text
      versions(first: 9) { nodes { version isActive text input savedAt } }
      middle: versions(first: 1, last: null) { nodes { version } pageInfo { hasNextPage } }
    } } }`,
  );
  expect(authoring).toMatchObject({
    content: {
      version: 4,
      isActive: true,
      isPlayable: true,
      text: 'It is lit.',
      versions: {
        nodes: [
          { version: 1, isActive: true, text: 'It is lit.', input: { name: 'The lamp' } },
          { version: 2, isActive: true, text: 'It is out.' },
          { version: 3, isActive: false, text: 'It is out.' },
          { version: 4, isActive: true, text: 'It is lit.' },
        ],
      },
      middle: { nodes: [{ version: 1 }], pageInfo: { hasNextPage: true } },
    },
  });
});

it('plays, exports and checks a pack that was written through the API', async () => {
  expect(await copyPack(engine.url, 'lantern_quay', 'my_quay')).toMatchObject({
    __typename: 'SaveContentsPayload',
    packVersion: '1.0.1',
  });
  const begun = await ask<{ startCampaign: { session: { id: string } } }>(
    engine.url,
    `mutation ($id: ID!) { startCampaign(input: { entryPointId: $id }) {
      ... on StartCampaignPayload { session { id currentScene { index narration } } openingTurn { status } }
      ... on Failure { code message }
    } }`,
    { id: globalId('EntryPoint', 'my_quay:the_second_ledger') },
  );
  expect(begun.startCampaign).toMatchObject({
    session: { currentScene: { index: 1 } },
    openingTurn: { status: 'COMMITTED' },
  });

  const path = await written('my_quay');
  const checked = await checkPacks([path]);
  expect(checked).toMatchObject({ checked: ['my_quay'], isPlayable: true });
  expect((await readPack(path)).hash).toBe(engine.packRepository.library().findPack('my_quay')?.hash);
});

it('gives what it takes: what was fetched can be saved again and says the same', async () => {
  const before = await authoredPack(engine.url, 'lantern_quay');
  const after = await authoredPack(engine.url, 'my_quay');

  expect(after.contents).toEqual(before.contents);
  expect(before.contents.length).toBeGreaterThan(5);
});

it('saves things that name each other only together', async () => {
  await createPack(engine.url, 'pair');
  const room = (id: string, to: string) => ({
    id,
    text: `# ${id}`,
    content: { location: { name: id, exits: [{ to }] } },
  });
  const alone = {
    packId: 'pair',
    id: 'hall',
    lore: { location: { name: 'hall', exits: [{ to: 'cellar' }] } },
  };

  expect(await saveLore(engine.url, alone)).toMatchObject({ __typename: 'ContentRefused' });
  const query = `mutation ($input: SaveContentsInput!) { saveContents(input: $input) {
    ... on SaveContentsPayload { packVersion contents { contentId version } }
    ... on Failure { message }
  } }`;
  const contents = [room('hall', 'cellar'), room('cellar', 'hall')];
  expect(await ask(engine.url, query, { input: { packId: 'pair', contents } })).toEqual({
    saveContents: {
      packVersion: '1.0.1',
      contents: [
        { contentId: 'pair:hall', version: 1 },
        { contentId: 'pair:cellar', version: 1 },
      ],
    },
  });
  expect(await change(engine.url, 'withdrawContent', { packId: 'pair', id: 'hall' })).toMatchObject({
    __typename: 'ContentRefused',
    message: expect.stringContaining('There is no location hall.'),
  });
});

it('lets everybody who saves at once through, each with a version of their own', async () => {
  await createPack(engine.url, 'busy');
  const saves = await Promise.all([
    ...Array.from({ length: 5 }, (_, i) => saveLore(engine.url, { ...lamp(`Take ${i}.`), packId: 'busy' })),
    ...Array.from({ length: 5 }, (_, i) =>
      saveLore(engine.url, {
        packId: 'busy',
        id: `bell_${i}`,
        text: 'It rings.',
        lore: { item: { name: 'Bell' } },
      }),
    ),
  ]);

  expect(saves.slice(0, 5).map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
  expect(saves.slice(5).map(({ version }) => version)).toEqual([1, 1, 1, 1, 1]);
  expect(new Set(saves.map(({ packVersion }) => packVersion)).size).toBe(10);
  expect(
    engine.packRepository
      .library()
      .all('item')
      .filter(({ packId }) => packId === 'busy'),
  ).toHaveLength(6);
});

it('saves nothing over a version the author has not seen', async () => {
  await createPack(engine.url, 'seen');
  const save = (baseVersion: number, text: string) =>
    saveLore(engine.url, { ...lamp(text), packId: 'seen', baseVersion });

  expect(await save(0, 'New.')).toMatchObject({ version: 1 });
  expect(await save(0, 'New again.')).toMatchObject({
    __typename: 'Refused',
    message: 'seen:lamp stands at version 1; you changed version 0. Look at the new one and save again.',
    path: ['input', 'baseVersion'],
  });
  const both = await Promise.all([save(1, 'Mine.'), save(1, 'Theirs.')]);
  expect(both.map(({ __typename }) => __typename).sort()).toEqual(['Refused', 'SaveContentPayload']);
});

it('shows the segments of a character as it is now and as it was', async () => {
  await createPack(engine.url, 'people');
  const marit = (role: string) => ({
    packId: 'people',
    id: 'marit',
    text: '# Marit',
    character: { role, withholds: ['The second ledger lies in the bell.'], tier: 'MAJOR' },
  });
  await saveCharacter(engine.url, marit('Keeps the pier'));
  await saveCharacter(engine.url, marit('Keeps the lighthouse'));
  type Segments = { segments: { segmentId: string; version: string; text: string; secrets: string[] }[] };
  const { authoring } = await ask<{
    authoring: { content: Segments & { versions: { nodes: Segments[] } } };
  }>(
    engine.url,
    `{ authoring(as: AUTHOR) { content(contentId: "people:marit") {
      ...Compiled versions(first: 5) { nodes { segments { segmentId version text secrets } } }
    } } }
    fragment Compiled on AuthoredContent { segments { segmentId version text secrets } }`,
  );
  const [now] = authoring.content.segments;

  expect(now).toMatchObject({ segmentId: 'npc:people:marit', version: '1.0.2' });
  expect(now?.text).toContain('Keeps the lighthouse');
  expect(now?.text).not.toContain('second ledger');
  expect(now?.secrets).toEqual(['The second ledger lies in the bell.']);
  expect(authoring.content.versions.nodes.map(({ segments }) => segments[0]?.version)).toEqual([
    '1.0.1',
    '1.0.2',
  ]);
  expect(authoring.content.versions.nodes[0]?.segments[0]?.text).toContain('Keeps the pier');
});
