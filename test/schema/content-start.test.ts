import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import { Snapshot } from '#engine/state/snapshot.ts';
import { copyPack, createPack, globalId, saveCharacter } from '../support/authoring.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

type Started = {
  readonly __typename: string;
  readonly message?: string;
  readonly path?: readonly string[];
  readonly calibration?: object;
  readonly campaign?: { prologue: string | null; packs: { packId: string }[] };
  readonly session?: { id: string; currentScene: { present: { name: string; isPersona: boolean }[] } };
};

async function start(input: object): Promise<Started> {
  const entryPointId = globalId('EntryPoint', 'lantern_quay:the_second_ledger');
  const { startCampaign } = await ask<{ startCampaign: Started }>(
    engine.url,
    `mutation ($input: StartCampaignInput!) { startCampaign(input: $input) {
      __typename
      ... on StartCampaignPayload {
        calibration { tone boundaries difficulty pacing }
        campaign { prologue packs { packId } }
        session { id currentScene { present { name isPersona } } }
      }
      ... on Failure { message path }
    } }`,
    { input: { entryPointId, ...input } },
  );
  return startCampaign;
}

const ownId = (id = '') => Buffer.from(id, 'base64').toString().split(':')[1] ?? '';

it('keeps what session zero agreed on over what the entry point starts from', async () => {
  const plain = await start({});
  const agreed = await start({
    calibration: { tone: 'gentler', boundaries: ['no harm to animals'], difficulty: 'GENTLE' },
  });
  const sessionId = ownId(agreed.session?.id);
  const session = await engine.store.sessions.find(sessionId);
  const scenes = await engine.store.scenes.snapshots([session?.currentSceneId ?? '']);
  const snapshot = Snapshot.parse([...scenes.values()][0]);

  expect(plain.calibration).toMatchObject({ difficulty: 'NORMAL', pacing: expect.any(String) });
  expect(agreed.calibration).toEqual({
    ...plain.calibration,
    tone: 'gentler',
    boundaries: ['no harm to animals'],
    difficulty: 'GENTLE',
  });
  expect(snapshot.calibration).toMatchObject({ tone: 'gentler', difficulty: 'gentle' });
});

it('begins with the opening that was chosen, and refuses one that is not there', async () => {
  const unknown = await start({ opening: 'By the coast rode' });
  const { campaign } = await start({ opening: 'By the coast road' });
  const usual = await start({});

  expect(unknown).toMatchObject({ __typename: 'NotFound', path: ['input', 'opening'] });
  expect(unknown.message).toContain('It has: By the coast road.');
  expect(campaign?.prologue).toContain('The carter sets you down');
  expect(usual.campaign?.prologue).toContain('The packet boat puts you off');
  const told = engine.asked
    .filter(({ step }) => step === 'narrate')
    .map(({ messages }) => JSON.stringify(messages));
  expect(told.filter((prompt) => prompt.includes('The carter sets you down'))).toHaveLength(1);
});

it('writes what people remember and what has happened as rows of scene 0', async () => {
  const { session } = await start({});
  const lineage = [{ sessionId: ownId(session?.id), upTo: 0 }];
  const memories = (await engine.store.memories.along(lineage)).map((row) => MemoryRow.parse(row));
  const entries = (await engine.store.chronicle.along(lineage)).map((entry) => ChronicleEntry.parse(entry));
  const library = engine.packRepository.library();
  const authored = [
    ...library.all('character').flatMap(({ data }) => data.memories.map(({ text }) => text)),
    ...library.all('entry_point').flatMap(({ data }) => data.observations.map(({ text }) => text)),
  ];

  expect(memories.map((row) => 'content' in row && row.content).sort()).toEqual(authored.sort());
  expect(authored.length).toBeGreaterThan(1);
  expect(memories.map(({ ordinal }) => ordinal)).toEqual(memories.map((_, at) => at));
  expect(entries.map(({ id, chapter, scope }) => [id, chapter, scope])).toEqual([
    ['evt_0001', 1, 'campaign'],
  ]);
  expect(await engine.store.memories.along([{ ...lineage[0], sessionId: 'elsewhere', upTo: 9 }])).toEqual([]);
});

