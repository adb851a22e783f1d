import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyOperations } from '../../support/apply-operations.ts';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { begin, takeTurn } from '../../support/play.ts';
import { copyShippedPacks } from '../../support/shipped-packs.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ writePacks: copyShippedPacks });
});
afterAll(() => engine.close());

/** Begins an entry point by its own id and gives the session. */
async function beginAt(entryPointId: string): Promise<string> {
  const { startCampaign } = await ask<{ startCampaign: { session: { id: string } } }>(
    engine.url,
    'mutation ($id: ID!) { startCampaign(input: { entryPointId: $id }) { ... on StartCampaignPayload { session { id } } } }',
    { id: Buffer.from(`EntryPoint:${entryPointId}`).toString('base64') },
  );
  return startCampaign.session.id;
}

const entryPointOf = (pack: string): string => {
  const found = engine.packRepository
    .library()
    .all('entry_point')
    .find(({ id }) => id.startsWith(`${pack}:`));
  if (found === undefined) throw new Error(`${pack} has no entry point`);
  return found.id;
};

type Shown = { currentScene: Record<string, unknown> };

async function sceneNow(sessionId: string, selection: string): Promise<Shown['currentScene']> {
  const { session } = await ask<{ session: Shown }>(
    engine.url,
    `query ($id: ID!) { session(id: $id) { currentScene { ${selection} } } }`,
    { id: sessionId },
  );
  return session.currentScene;
}

const EVERYTHING = `
  index visibility noise constraints
  time { day microsecond text long iso timeOfDay }
  header { timestamp location status conditions resources text }
  place { entityId name exits { to { name } label minutes blocked } effects }
  persona { entityId isPersona stats status conditions { name source until { text } } }
  present { name status isCaptive } entities { __typename entityId name description }
  chapter { number title startedInScene startedAt { iso } } coreMemories { text sceneIndex time { iso } }
  facts { factId subject { name } subjectId predicate object confidence discovery { method sceneIndex } }
  threads { threadId title status stakes } clocks { clockId name value max isFull }
  missions { missionId title status objective }
  deadlines { deadlineId description dueAt { iso } urgency status }
  resources { resourceId name amount max } meters { name label value min max }
  laws { lawId title summary status enactedAt { iso } repealedAt { iso } }
  relations { lowId highId low { name } high { name } trust tension closeness }
  relationships { fromId toId from { name } to { name } type intensity }
  inventory { itemId item { name } quantity flags }
  combat { round actingId combatants { characterId character { name } side initiative isSurprised isOut } }
  choices { key text description risk } rolls { line } state
`;

it.each(['neo_seattle', 'castile_1430', 'mystika', 'motel_verse'])(
  'shows every part of a scene of %s, typed',
  async (pack) => {
    const scene = await sceneNow(await beginAt(entryPointOf(pack)), EVERYTHING);

    expect(scene).toMatchObject({
      index: 1,
      time: {
        text: expect.any(String),
        iso: expect.stringMatching(/T\d\d:\d\d:\d\d/),
        timeOfDay: expect.any(String),
      },
      header: { timestamp: expect.any(String), text: expect.stringContaining('Timestamp: ') },
      persona: { isPersona: true, status: 'CONSCIOUS' },
      chapter: { number: 1, startedInScene: 0 },
    });
    expect(scene.entities).not.toEqual([]);
    expect(scene.state).toMatchObject({ personaId: (scene.persona as { entityId: string }).entityId });
  },
);

it('puts the status of a stat block into the header where the ruleset has one', async () => {
  const { header } = await sceneNow(
    await beginAt(entryPointOf('mystika')),
    'header { status resources text }',
  );

  expect(header).toMatchObject({
    status: expect.stringMatching(/^Lvl \d+ .*HP: \d+\/\d+/),
    resources: expect.stringContaining('Exhaustion: 0'),
    text: expect.stringContaining('Status: Lvl'),
  });
});

