import { afterAll, beforeAll, expect, it } from 'vitest';
import { commitToSeed } from '#engine/rules/verifiable-rolls.ts';
import { applyOperations } from '../../support/apply-operations.ts';
import { globalId } from '../../support/authoring.ts';
import { listOf, storytellerWith } from '../../support/chatty-storyteller.ts';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { begin, takeTurn } from '../../support/play.ts';

const RISKY = 'I force the drawer open before anybody sees me.';

/** What the auditor notices in the turn that is played. */
let noticed = 'The drawer sticks.';
const provider = storytellerWith({
  record: (answer) => ({
    ...answer,
    relations: [{ one: 'pc_auditor_001', other: 'npc_marit_001', tension: 1 }],
    observations: [
      ...listOf(answer.observations),
      { character_id: 'pc_auditor_001', content: noticed, importance: 3 },
    ],
  }),
});

let engine: Awaited<ReturnType<typeof openEngine>>;
let [trunk, branch] = ['', ''];
let shared: History;

beforeAll(async () => {
  engine = await openEngine({ provider });
  trunk = await begin(engine.url);
  for (let turn = 0; turn < 3; turn += 1) await takeTurn(engine.url, trunk, { text: RISKY });
  shared = await historyOf(trunk);
  branch = await forkedAt(shared.scenes.at(-1)?.id ?? '');
  await playOn(trunk, 'A red lantern burns on the mole.', -2);
  await playOn(branch, 'A blue sail passes the harbour mouth.', 2);
});
afterAll(() => engine.close());

/** A few turns more with something to remember, and another standing with Marit. */
async function playOn(sessionId: string, seen: string, trust: number): Promise<void> {
  noticed = seen;
  for (let turn = 0; turn < 2; turn += 1) await takeTurn(engine.url, sessionId, { text: RISKY });
  const { persona, present } = (
    await ask<{ session: { currentScene: { persona: Entity; present: Entity[] } } }>(
      engine.url,
      'query ($id: ID!) { session(id: $id) { currentScene { persona { entityId } present { entityId } } } }',
      { id: sessionId },
    )
  ).session.currentScene;
  const other = present.find(({ entityId }) => entityId !== persona.entityId)?.entityId;
  await applyOperations(engine.url, sessionId, [
    { adjustRelation: { oneId: persona.entityId, otherId: other, trust } },
    { logEvent: { type: 'omen', summary: seen, characterIds: [persona.entityId] } },
  ]);
}

async function forkedAt(sceneId: string): Promise<string> {
  const { forkSession } = await ask<{ forkSession: { session: { id: string } } }>(
    engine.url,
    `mutation ($sceneId: ID!) { forkSession(input: { sceneId: $sceneId, keepParentActive: true }) {
      ... on SessionPayload { session { id } } ... on Failure { code message }
    } }`,
    { sceneId },
  );
  return forkSession.session.id;
}

type Entity = { readonly entityId: string };
type Told = { readonly content?: string; readonly summary?: string; readonly line?: string };
type Change = { readonly scene: { readonly index: number }; readonly after: { readonly trust: number } };
type History = {
  readonly scenes: readonly { readonly id: string; readonly index: number }[];
  readonly observations: readonly Told[];
  readonly ownObservations: readonly Told[];
  readonly chronicle: readonly Told[];
  readonly rolls: readonly (Told & { readonly sceneIndex: number })[];
  readonly relations: readonly Change[];
};

async function historyOf(id: string): Promise<History> {
  type Nodes<Node> = { readonly nodes: readonly Node[] };
  const { session } = await ask<{
    session: {
      scenes: Nodes<History['scenes'][number]>;
      observations: Nodes<Told>;
      gm: { observations: Nodes<Told>; chronicle: Nodes<Told> };
      rolls: Nodes<History['rolls'][number]>;
      relationChanges: Nodes<Change>;
    };
  }>(
    engine.url,
    /* GraphQL */ `
      query ($id: ID!) {
        session(id: $id) {
          scenes(first: 100, wholeLine: true) { nodes { id index } }
          observations(first: 100, by: TIME) { nodes { observationId sceneIndex content } }
          gm {
            observations(first: 100, by: TIME) { nodes { observationId sceneIndex content } }
            chronicle(first: 100) { nodes { eventId sceneIndex summary } }
          }
          rolls(first: 100) { nodes { sceneIndex ordinal line } }
          relationChanges(first: 100) { nodes { scene { index } before { trust } after { trust } } }
        }
      }
    `,
    { id },
  );
  return {
    scenes: session.scenes.nodes,
    ownObservations: session.observations.nodes,
    observations: session.gm.observations.nodes,
    chronicle: session.gm.chronicle.nodes,
    rolls: session.rolls.nodes,
    relations: session.relationChanges.nodes,
  };
}