it('plays whom the players choose', async () => {
  const chosen = await start({ personaIds: [globalId('Character', 'lantern_quay:auditor')] });

  expect(chosen.session?.currentScene.present.filter(({ isPersona }) => isPersona)).toHaveLength(1);
});

it('lays homebrew over the entry point when it is asked to, and only then', async () => {
  await createPack(engine.url, 'tweak', { dependsOn: [{ id: 'lantern_quay', version: '^1.0.0' }] });
  const marit = { overrides: 'lantern_quay:marit', speechStyle: 'Only ever in questions, is it not so?' };
  await saveCharacter(engine.url, { packId: 'tweak', id: 'marit', character: marit });
  const prompt = () => JSON.stringify(engine.asked.findLast(({ step }) => step === 'narrate'));

  const plain = await start({});
  expect(plain.campaign?.packs.map(({ packId }) => packId)).toEqual(['lantern_quay']);
  expect(prompt()).not.toContain('Only ever in questions');
  const laid = await start({ extraPackIds: [globalId('Pack', 'tweak')] });
  expect(laid.campaign?.packs.map(({ packId }) => packId)).toEqual(['lantern_quay', 'tweak']);
  expect(prompt()).toContain('Only ever in questions');
});

it('lays packs that know nothing of each other beside each other', async () => {
  await copyPack(engine.url, 'lantern_quay', 'other_quay');
  const both = await start({ extraPackIds: [globalId('Pack', 'other_quay')] });

  expect(both.campaign?.packs.map(({ packId }) => packId).sort()).toEqual(['lantern_quay', 'other_quay']);
});

it.each([
  [
    'a persona that is not offered',
    { personaIds: [globalId('Character', 'lantern_quay:marit')] },
    ['input', 'personaIds'],
    'lantern_quay:marit cannot be played in The Second Ledger; there are lantern_quay:auditor.',
  ],
  [
    'more boundaries than anybody can keep',
    { calibration: { boundaries: Array.from({ length: 41 }, (_, i) => `no ${i}`) } },
    ['input', 'calibration', 'boundaries'],
    'There are more than 40 lines.',
  ],
  [
    'a boundary that says nothing',
    { calibration: { boundaries: ['no spiders', ' '] } },
    ['input', 'calibration', 'boundaries', '1'],
    'is empty; leave it out.',
  ],
  [
    'a tone that is a novel',
    { calibration: { tone: 'x'.repeat(401) } },
    ['input', 'calibration', 'tone'],
    'is longer than 400 characters.',
  ],
  [
    'a pack that is not loaded',
    { extraPackIds: [globalId('Pack', 'lantern_key')] },
    ['input', 'extraPackIds'],
    'There is no pack lantern_key that can be played.',
  ],
])('starts nothing with %s, and says which field it was', async (_case, input, path, message) => {
  const before = await ask<{ campaigns: { nodes: object[] } }>(
    engine.url,
    '{ campaigns(first: 100) { nodes { id } } }',
  );
  const refused = await start(input);

  expect(refused).toMatchObject({ path, message: expect.stringContaining(message) });
  expect(await ask(engine.url, '{ campaigns(first: 100) { nodes { id } } }')).toEqual(before);
});

it('starts one campaign under one name of the start, however often and however many at once it is sent', async () => {
  const count = () => engine.store.campaigns.count({}, { viewerId: null, campaignIds: null });
  const before = await count();
  const calibration = { tone: 'gentler' };
  const many = await Promise.all(Array.from({ length: 6 }, () => start({ startId: 'once', calibration })));
  const later = await start({ startId: 'once', wait: false });

  expect(new Set([...many, later].map(({ session }) => session?.id)).size).toBe(1);
  expect(later.calibration).toEqual(many[0]?.calibration);
  expect(await count()).toBe(before + 1);
  expect((await start({ startId: 'another' })).session?.id).not.toBe(later.session?.id);
  expect(await start({ startId: 'x'.repeat(129) })).toMatchObject({ path: ['input', 'startId'] });
});
