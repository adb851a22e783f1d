import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loadLibrary } from '#engine/content/library.ts';
import { copyPack, globalId, saveCharacter } from '../support/authoring.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { takeTurn } from '../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let manifestFile: string;
let world: { readonly file: string; readonly text: string };
beforeAll(async () => {
  engine = await openEngine({ changesPacks: true });
  manifestFile = join(engine.packsFolder, 'lantern_quay', 'pack.yaml');
  const file = join(engine.packsFolder, 'lantern_quay', 'worlds', 'quay.md');
  world = { file, text: readFileSync(file, 'utf8') };
});
beforeEach(async () => {
  writeFileSync(world.file, world.text);
  await reload();
});
afterAll(() => engine.close());

const reload = async () => engine.packRepository.place(await loadLibrary([engine.packsFolder]));

async function begin(entryPointId: string): Promise<{ sessionId: string; campaignId: string }> {
  type Started = { startCampaign: { session: { id: string }; campaign: { id: string } } };
  const { startCampaign } = await ask<Started>(
    engine.url,
    `mutation ($id: ID!) { startCampaign(input: { entryPointId: $id }) {
      ... on StartCampaignPayload { session { id } campaign { id } }
      ... on Failure { message }
    } }`,
    { id: globalId('EntryPoint', entryPointId) },
  );
  return { sessionId: startCampaign.session.id, campaignId: startCampaign.campaign.id };
}

async function changesOf(campaignId: string): Promise<unknown> {
  const { campaign } = await ask<{ campaign: { packChanges: unknown } }>(
    engine.url,
    `query ($id: ID!) { campaign(id: $id) { packChanges {
      packId kind pinnedVersion installedVersion isKept message } } }`,
    { id: campaignId },
  );
  return campaign.packChanges;
}

/** All that the last question to a model said. */
const lastPrompt = () => JSON.stringify(engine.asked.findLast(({ step }) => step === 'narrate'));

const NEW_WORDS = 'The quay was painted yellow last night.';
const repaint = async () => {
  writeFileSync(world.file, world.text.replace('prompt: |', `prompt: |\n  ${NEW_WORDS}`));
  await reload();
};

it('goes on with the packs a campaign began with when they change, and says so', async () => {
  const { sessionId, campaignId } = await begin('lantern_quay:the_second_ledger');
  expect(await changesOf(campaignId)).toEqual([]);
  await repaint();

  expect(await changesOf(campaignId)).toEqual([
    {
      packId: 'lantern_quay',
      kind: 'CHANGED',
      pinnedVersion: '1.0.0',
      installedVersion: '1.0.0',
      isKept: true,
      message:
        'This campaign began with lantern_quay 1.0.0; the installed one still calls itself 1.0.0 but says something else.',
    },
  ]);
  expect((await takeTurn(engine.url, sessionId)).turn?.status).toBe('COMMITTED');
  expect(lastPrompt()).not.toContain(NEW_WORDS);
});

type Update = { installed: { hash: string }; contents: unknown; obstacle: string | null };
const updatesOf = async (campaignId: string): Promise<readonly Update[]> => {
  const { campaign } = await ask<{ campaign: { packUpdates: readonly Update[] } }>(
    engine.url,
    `query ($id: ID!) { campaign(id: $id) { packUpdates {
      installed { hash } contents { contentId kind change keys } obstacle } } }`,
    { id: campaignId },
  );
  return campaign.packUpdates;
};
const adopt = async (campaignId: string, hash: string): Promise<unknown> => {
  const { adoptPackVersion } = await ask<{ adoptPackVersion: unknown }>(
    engine.url,
    `mutation ($id: ID!, $hash: String!) {
      adoptPackVersion(input: { campaignId: $id, packId: "lantern_quay", hash: $hash }) {
        ... on CampaignPayload { campaign { packs { hash } } } ... on Failure { message path } } }`,
    { id: campaignId, hash },
  );
  return adoptPackVersion;
};

