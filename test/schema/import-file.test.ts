import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeImageMetadata } from '#engine/util/image-file.ts';
import { CARDS, CHAT, pngWith, type TestFile } from '../support/cards.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { writeGuidePack } from '../support/guide-pack.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: (folder) => {
      writeGuidePack(folder);
      cpSync('content_packs/just_talk', join(folder, 'just_talk'), { recursive: true });
    },
  });
});
afterAll(() => engine.close());

const cardOf = (what: string): TestFile => CARDS.find(([name]) => name === what)?.[1] ?? CHAT;

type Imported = {
  readonly __typename: string;
  readonly packId: string;
  readonly message?: string;
  readonly entryPoint: { readonly id: string; readonly openings: { readonly name: string }[] };
  readonly report: { readonly field: string; readonly outcome: string; readonly note: string }[];
};

async function take({ name, bytes }: TestFile, more: object = {}): Promise<Imported> {
  const input = { file: Buffer.from(bytes).toString('base64'), fileName: name, ...more };
  const { importFile } = await ask<{ importFile: Imported }>(
    engine.url,
    `mutation ($input: ImportFileInput!) { importFile(input: $input) {
      __typename
      ... on ImportFilePayload { packId format entryPoint { id openings { name } } report { field outcome to note } problems { message } }
      ... on ImportPartPayload { received of }
      ... on Failure { message path }
    } }`,
    { input },
  );
  return importFile;
}

type Written = { readonly __typename: string; readonly fileName: string; readonly file: string };

async function write(field: string, input: object): Promise<Written> {
  const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
  const answer = await ask<Record<string, Written>>(
    engine.url,
    `mutation ($input: ${type}!) { ${field}(input: $input) {
      __typename ... on WrittenFilePayload { fileName file } ... on Failure { message path } } }`,
    { input },
  );
  const written = answer[field];
  if (written === undefined) throw new Error(`${field} gave nothing`);
  return written;
}

it('makes a pack of a card, plays another of its openings, and writes card, book and story', async () => {
  const card = cardOf('V2 in a PNG');
  const taken = await take(card, { personaName: 'Ada' });
  expect(taken).toMatchObject({ __typename: 'ImportFilePayload', packId: 'captain_oduya' });
  expect(taken.report).toContainEqual(
    expect.objectContaining({ field: 'data.system_prompt', outcome: 'KEPT' }),
  );
  expect(taken.entryPoint.openings.map(({ name }) => name)).toEqual(['Opening 2', 'Opening 3']);

  const { startCampaign } = await ask<{
    startCampaign: { session: { id: string }; campaign: { prologue: string } };
  }>(
    engine.url,
    `mutation ($input: StartCampaignInput!) { startCampaign(input: $input) {
      ... on StartCampaignPayload { session { id } campaign { prologue } } ... on Failure { message } } }`,
    { input: { entryPointId: taken.entryPoint.id, opening: 'Opening 2' } },
  );
  expect(startCampaign.campaign.prologue).toBe('The captain is asleep on the chart table.');

  const sessionId = startCampaign.session.id;
  const markdown = await write('exportStory', { sessionId, format: 'MARKDOWN' });
  expect(markdown.fileName).toBe('captain-oduya.md');
  expect(Buffer.from(markdown.file, 'base64').toString()).toMatch(
    /^# Captain Oduya\n\nThe captain is asleep/,
  );
  const chat = Buffer.from(
    (await write('exportStory', { sessionId, format: 'CHAT' })).file,
    'base64',
  ).toString();
  expect(JSON.parse(chat.split('\n')[0] ?? '')).toMatchObject({
    user_name: 'Ada',
    character_name: 'Captain Oduya',
  });
  const epub = unzipSync(
    Buffer.from((await write('exportStory', { sessionId, format: 'EPUB' })).file, 'base64'),
  );
  expect(Object.keys(epub)[0]).toBe('mimetype');
  expect(Buffer.from(epub['OEBPS/chapter1.xhtml'] ?? []).toString()).toContain('<p>The captain is asleep');

  const written = await write('exportCard', { characterId: 'captain_oduya:captain_oduya', format: 'JSON' });
  const original = JSON.parse(Buffer.from(cardOf('V2 as JSON').bytes).toString());
  expect(JSON.parse(Buffer.from(written.file, 'base64').toString())).toMatchObject({
    spec: 'chara_card_v3',
    data: original.data,
  });
  const png = await write('exportCard', { characterId: 'captain_oduya:captain_oduya', format: 'PNG' });
  expect(Buffer.from(removeImageMetadata(Buffer.from(png.file, 'base64')))).toEqual(
    Buffer.from(removeImageMetadata(card.bytes)),
  );
  const charx = await write('exportCard', { characterId: 'captain_oduya:captain_oduya', format: 'CHARX' });
  expect(Object.keys(unzipSync(Buffer.from(charx.file, 'base64')))).toEqual([
    'card.json',
    'assets/icon/image/main.png',
  ]);
  const again = await take({ name: png.fileName, bytes: Buffer.from(png.file, 'base64') });
  expect(again.packId).toBe('captain_oduya_2');
  const book = await write('exportLorebook', { packId: 'captain_oduya' });
  expect(JSON.parse(Buffer.from(book.file, 'base64').toString()).data.entries).toHaveLength(2);
});

it('writes a character of any pack as a card, without what it withholds', async () => {
  const written = await write('exportCard', { characterId: 'lantern_quay:marit', format: 'JSON' });
  const card = Buffer.from(written.file, 'base64').toString();
  const marit = engine.packRepository.library().find('character', 'lantern_quay:marit');

  expect(JSON.parse(card)).toMatchObject({ spec: 'chara_card_v3', data: { name: 'Marit Sund' } });
  expect(marit?.data.withholds.length).toBeGreaterThan(0);
  for (const secret of marit?.data.withholds ?? []) expect(card).not.toContain(secret);
});

it('takes a long file in parts', async () => {
  const { name, bytes } = cardOf('V1 as JSON');
  const half = Math.floor(bytes.length / 2);
  const part = (number: number) => ({ part: { uploadId: 'card', number, of: 2 } });
  const first = await take({ name, bytes: bytes.subarray(0, half) }, part(1));

  expect(first).toMatchObject({ __typename: 'ImportPartPayload', received: 1 });
  expect(await take({ name, bytes: bytes.subarray(half) }, part(2))).toMatchObject({ packId: 'maren' });
});

it('refuses what is no card, and saves nothing', async () => {
  const before = [...engine.packRepository.homebrewIds()];
  const broken = await take({ name: 'x.png', bytes: pngWith({ chara: '%%%' }) });

  expect(broken).toMatchObject({ __typename: 'InvalidInput', path: ['input', 'file'] });
  expect(broken.message).toContain('is not base64');
  expect(await take(cardOf('V1 as JSON'), { chat: '%' })).toMatchObject({ path: ['input', 'chat'] });
  expect([...engine.packRepository.homebrewIds()]).toEqual(before);
});

it('finds no character and no pack that is not there', async () => {
  expect(await write('exportCard', { characterId: 'lantern_quay:nemo' })).toMatchObject({
    __typename: 'NotFound',
  });
  expect(await write('exportLorebook', { packId: 'nowhere' })).toMatchObject({ __typename: 'NotFound' });
});
