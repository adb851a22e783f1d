import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writePngTexts } from '#engine/interchange/files/png-file.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { type Accounts, openAccounts, writeTwoPersonas } from '../support/accounts.ts';

const cover = (pack: string): Buffer => readFileSync(`content_packs/${pack}/images/cover.png`);
const [MARIT, SMUGGLER, QUAY, PIER] = [
  cover('mystika'),
  cover('neo_seattle'),
  cover('red_lamp'),
  cover('srd_5e'),
];

/** Lantern Quay with images, and with a man players know nothing of until play reveals him. */
function writeIllustrated(folder: string): void {
  writeTwoPersonas(folder);
  const pack = join(folder, 'lantern_quay');
  mkdirSync(join(pack, 'images'));
  for (const [name, bytes] of Object.entries({ marit: MARIT, smuggler: SMUGGLER, quay: QUAY, pier: PIER }))
    writeFileSync(join(pack, 'images', `${name}.png`), bytes);
  const add = (file: string, lines: string) => {
    const path = join(pack, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^name:/m, `${lines}\nname:`));
  };
  add('pack.yaml', 'cover: images/quay.png');
  add('worlds/quay.md', 'map: images/quay.png');
  add('characters/marit.md', 'portrait: images/marit.png');
  writeFileSync(
    join(pack, 'characters', 'smuggler.md'),
    '---\nid: smuggler\nname: Rasmus Vik\nvisibility: gm\nportrait: images/smuggler.png\n---\n\n# Rasmus Vik\n\nNobody has seen him.\n',
  );
  cpSync('content_packs/just_talk', join(folder, 'just_talk'), { recursive: true });
  add('locations/pier_house.md', 'image: images/pier.png');
}

let server: Accounts;
let master: string;
let player: string;
let begun: Awaited<ReturnType<Accounts['begin']>>;
beforeAll(async () => {
  server = await openAccounts({ writePacks: writeIllustrated });
  master = (await server.makeToken('ada', ['gm', 'author', 'admin'])).token;
  player = (await server.makeToken('bob', ['player'])).token;
  begun = await server.begin(master);
  await server.ask(master, 'mutation ($input: AddMemberInput!) { addMember(input: $input) { __typename } }', {
    input: { campaignId: begun.campaignId, viewerId: 'bob', name: 'Bob', personaId: 'pc_marit_001' },
  });
}, 60_000);
afterAll(() => server.close());

type Entity = { readonly entityId: string; readonly portrait?: { readonly url: string } | null };

const PORTRAITS =
  'query ($id: ID!) { session(id: $id) { currentScene { entities { entityId ... on KnownCharacter { portrait { url width height } } ... on KnownLocation { image { url } } } } } }';

async function portraitsFor(token: string): Promise<Readonly<Record<string, string | null>>> {
  const { data } = await server.ask(token, PORTRAITS, { id: begun.sessionId });
  const entities: readonly Entity[] = Object(data).session.currentScene.entities;
  return Object.fromEntries(entities.map(({ entityId, portrait }) => [entityId, portrait?.url ?? null]));
}

const load = (url: string, headers: Record<string, string> = {}) => fetch(`${server.url}${url}`, { headers });