it('shows what an edited pack changes, and plays with it once it is adopted', async () => {
  const { sessionId, campaignId } = await begin('lantern_quay:the_second_ledger');
  expect((await takeTurn(engine.url, sessionId)).turn?.status).toBe('COMMITTED');
  expect(await updatesOf(campaignId)).toEqual([]);
  await repaint();
  const [update] = await updatesOf(campaignId);
  const hash = update?.installed.hash ?? '';
  expect(update).toMatchObject({
    contents: [{ contentId: 'lantern_quay:quay', kind: 'WORLD', change: 'EDITED', keys: ['prompt'] }],
    obstacle: null,
  });

  expect(await adopt(campaignId, 'another')).toMatchObject({ path: ['input', 'hash'] });
  expect(await adopt(campaignId, hash)).toEqual({ campaign: { packs: [{ hash }] } });
  expect(await updatesOf(campaignId)).toEqual([]);
  expect((await takeTurn(engine.url, sessionId)).turn?.status).toBe('COMMITTED');
  expect(lastPrompt()).toContain(NEW_WORDS);
});

it('replays a turn with the packs it was played with, whatever was adopted since', async () => {
  const { sessionId, campaignId } = await begin('lantern_quay:the_second_ledger');
  await takeTurn(engine.url, sessionId);
  await repaint();
  const [update] = await updatesOf(campaignId);
  await adopt(campaignId, update?.installed.hash ?? '');
  writeFileSync(world.file, world.text);
  await reload();
  const { replayTurns } = await ask<{ replayTurns: unknown }>(
    engine.url,
    `mutation ($id: ID!) { replayTurns(input: { sessionId: $id, from: 1, to: 2 }) {
      ... on Replay { isSame } ... on Failure { message } } }`,
    { id: sessionId },
  );
  expect(replayTurns).toEqual({ isSame: true });
});

it('refuses a version in which the story is gone', async () => {
  const file = join(engine.packsFolder, 'lantern_quay', 'entry_points', 'the_second_ledger.yaml');
  const text = readFileSync(file, 'utf8');
  const { campaignId } = await begin('lantern_quay:the_second_ledger');
  writeFileSync(file, text.replace('id: the_second_ledger', 'id: the_third_ledger'));
  await reload();
  const [update] = await updatesOf(campaignId);
  const refused = await adopt(campaignId, update?.installed.hash ?? '');
  writeFileSync(file, text);
  expect(update?.obstacle).toContain('the_second_ledger');
  expect(refused).toEqual({ message: expect.any(String), path: ['input', 'packId'] });
});

it('begins new campaigns with what the packs say now', async () => {
  await repaint();
  const { sessionId, campaignId } = await begin('lantern_quay:the_second_ledger');
  await takeTurn(engine.url, sessionId);

  expect(lastPrompt()).toContain(NEW_WORDS);
  expect(await changesOf(campaignId)).toEqual([]);
});

it('goes on when the folder of its pack is gone', async () => {
  const { sessionId, campaignId } = await begin('lantern_quay:the_second_ledger');
  const manifest = readFileSync(manifestFile, 'utf8');
  rmSync(manifestFile);
  await reload();

  expect(engine.packRepository.library().packs).toEqual([]);
  expect(await changesOf(campaignId)).toMatchObject([
    { kind: 'MISSING', installedVersion: null, isKept: true },
  ]);
  expect((await takeTurn(engine.url, sessionId)).turn?.status).toBe('COMMITTED');
  writeFileSync(manifestFile, manifest);
});