it('keeps hidden facts, agendas and what people withhold to the game master', async () => {
  const sessionId = await beginAt(entryPointOf('neo_seattle'));
  const scene = await sceneNow(
    sessionId,
    `${EVERYTHING} gm {
      facts { visibility knownTo revealedBy fact { factId predicate object } }
      agendas { character { name } goal progress }
      characters { character { name } withholds knows internal isHidden hasLeft tier visibility }
      deadlines { consequences deadline { description dueAt { iso } } } clocks { clock { name } triggers { at description } }
      threads { thread { title } related { name } } missions { giver { name } mission { title } }
      locations { location { name } exits { isSecret to { name } } } resources { criticalLevel resource { name } }
      relationships { notes visibility relationship { type } } relations { trust }
      holdings { owner { name } entries { item { name } quantity } } accounts { name balance } ledger { reason }
      personas { personaId failuresInARow meters { name value } } combat { round } obscuredIds thinking runningSummary
      rulesetState custom state
    }`,
  );
  const { gm, ...shown } = scene as {
    gm: Record<string, { withholds?: string[]; goal?: string; visibility?: string }[]>;
  };
  const text = JSON.stringify(shown);
  const secrets = (gm.characters ?? []).flatMap(({ withholds }) => withholds ?? []);
  const goals = (gm.agendas ?? []).flatMap(({ goal }) => goal ?? []);

  expect(secrets.length).toBeGreaterThan(5);
  expect((gm.facts ?? []).filter(({ visibility }) => visibility === 'HIDDEN').length).toBeGreaterThan(0);
  for (const secret of [...secrets, ...goals])
    expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
});

it('tells what differs between two scenes, and to the game master all of it', async () => {
  const sessionId = await begin(engine.url);
  await takeTurn(engine.url, sessionId);
  await applyOperations(engine.url, sessionId, [
    { setCustom: { path: 'weather', value: 'rain' } },
    { advanceTime: { minutes: 90 } },
  ]);
  const { session } = await ask<{ session: { scenes: { nodes: { id: string }[] } } }>(
    engine.url,
    'query ($id: ID!) { session(id: $id) { scenes(last: 2) { nodes { id } } } }',
    { id: sessionId },
  );
  const [from, to] = session.scenes.nodes.map(({ id }) => id);
  const { diff, scene } = await ask<{
    diff: { differences: object[] };
    scene: { gm: { differences: object[] } };
  }>(
    engine.url,
    `query ($from: ID!, $to: ID!) {
      diff(from: $from, to: $to) { ... on SceneDiff { from { index } to { index } differences { part recordId change fields before after } } }
      scene(id: $from) { gm { differences(to: $to) { part change } } }
    }`,
    { from, to },
  );

  expect(diff).toMatchObject({ from: { index: 2 }, to: { index: 3 } });
  expect(diff.differences).toContainEqual(expect.objectContaining({ part: 'time', change: 'CHANGED' }));
  expect(diff.differences).not.toContainEqual(expect.objectContaining({ part: 'custom' }));
  expect(scene.gm.differences).toContainEqual({ part: 'custom', change: 'ADDED' });
});

it('refuses to compare scenes of two campaigns', async () => {
  const ids = [];
  for (const sessionId of [await begin(engine.url), await begin(engine.url)]) {
    ids.push((await sceneNow(sessionId, 'id')).id);
  }
  const { diff } = await ask<{ diff: object }>(
    engine.url,
    'query ($from: ID!, $to: ID!) { diff(from: $from, to: $to) { __typename ... on Failure { code path message } } }',
    { from: ids[0], to: ids[1] },
  );

  expect(diff).toMatchObject({ __typename: 'InvalidInput', path: ['to'] });
});

it('tells whom and what the narration speaks of, and nobody it does not', async () => {
  const sessionId = await beginAt('neo_seattle:dead_drop');
  await takeTurn(engine.url, sessionId, { text: 'I ask Viktor about Jin.' });
  const { narration, mentioned } = await sceneNow(sessionId, 'narration mentioned { __typename name }');
  const names = (Array.isArray(mentioned) ? mentioned : []).map(({ name }) => String(name));

  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !name.split(' ').some((word) => String(narration).includes(word)))).toEqual(
    [],
  );
});
