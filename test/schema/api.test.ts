import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { begin, takeTurn } from '../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const globalId = (type: string, id: string) => Buffer.from(`${type}:${id}`).toString('base64');
const nobody = '01900000-0000-7000-8000-0000000000ff';

it('begins a campaign with scene 0 and an opening, and shows what the player may see', async () => {
  const sessionId = await begin(engine.url);
  const { session } = await ask<{ session: unknown }>(
    engine.url,
    `query ($id: ID!) { session(id: $id) {
      seedCommitment
      currentScene { index narration place { name } present { name isPersona } choices { key risk } }
      runningTurn { id }
      turns(first: 5) { nodes { actionId status playerText attempt } }
    } }`,
    { id: sessionId },
  );

  expect(session).toMatchObject({
    seedCommitment: expect.stringMatching(/^[0-9a-f]{64}$/),
    currentScene: {
      index: 1,
      narration: expect.stringContaining('The Pier House'),
      place: { name: 'The Pier House' },
      choices: expect.not.arrayContaining([{ key: 'other_action', risk: 'LOW' }]),
    },
    runningTurn: null,
    turns: { nodes: [{ actionId: 'opening', status: 'COMMITTED', playerText: null, attempt: 1 }] },
  });
});

it('never shows the author’s directions, hidden facts or what people withhold', async () => {
  const sessionId = await begin(engine.url);
  const replies = [];
  for (const text of ['I ask Marit what she hides?', 'I ask about the bell?', 'I force the drawer open.']) {
    replies.push((await takeTurn(engine.url, sessionId, { text })).turn?.scene?.narration ?? '');
  }
  const pages = await Promise.all([
    ask(engine.url, '{ entryPoints(first: 5) { nodes { name summary goals } } packs { name summary } }'),
    ask(
      engine.url,
      'query ($id: ID!) { session(id: $id) { scenes(first: 9) { nodes { narration place { description } present { description } } } } }',
      { id: sessionId },
    ),
  ]);
  const shown = `${replies.join('\n')}\n${JSON.stringify(pages)}`;

  for (const secret of engine.secrets) expect(shown).not.toContain(secret);
  expect(engine.secrets.length).toBeGreaterThan(3);
});

it.each([
  [
    'an empty text',
    { text: '   ' },
    'InvalidInput',
    'The text is empty; say what your character does or says.',
  ],
  ['a text too long', { text: 'x'.repeat(4_001) }, 'InvalidInput', 'The text is longer than 4000 characters'],
  [
    'an empty action id',
    { actionId: ' ' },
    'InvalidInput',
    'The text is empty; give each action a fresh name',
  ],
])('refuses %s by naming the field and what would be right', async (_case, wish, type, message) => {
  const sessionId = await begin(engine.url);

  expect(await takeTurn(engine.url, sessionId, wish)).toMatchObject({
    __typename: type,
    message: expect.stringContaining(message),
  });
});

it('says that a session does not exist', async () => {
  expect(await takeTurn(engine.url, globalId('Session', nobody))).toMatchObject({
    __typename: 'NotFound',
    code: 'NOT_FOUND',
  });
});

it.each([globalId('Scene', nobody), 'no id', ''])(
  'answers the id “%s” where a session is asked for as one that names nothing',
  async (id) => {
    expect(await takeTurn(engine.url, id)).toMatchObject({ __typename: 'NotFound' });
  },
);

it('gives the same turn for the same action and refuses it for other words', async () => {
  const sessionId = await begin(engine.url);
  const first = await takeTurn(engine.url, sessionId, { actionId: 'a', text: 'I wait.' });

  expect(await takeTurn(engine.url, sessionId, { actionId: 'a', text: 'I wait.' })).toEqual(first);
  expect(await takeTurn(engine.url, sessionId, { actionId: 'a', text: 'I run.' })).toMatchObject({
    __typename: 'ActionIdReused',
  });
});

it('goes on with a turn nobody waits for', async () => {
  const sessionId = await begin(engine.url);
  const { turn } = await takeTurn(engine.url, sessionId, { wait: false });

  expect(turn?.status).toBe('RUNNING');
  await expect
    .poll(
      async () =>
        (
          await ask<{ turn: { status: string } }>(
            engine.url,
            'query ($id: ID!) { turn(id: $id) { status } }',
            { id: turn?.id },
          )
        ).turn.status,
    )
    .toBe('COMMITTED');
});

it('starts nothing for an entry point that does not exist', async () => {
  const query =
    'mutation ($id: ID!) { startCampaign(input: { entryPointId: $id }) { __typename ... on Failure { message path } } }';

  expect(await ask(engine.url, query, { id: globalId('EntryPoint', 'nowhere:nothing') })).toMatchObject({
    startCampaign: { __typename: 'NotFound', path: ['input', 'entryPointId'] },
  });
});

it('fetches everything again by its id', async () => {
  const sessionId = await begin(engine.url);
  const { node } = await ask<{ node: object }>(
    engine.url,
    'query ($id: ID!) { node(id: $id) { __typename id } }',
    { id: sessionId },
  );

  expect(node).toEqual({ __typename: 'Session', id: sessionId });
  expect(
    await ask(engine.url, 'query ($id: ID!) { node(id: $id) { id } }', { id: globalId('Session', nobody) }),
  ).toEqual({ node: null });
});

it.each([
  ['first: 0', /first: 0 is not a number from 1 to 100/],
  ['first: 101', /first: 101 is not a number/],
  ['first: 1, last: 1', /give `first` or `last`, not both/],
  ['first: 1, after: "x"', /after: this is not a cursor of this connection/],
])('refuses a page asked for by %s', async (args, message) => {
  await expect(ask(engine.url, `{ campaigns(${args}) { nodes { id } } }`)).rejects.toThrow(message);
});

it('pages through scenes in both directions without a seam', async () => {
  const sessionId = await begin(engine.url);
  for (let turn = 0; turn < 3; turn += 1) await takeTurn(engine.url, sessionId);
  type Page = {
    session: {
      scenes: { nodes: { index: number }[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
    };
  };
  const page = (args: string) =>
    ask<Page>(
      engine.url,
      `query ($id: ID!) { session(id: $id) { scenes(${args}) { nodes { index } pageInfo { endCursor hasNextPage } } } }`,
      { id: sessionId },
    );
  const first = (await page('first: 2')).session.scenes;
  const second = (await page(`first: 9, after: "${first.pageInfo.endCursor}"`)).session.scenes;

  expect([...first.nodes, ...second.nodes].map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
  expect((await page('last: 2')).session.scenes.nodes.map(({ index }) => index)).toEqual([3, 4]);
});