it('goes on with a homebrew pack as it was when it is written on', async () => {
  await copyPack(engine.url, 'lantern_quay', 'our_quay');
  const { sessionId, campaignId } = await begin('our_quay:the_second_ledger');
  const { character, text } = await authored('our_quay:marit');
  const speechStyle = 'She sings every sentence now, and badly.';
  const saved = await saveCharacter(engine.url, {
    packId: 'our_quay',
    id: 'marit',
    text,
    character: { ...character, speechStyle },
  });
  expect(saved).toMatchObject({ packVersion: '1.0.2' });

  expect(await changesOf(campaignId)).toMatchObject([
    { kind: 'CHANGED', pinnedVersion: '1.0.1', installedVersion: '1.0.2', isKept: true },
  ]);
  expect((await takeTurn(engine.url, sessionId)).turn?.status).toBe('COMMITTED');
  expect(lastPrompt()).not.toContain(speechStyle);
  const later = await begin('our_quay:the_second_ledger');
  await takeTurn(engine.url, later.sessionId);
  expect(lastPrompt()).toContain(speechStyle);
});

async function authored(contentId: string) {
  type Answer = { authoring: { content: { input: object; text: string } } };
  const { authoring } = await ask<Answer>(
    engine.url,
    'query ($id: ID!) { authoring(as: AUTHOR) { content(contentId: $id) { input text } } }',
    { id: contentId },
  );
  return { character: authoring.content.input, text: authoring.content.text };
}

it('fails a turn with a reason when what a campaign began with cannot be had any more', async () => {
  const { sessionId } = await begin('lantern_quay:the_second_ledger');
  const ownId = (id: string) => Buffer.from(id, 'base64').toString().split(':')[1] ?? '';
  const session = await engine.store.sessions.find(ownId(sessionId));
  const sceneId = session?.currentSceneId ?? '';
  const lostId = crypto.randomUUID();
  const models = { smallModel: 'offline', largeModel: 'offline', seed: 'seed', seedCommitment: 'hash' };
  await engine.store.campaigns.start({
    campaign: {
      id: crypto.randomUUID(),
      name: 'From another time',
      entryPointId: 'lantern_quay:the_second_ledger',
      packs: [{ id: 'lantern_quay', version: '0.9.0', hash: 'f'.repeat(64) }],
      promptPins: {},
      createdAt: new Date(),
    },
    session: { id: lostId, ...models },
    scene: {
      id: crypto.randomUUID(),
      snapshot: (await engine.store.scenes.snapshots([sceneId])).get(sceneId),
      narration: '',
    },
  });

  expect(await takeTurn(engine.url, globalId('Session', lostId))).toMatchObject({
    __typename: 'TurnFailure',
    code: 'CONTENT_MISSING',
    message:
      'This campaign began with lantern_quay 0.9.0, which is neither installed nor kept any more. Install that version again to go on.',
    turn: { status: 'FAILED', scene: null },
  });
});

it('leaves a segment out of every prompt while it is switched off', async () => {
  const { sessionId } = await begin('lantern_quay:the_second_ledger');
  const [line] =
    engine.packRepository.library().find('world', 'lantern_quay:quay')?.data.prompt.split('\n') ?? [];
  const words = JSON.stringify(line).slice(1, 40);
  const set = (segmentId: string, active: boolean) =>
    ask<{ setSegmentActive: object }>(
      engine.url,
      `mutation ($input: SetSegmentActiveInput!) { setSegmentActive(input: $input) {
        __typename
        ... on SetSegmentActivePayload { segment { segmentId isActive } }
        ... on Failure { message path }
      } }`,
      { input: { segmentId, active } },
    );
  await takeTurn(engine.url, sessionId);
  expect(lastPrompt()).toContain(words);

  expect(await set('world:lantern_quay:quay', false)).toMatchObject({
    setSegmentActive: { segment: { segmentId: 'world:lantern_quay:quay', isActive: false } },
  });
  await takeTurn(engine.url, sessionId);
  expect(lastPrompt()).not.toContain(words);
  await set('world:lantern_quay:quay', true);
  await takeTurn(engine.url, sessionId);
  expect(lastPrompt()).toContain(words);
  expect(await set('npc:lantern_quay:nobody', false)).toMatchObject({
    setSegmentActive: {
      __typename: 'NotFound',
      message: expect.stringContaining('no such segment'),
      path: ['input', 'segmentId'],
    },
  });
});
