import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyOperations } from '../../support/apply-operations.ts';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { begin, takeTurn } from '../../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

type Connection<Node> = {
  nodes: Node[];
  edges: { cursor: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
};

async function ofSession<Answer>(
  sessionId: string,
  selection: string,
  variables: object = {},
): Promise<Answer> {
  const declared = Object.keys(variables)
    .map((name) => `, $${name}: ID`)
    .join('');
  const { session } = await ask<{ session: Answer }>(
    engine.url,
    `query ($id: ID!${declared}) { session(id: $id) { ${selection} } }`,
    { id: sessionId, ...variables },
  );
  return session;
}

type Memory = {
  observationId: string;
  characterId: string;
  content: string;
  priority: number;
  importance: number;
};

it('weighs memories anew at every scene: the same ones matter less when time has passed', async () => {
  const sessionId = await begin(engine.url);
  await applyOperations(engine.url, sessionId, [{ advanceTime: { minutes: 2_000 } }]);
  const { scenes } = await ofSession<{ scenes: Connection<{ id: string }> }>(
    sessionId,
    'scenes(first: 9) { nodes { id } }',
  );
  const selection =
    'observationId characterId content priority decayWeight importance reinforcementCount provenance confidence isRetracted sceneIndex observedAt { iso } about { name } toldBy { name } inferredFrom tags';
  const at = async (sceneId: string | undefined) => {
    const { gm } = await ofSession<{ gm: { observations: Connection<Memory> } }>(
      sessionId,
      `gm { observations(at: $at, first: 100) { nodes { ${selection} } } }`,
      { at: sceneId },
    );
    return gm.observations.nodes;
  };
  const early = await at(scenes.nodes[0]?.id);
  const late = await at(scenes.nodes.at(-1)?.id);

  expect(early.length).toBeGreaterThan(1);
  expect(early.map(({ priority }) => priority)).toEqual(
    early.map(({ priority }) => priority).toSorted((a, b) => b - a),
  );
  for (const memory of early) {
    const later = late.find(({ observationId }) => observationId === memory.observationId);
    expect(later?.priority).toBeLessThan(memory.priority);
  }
});

it('shows a player only what their own persona remembers', async () => {
  const sessionId = await begin(engine.url);
  const { observations, currentScene } = await ofSession<{
    observations: Connection<Memory>;
    currentScene: { persona: { entityId: string } };
  }>(
    sessionId,
    'currentScene { persona { entityId } } observations(first: 50, by: TIME) { nodes { characterId content } }',
  );

  for (const { characterId } of observations.nodes) expect(characterId).toBe(currentScene.persona.entityId);
});

it('pages through memories without a seam while others are added', async () => {
  const sessionId = await begin(engine.url);
  type Page = { gm: { observations: Connection<Memory> } };
  const page = (args: string) =>
    ofSession<Page>(
      sessionId,
      `gm { observations(${args}) { nodes { observationId } edges { cursor } pageInfo { hasNextPage endCursor } } }`,
    );
  const all = (await page('first: 100, by: TIME')).gm.observations.nodes;
  const read: Memory[] = [];
  let after = '';
  do {
    const { observations } = (await page(`first: 1, by: TIME${after === '' ? '' : `, after: "${after}"`}`))
      .gm;
    read.push(...observations.nodes);
    after = observations.pageInfo.hasNextPage ? observations.pageInfo.endCursor : '';
    await takeTurn(engine.url, sessionId);
  } while (after !== '' && read.length < 3);

  expect(read).toEqual(all.slice(0, read.length));
});

it('refuses to look back from a scene of another session', async () => {
  const [one, other] = [await begin(engine.url), await begin(engine.url)];
  const { currentScene } = await ofSession<{ currentScene: { id: string } }>(other, 'currentScene { id }');

  await expect(
    ofSession(one, 'observations(at: $at) { nodes { content } }', { at: currentScene.id }),
  ).rejects.toThrow(/at: this is no scene of this session/);
});

it('keeps the whole chronicle for the game master and shows players what they know of', async () => {
  const sessionId = await begin(engine.url);
  type Entry = { eventId: string; summary: string; involved: { entityId: string }[] };
  const fields =
    'eventId type summary time { iso } chapter sceneIndex place { name } involved { entityId name } tags status scope';
  const { gm, chronicle } = await ofSession<{
    gm: { chronicle: Connection<Entry> };
    chronicle: Connection<Entry>;
  }>(
    sessionId,
    `chronicle(first: 50) { nodes { ${fields} } } gm { chronicle(first: 50) { nodes { ${fields} } } }`,
  );
  expect(gm.chronicle.nodes.length).toBeGreaterThan(0);
  expect(gm.chronicle.nodes.map(({ eventId }) => eventId)).toEqual(
    gm.chronicle.nodes.map((_, at) => `evt_${String(at + 1).padStart(4, '0')}`),
  );
  // What had happened before play began is known; who may know of what happens later: access/off-screen-events.test.ts.
  expect(chronicle.nodes.map(({ eventId }) => eventId)).toContain('evt_0001');
  expect(gm.chronicle.nodes).toEqual(expect.arrayContaining(chronicle.nodes));
});

type Rolled = { line: string; sceneIndex: number; ordinal: number; total: number };

/** Plays until dice have fallen often enough. */
async function playWithDice(sessionId: string, rolls: number): Promise<Rolled[]> {
  for (let turn = 0; turn < 30; turn += 1) {
    await takeTurn(engine.url, sessionId, { text: 'I force the drawer open before anybody sees me.' });
    const answer = await ofSession<{ rolls: Connection<Rolled> }>(
      sessionId,
      'rolls(first: 100) { nodes { line sceneIndex ordinal total expression faces dropped modifier purpose advantage source result target { kind value } } }',
    );
    if (answer.rolls.nodes.length >= rolls) return answer.rolls.nodes;
  }
  throw new Error('no dice fell');
}

it('lists every roll, page by page, and lets anybody throw them again from the seed', async () => {
  const sessionId = await begin(engine.url);
  const rolls = await playWithDice(sessionId, 3);
  const { rolls: first } = await ofSession<{ rolls: Connection<Rolled> }>(
    sessionId,
    'rolls(first: 2) { nodes { line } pageInfo { endCursor hasNextPage } }',
  );
  const { rolls: rest } = await ofSession<{ rolls: Connection<Rolled> }>(
    sessionId,
    `rolls(first: 100, after: "${first.pageInfo.endCursor}") { nodes { line } pageInfo { hasNextPage } }`,
  );
  const { rolls: last } = await ofSession<{ rolls: Connection<Rolled> }>(
    sessionId,
    'rolls(last: 2) { nodes { line } }',
  );
  const lines = rolls.map(({ line }) => line);

  expect([...first.nodes, ...rest.nodes].map(({ line }) => line)).toEqual(lines);
  expect(first.pageInfo.hasNextPage).toBe(true);
  expect(last.nodes.map(({ line }) => line)).toEqual(lines.slice(-2));

  const verify = (seed: string) =>
    ask<{ verifyRolls: { commitmentHolds: boolean; rolls: { verdict: string }[]; missing: object[] } }>(
      engine.url,
      `query ($sessionId: ID!, $seed: String!) { verifyRolls(sessionId: $sessionId, seed: $seed) {
        ... on RollsReport { commitmentHolds rolls { verdict reason roll { line } } missing { sceneIndex from to } }
        ... on Failure { code message path }
      } }`,
      { sessionId, seed },
    );
  const honest = (await verify('a seed')).verifyRolls;
  expect(honest).toMatchObject({ commitmentHolds: true, missing: [] });
  expect(honest.rolls.map(({ verdict }) => verdict)).not.toContain('MISMATCH');
  const forged = (await verify('another seed')).verifyRolls;
  expect(forged.commitmentHolds).toBe(false);
  expect(new Set(forged.rolls.map(({ verdict }) => verdict))).toEqual(new Set(['MISMATCH']));
  expect((await verify('')).verifyRolls).toMatchObject({ code: 'INVALID_INPUT', path: ['seed'] });
});

it('tells when and how a relation has changed', async () => {
  const sessionId = await begin(engine.url);
  const { currentScene } = await ofSession<{
    currentScene: { persona: { entityId: string }; present: { entityId: string; isPersona: boolean }[] };
  }>(sessionId, 'currentScene { persona { entityId } present { entityId isPersona } }');
  const other = currentScene.present.find(({ isPersona }) => !isPersona)?.entityId;
  await applyOperations(engine.url, sessionId, [
    { adjustRelation: { oneId: currentScene.persona.entityId, otherId: other, trust: 2 } },
  ]);
  type Change = { scene: { index: number }; before: { trust: number } | null; after: { trust: number } };
  const { relationChanges } = await ofSession<{ relationChanges: Connection<Change> }>(
    sessionId,
    `relationChanges(first: 20, characterId: "${other}") { nodes { scene { index } before { trust tension } after { trust low { name } } } }`,
  );
  const change = relationChanges.nodes.at(-1);

  expect(change?.scene.index).toBe(2);
  expect((change?.after.trust ?? 0) - (change?.before?.trust ?? 0)).toBeGreaterThan(0);
});

it('gives the game master every step, question and answer of a turn', async () => {
  const sessionId = await begin(engine.url);
  const { turn } = await takeTurn(engine.url, sessionId);
  const answer = await ask<{
    turn: { steps: { name: string }[]; recordings: { calls: { step: string; reply: string }[] }[] };
  }>(
    engine.url,
    `query ($id: ID!) { turn(id: $id) {
      steps { name milliseconds } baseScene { index } session { id campaign { name } } rolls { line }
      recordings { attempt createdAt prompts searches operations content
        calls { step purpose modelKey provider startedAt firstDeltaMs durationMs costUsd usage ending request reply } }
    } }`,
    { id: turn?.id },
  );

  expect(answer.turn.steps.map(({ name }) => name)).toContain('narrate');
  expect(answer.turn.recordings).toHaveLength(1);
  expect(answer.turn.recordings[0]?.calls).toContainEqual(
    expect.objectContaining({ step: 'narrate', reply: expect.stringMatching(/\S/) }),
  );
});