const PARTS = ['scenes', 'observations', 'ownObservations', 'chronicle', 'rolls', 'relations'] as const;

it.each(PARTS)('lets both branches begin with the %s they share, and go on with their own', async (part) => {
  const [one, other] = [await historyOf(trunk), await historyOf(branch)];

  expect(shared[part].length).toBeGreaterThan(0);
  expect(one[part].slice(0, shared[part].length)).toEqual(shared[part]);
  expect(other[part].slice(0, shared[part].length)).toEqual(shared[part]);
  expect(one[part].length).toBeGreaterThan(shared[part].length);
  expect(other[part].length).toBeGreaterThan(shared[part].length);
});

it('lets no branch see what the other went on to tell', async () => {
  const told = JSON.stringify(await historyOf(trunk));
  const toldElsewhere = JSON.stringify(await historyOf(branch));

  expect(told).toContain('red lantern');
  expect(told).not.toContain('blue sail');
  expect(toldElsewhere).toContain('blue sail');
  expect(toldElsewhere).not.toContain('red lantern');
});

it('pages through what a branch grew from and what it became without a seam, from either end', async () => {
  const { rolls } = await historyOf(branch);
  type Page = {
    nodes: { line: string }[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string; startCursor: string };
  };
  const page = async (args: string): Promise<Page> =>
    (
      await ask<{ session: { rolls: Page } }>(
        engine.url,
        `query ($id: ID!) { session(id: $id) { rolls(${args}) {
          nodes { sceneIndex ordinal line } pageInfo { hasNextPage hasPreviousPage endCursor startCursor }
        } } }`,
        { id: branch },
      )
    ).session.rolls;
  const forward: object[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { nodes, pageInfo } = await page(`first: 2${cursor === '' ? '' : `, after: "${cursor}"`}`);
    forward.push(...nodes);
    cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
  const backward: object[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { nodes, pageInfo } = await page(`last: 2${cursor === '' ? '' : `, before: "${cursor}"`}`);
    backward.unshift(...nodes);
    cursor = pageInfo.hasPreviousPage ? pageInfo.startCursor : null;
  }

  expect(forward).toEqual(rolls);
  expect(backward).toEqual(rolls);
});

it('lists the scenes played in a branch apart from those it grew from', async () => {
  const { session } = await ask<{ session: { scenes: { nodes: { index: number; session: object }[] } } }>(
    engine.url,
    'query ($id: ID!) { session(id: $id) { scenes(first: 100) { nodes { index session { id } } } } }',
    { id: branch },
  );
  const indices = session.scenes.nodes.map(({ index }) => index);

  expect(indices).toEqual(indices.map((_, at) => (shared.scenes.at(-1)?.index ?? 0) + 1 + at));
  expect(new Set(session.scenes.nodes.map((scene) => JSON.stringify(scene.session)))).toEqual(
    new Set([JSON.stringify({ id: branch })]),
  );
});

it('looks back from a scene it grew from, and from none that the other branch went on to', async () => {
  const at = async (sceneId: string | undefined) => {
    const { session } = await ask<{ session: { gm: { observations: { nodes: Told[] } } } }>(
      engine.url,
      'query ($id: ID!, $at: ID) { session(id: $id) { gm { observations(first: 100, at: $at, by: TIME) { nodes { observationId sceneIndex content } } } } }',
      { id: branch, at: sceneId },
    );
    return session.gm.observations.nodes;
  };

  expect(await at(shared.scenes.at(-1)?.id)).toEqual(shared.observations);
  await expect(at((await historyOf(trunk)).scenes.at(-1)?.id)).rejects.toThrow(
    /at: this is no scene of this session/,
  );
});

const verified = async (sessionId: string) => {
  type Report = {
    commitmentHolds?: boolean;
    missing?: object[];
    rolls?: { verdict: string }[];
    code?: string;
  };
  const asked = `query ($sessionId: ID!) { verifyRolls(sessionId: $sessionId) {
    ... on RollsReport { commitmentHolds missing { sceneIndex } rolls { verdict } } ... on Failure { code path }
  } }`;
  return (await ask<{ verifyRolls: Report }>(engine.url, asked, { sessionId })).verifyRolls;
};
const end = (id: string) =>
  ask(engine.url, 'mutation ($id: ID!) { endSession(input: { sessionId: $id }) { __typename } }', { id });

it('throws the dice of a whole branch again once nobody rolls with its seed, without being given it', async () => {
  expect(await verified(branch)).toMatchObject({ code: 'INVALID_INPUT', path: ['seed'] });
  const { rolls } = await historyOf(branch);
  // Every campaign of this engine rolls with the same seed, so no other may be open here.
  for (const sessionId of [trunk, branch]) await end(sessionId);
  const report = await verified(branch);

  expect(report).toMatchObject({ commitmentHolds: true, missing: [] });
  expect(report.rolls).toHaveLength(rolls.length);
  expect(report.rolls?.map(({ verdict }) => verdict)).not.toContain('MISMATCH');
});

it('holds no sitting to the dice of one before it that rolled with another seed', async () => {
  const [, before = ''] = Buffer.from(branch, 'base64').toString().split(':');
  const grown = await engine.store.sessions.find(before);
  const seed = 'a seed of its own';
  await engine.store.sessions.fork({
    fromSceneId: grown?.currentSceneId ?? '',
    continuing: before,
    sessionId: '0192a000-0000-7000-8000-000000000001',
    freshSeed: { seed, seedCommitment: commitToSeed(seed) },
    models: null,
    others: { others: 'none' },
    tell: () => {
      throw new Error('no session is put aside');
    },
    cancellation: () => {
      throw new Error('no turn waits');
    },
    at: new Date(),
  });
  const sitting = globalId('Session', '0192a000-0000-7000-8000-000000000001');
  await takeTurn(engine.url, sitting, { text: RISKY });
  await end(sitting);
  const report = await verified(sitting);

  expect(report).toMatchObject({ commitmentHolds: true, missing: [] });
  expect(report.rolls?.length).toBeGreaterThan(0);
  expect(report.rolls?.map(({ verdict }) => verdict)).not.toContain('MISMATCH');
});

it('shows in the answer of a mutation what it has changed', async () => {
  const sessionId = await begin(engine.url);
  const { takeTurn: taken } = await ask<{
    takeTurn: { turn: { scene: { index: number }; session: { currentScene: { index: number } } } };
  }>(
    engine.url,
    `mutation ($input: TakeTurnInput!) { takeTurn(input: $input) { ... on TurnPayload {
      turn { scene { index } session { currentScene { index } scenes(last: 1) { nodes { index } } } }
    } } }`,
    { input: { sessionId, actionId: 'one', action: { text: 'I listen.' } } },
  );

  expect(taken.turn.session).toEqual({
    currentScene: taken.turn.scene,
    scenes: { nodes: [taken.turn.scene] },
  });
});

it('shows at once what the game master changed in a branch that has not been played yet', async () => {
  const fresh = await forkedAt(shared.scenes.at(-1)?.id ?? '');
  const own = { observationId: '', ...shared.ownObservations[0] };
  const change = { rewrite: 'The drawer was open all along.' };
  await ask(
    engine.url,
    'mutation ($input: EditObservationInput!) { editObservation(input: $input) { __typename } }',
    { input: { sessionId: fresh, observationId: own.observationId, change } },
  );
  const { observations, ownObservations } = await historyOf(fresh);
  for (const seen of [observations, ownObservations])
    expect(seen).toContainEqual({ ...own, content: change.rewrite });
  expect((await historyOf(trunk)).ownObservations).toContainEqual(own);
});
