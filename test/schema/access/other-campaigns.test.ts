import { randomUUID } from 'node:crypto';
import { type GraphQLInputType, isInputObjectType, isListType, isNonNullType, isScalarType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '#schema/schema.ts';
import { type Accounts, openAccounts, rawId } from '../../support/accounts.ts';
import { globalId } from '../../support/authoring.ts';

let server: Accounts;
let mine: Awaited<ReturnType<Accounts['begin']>>;
let theirs: Awaited<ReturnType<Accounts['begin']>>;
let me: string;
beforeAll(async () => {
  server = await openAccounts();
  me = (await server.makeToken('mallory', ['gm', 'player', 'author'])).token;
  mine = await server.begin(me);
  theirs = await server.begin((await server.makeToken('victim', ['gm'])).token);
});
afterAll(() => server.close());

/** Everything of the other campaign that has an id, by its type, as it can be guessed or overheard. */
const things = (): Readonly<Record<string, string>> => ({
  Campaign: theirs.campaignId,
  Session: theirs.sessionId,
  Scene: theirs.sceneId,
  Turn: theirs.turnId,
});

const TYPES = ['Campaign', 'Session', 'Scene', 'Turn'] as const;

it.each(TYPES)(
  'fetches no %s of others by its id, and says what it says of one that is not there',
  async (type) => {
    const query = 'query ($id: ID!) { node(id: $id) { __typename id } nodes(ids: [$id]) { id } }';
    const hidden = await server.ask(me, query, { id: things()[type] });
    const absent = await server.ask(me, query, { id: globalId(type, randomUUID()) });

    expect(hidden.data).toEqual({ node: null, nodes: [null] });
    expect(hidden.text).toBe(absent.text);
  },
);

it('lists own campaigns alone, however the pages are cut', async () => {
  const { data } = await server.ask(me, '{ campaigns(first: 1) { nodes { id } pageInfo { hasNextPage } } }');
  const whole = await server.ask(me, '{ viewer { campaigns(last: 100) { edges { node { id } } } } }');

  expect(data).toEqual({ campaigns: { nodes: [{ id: mine.campaignId }], pageInfo: { hasNextPage: false } } });
  expect(whole.data).toEqual({ viewer: { campaigns: { edges: [{ node: { id: mine.campaignId } }] } } });
});

/** A value for an argument: ids by the type their description or name speaks of, everything else something that fits. */
function argumentFor(name: string, type: GraphQLInputType, id: (type: string) => string): unknown {
  if (isNonNullType(type)) return argumentFor(name, type.ofType, id);
  if (isListType(type)) return [argumentFor(name, type.ofType, id)];
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const needed = type.isOneOf ? fields.slice(0, 1) : fields.filter((field) => isNonNullType(field.type));
    return Object.fromEntries(needed.map((field) => [field.name, argumentFor(field.name, field.type, id)]));
  }
  if (!isScalarType(type)) return type.getValues()[0]?.name;
  if (type.name === 'ID') return id(typeNamed(name));
  return type.name === 'Int' || type.name === 'Float' ? 1 : type.name === 'Boolean' ? true : 'x';
}

/** `toSceneId` names a scene; an id that says nothing is tried as a session's. */
function typeNamed(name: string): string {
  return TYPES.find((type) => new RegExp(type, 'i').test(name)) ?? 'Session';
}

function operationsOn(kind: 'query' | 'mutation') {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  return Object.values(root?.getFields() ?? {})
    .filter(({ args }) =>
      JSON.stringify(args.map(({ type }) => argumentFor('', type, () => '#ID'))).includes('#ID'),
    )
    .map(({ name, args }) => [kind, name, args] as const);
}

const OPERATIONS = [...operationsOn('query'), ...operationsOn('mutation')];

it('finds operations that take ids', () => {
  expect(OPERATIONS.map(([, name]) => name)).toEqual(
    expect.arrayContaining([
      'session',
      'promptPreview',
      'takeTurn',
      'applyOperations',
      'removeMember',
      'diff',
    ]),
  );
});

it.each(OPERATIONS)('answers the %s %s about others as about what is not there', async (kind, name, args) => {
  const send = (id: (type: string) => string) => {
    const given = args.filter(({ type }) => isNonNullType(type));
    const variables = Object.fromEntries(
      given.map((arg) => [arg.name, argumentFor(arg.name === 'id' ? name : arg.name, arg.type, id)]),
    );
    const declared = given.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
    const passed = given.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
    return server.ask(me, `${kind} (${declared}) { answer: ${name}(${passed}) { __typename } }`, variables);
  };
  const before = await stateOf(theirs);
  const hidden = await send((type) => things()[type] ?? '');
  const absent = await send((type) => globalId(type, randomUUID()));

  expect({ ...hidden, text: '' }).toEqual({ ...absent, text: '' });
  expect(await stateOf(theirs)).toEqual(before);
});

/** What an attack could have changed. */
async function stateOf({ campaign, session }: typeof theirs): Promise<unknown> {
  const { store } = server;
  return {
    campaign: await store.campaigns.find(campaign),
    session: await store.sessions.find(session),
    members: await store.members.ofCampaigns([campaign]),
  };
}

it('plays no turn in a campaign of others', async () => {
  const input = { sessionId: theirs.sessionId, actionId: randomUUID(), action: { text: 'I break in.' } };
  const { data } = await server.ask(
    me,
    'mutation ($input: TakeTurnInput!) { takeTurn(input: $input) { __typename ... on Failure { message } } }',
    { input },
  );

  expect(data).toEqual({
    takeTurn: { __typename: 'NotFound', message: 'There is no such session.' },
  });
  expect((await server.store.sessions.find(rawId(theirs.sessionId)))?.runningTurnId).toBeNull();
});

it('reaches nothing of others from something of its own', async () => {
  const query = `query ($session: ID!, $scene: ID!) {
    session(id: $session) { observations(at: $scene, first: 1) { nodes { content } } }
  }`;
  const hidden = await server.ask(me, query, { session: mine.sessionId, scene: theirs.sceneId });
  const absent = await server.ask(me, query, {
    session: mine.sessionId,
    scene: globalId('Scene', randomUUID()),
  });

  expect(hidden.errors).not.toEqual([]);
  expect(hidden.text).toBe(absent.text);
});

it('opens with a token for one campaign that one alone', async () => {
  const second = await server.begin(me);
  const { token } = await server.makeToken('mallory', ['gm'], { campaignIds: [second.campaign] });
  const { data } = await server.ask(
    token,
    'query ($mine: ID!) { campaigns { nodes { id } } campaign(id: $mine) { id } viewer { memberships { role } } }',
    { mine: mine.campaignId },
  );

  expect(data).toEqual({
    campaigns: { nodes: [{ id: second.campaignId }] },
    campaign: null,
    viewer: { memberships: [{ role: 'GM' }] },
  });
});