const upload = (
  token: string,
  characterId: string,
  body: Uint8Array<ArrayBuffer>,
  type = 'image/png',
  method = 'PUT',
) =>
  fetch(`${server.url}/files/portraits/${begun.campaignId}/${characterId}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    ...(method === 'PUT' ? { body } : {}),
  });

it('tells where the images of packs are, and serves them to <img> without a token, to be kept', async () => {
  const { data } = await server.ask(
    player,
    '{ packs { packId cover { url width height } } entryPoints(first: 1) { nodes { cover { url } world { map { url } cover { url } } personas { character { name portrait { url } } } } } }',
  );
  const { packs, entryPoints } = Object(data);
  const [story] = entryPoints.nodes;
  const pack = packs.find(({ packId }: { packId: string }) => packId === 'lantern_quay');

  expect(pack.cover).toMatchObject({ width: 480, height: 270 });
  expect(story.cover.url).toBe(pack.cover.url);
  expect(story.world).toEqual({ map: { url: pack.cover.url }, cover: null });
  const answer = await load(story.world.map.url);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(QUAY)).toBe(true);
  const etag = answer.headers.get('etag') ?? '';
  expect(await load(story.world.map.url, { 'if-none-match': etag })).toMatchObject({ status: 304 });
  expect(await load(`/files/images/${'0'.repeat(64)}`)).toMatchObject({ status: 404 });
  expect(await load('/files/images/..%2f..%2fpack.yaml')).toMatchObject({ status: 404 });
});

it('shows the portrait of a character to those who know them alone', async () => {
  const [known, all] = [await portraitsFor(player), await portraitsFor(master)];

  expect(known.pc_marit_001).toMatch(/^\/files\/images\/[0-9a-f]{64}$/);
  expect(all.pc_marit_001).toBe(known.pc_marit_001);
  expect(known).not.toHaveProperty('npc_smuggler_001');
  const session = await server.store.sessions.find(begun.session);
  const { entities } = await server.snapshots.of(session?.currentSceneId ?? '');
  expect(entities).toHaveProperty('npc_smuggler_001');
  const everything = await server.ask(
    player,
    '{ entryPoints(first: 9) { nodes { personas { character { portrait { url } } } } } characters(first: 20) { nodes { name portrait { url } } } }',
  );
  const hash = createHash('sha256').update(SMUGGLER).digest('hex');
  expect(everything.text).toContain('/files/images/');
  expect(everything.text + JSON.stringify(known)).not.toContain(hash);
});

it('lets a player give their own persona a portrait, and the game master every character', async () => {
  const card = writePngTexts(SMUGGLER, new Map([['chara', 'c2VjcmV0']]));
  if (isRejection(card)) throw new Error(card.reason);
  const answer = await upload(player, 'pc_marit_001', new Uint8Array(card));
  const { portrait } = await answer.json();

  expect(answer.status).toBe(200);
  expect(portrait).toMatchObject({ width: 480, height: 270 });
  expect((await portraitsFor(player)).pc_marit_001).toBe(portrait.url);
  // What a picture carries beside its pixels stays with the one who sent it.
  expect(Buffer.from(await (await load(portrait.url)).arrayBuffer()).equals(SMUGGLER)).toBe(true);
  expect((await upload(player, 'pc_auditor_001', new Uint8Array(QUAY))).status).toBe(403);
  expect((await upload(master, 'pc_auditor_001', new Uint8Array(QUAY))).status).toBe(200);
  expect((await upload(master, 'npc_nobody_001', new Uint8Array(QUAY))).status).toBe(404);
});

it.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 415],
  ['a page that calls itself an image', Buffer.from('<script>alert(1)</script>'), 'image/png', 415],
  ['a form', Buffer.from(QUAY), 'multipart/form-data; boundary=x', 415],
  ['six megabytes', Buffer.alloc(6 * 1024 * 1024), 'image/png', 413],
])('refuses %s as a portrait', async (_name, body, type, status) => {
  const answer = await upload(player, 'pc_marit_001', new Uint8Array(body), type);

  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ errors: [{ message: expect.stringMatching(/\w/) }] });
});

it('keeps portraits in the file of a campaign, and takes none that is no image', async () => {
  const exported = await fetch(`${server.url}/files/campaigns/${begun.campaignId}`, {
    headers: { authorization: `Bearer ${master}` },
  });
  const imported = await fetch(`${server.url}/files/campaigns?asCopy=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${master}`, 'content-type': 'application/octet-stream' },
    body: await exported.arrayBuffer(),
  });
  const { campaign } = await imported.json();
  const { data } = await server.ask(
    master,
    'query ($id: ID!) { campaign(id: $id) { sessions { currentScene { entities { entityId ... on KnownCharacter { portrait { url } } } } } } }',
    { id: campaign.id },
  );
  const entities: readonly Entity[] = Object(data).campaign.sessions[0].currentScene.entities;

  expect(entities.find(({ entityId }) => entityId === 'pc_marit_001')?.portrait?.url).toBe(
    (await portraitsFor(player)).pc_marit_001,
  );
});

it('shows the portrait of the pack again when an uploaded one is removed', async () => {
  expect((await upload(player, 'pc_marit_001', new Uint8Array(), '', 'DELETE')).status).toBe(204);

  const { pc_marit_001: url } = await portraitsFor(player);
  expect(Buffer.from(await (await load(url ?? '')).arrayBuffer()).equals(MARIT)).toBe(true);
});

it('gives a character of an imported card its picture, without the texts in it', async () => {
  const card = {
    spec: 'chara_card_v2',
    spec_version: '2.0',
    data: { name: 'Alice', description: 'A lamplighter.', first_mes: 'Hello.' },
  };
  const png = writePngTexts(PIER, new Map([['chara', Buffer.from(JSON.stringify(card)).toString('base64')]]));
  if (isRejection(png)) throw new Error(png.reason);
  const { data, text } = await server.ask(
    master,
    'mutation ($input: ImportFileInput!) { importFile(input: $input) { ... on ImportFilePayload { packId } ... on Failure { message } } }',
    { input: { file: Buffer.from(png).toString('base64'), fileName: 'alice.png', personaName: 'Max' } },
  );
  const { packId } = Object(data).importFile;
  expect(packId, text).toBe('alice');
  const { data: shown } = await server.ask(
    master,
    '{ characters(first: 20) { nodes { name portrait { url } } } }',
  );
  const found = Object(shown).characters.nodes.find(({ name }: { name: string }) => name === 'Alice');

  expect(Buffer.from(await (await load(found.portrait.url)).arrayBuffer()).equals(PIER)).toBe(true);
});
