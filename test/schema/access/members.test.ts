import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../../support/accounts.ts';

let server: Accounts;
let owner: string;
let begun: Awaited<ReturnType<Accounts['begin']>>;
beforeAll(async () => {
  server = await openAccounts();
  owner = (await server.makeToken('owner', ['gm'])).token;
});
beforeEach(async () => {
  begun = await server.begin(owner);
});
afterAll(() => server.close());

const AUDITOR = 'pc_auditor_001';
const MARIT = 'pc_marit_001';

type Answer = {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly invitation?: string;
  readonly member?: { readonly personaId: string | null; readonly role: string };
};

async function change(token: string, field: string, input: object): Promise<Answer> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  const { data, text } = await server.ask(
    token,
    `mutation ($input: ${type}Input!) { answer: ${field}(input: $input) {
      __typename ... on Failure { code message }
      ${type === 'InvitePlayer' ? '... on InvitePlayerPayload { invitation: invitationCode }' : ''}
      ${['AddMember', 'AssignPersona'].includes(type) ? '... on MemberPayload { member { personaId role } }' : ''}
    } }`,
    { input },
  );
  if (data === null) throw new Error(text);
  return data.answer as Answer;
}

const add = (viewerId: string, more: object = {}) =>
  change(owner, 'addMember', { campaignId: begun.campaignId, viewerId, name: viewerId, ...more });

async function join(token: string, code: string | undefined): Promise<Answer> {
  const { data, text } = await server.ask(
    token,
    `mutation ($code: String!) { answer: joinCampaign(input: { code: $code }) {
      __typename ... on Failure { code message } ... on MemberPayload { member { personaId role } }
    } }`,
    { code: code ?? '' },
  );
  if (data === null) throw new Error(text);
  return data.answer as Answer;
}

async function play(token: string, personaId: string | null = null): Promise<Answer> {
  const { data, text } = await server.ask(
    token,
    'mutation ($input: TakeTurnInput!) { answer: takeTurn(input: $input) { __typename ... on Failure { code message } } }',
    {
      input: {
        sessionId: begun.sessionId,
        actionId: randomUUID(),
        action: { text: 'I look around.' },
        personaId,
      },
    },
  );
  if (data === null) throw new Error(text);
  return data.answer as Answer;
}

const playerToken = async (viewerId: string) => (await server.makeToken(viewerId, ['player'])).token;

it('makes whoever starts a campaign its game master', async () => {
  const { data } = await server.ask(
    owner,
    'query ($id: ID!) { campaign(id: $id) { members { viewerId role } } }',
    {
      id: begun.campaignId,
    },
  );

  expect(data).toEqual({ campaign: { members: [{ viewerId: 'owner', role: 'GM' }] } });
});

it('lets several players play, each with a persona of their own', async () => {
  const [ada, bo] = [await playerToken('ada'), await playerToken('bo')];
  await add('ada', { personaId: AUDITOR });
  await add('bo', { personaId: MARIT });

  expect(await play(ada)).toMatchObject({ __typename: 'TurnPayload' });
  expect(await play(bo)).toMatchObject({ __typename: 'TurnPayload' });
  const turns = await server.store.turns.ofSession(begun.session, {
    limit: 10,
    from: 'start',
    after: null,
    before: null,
  });
  expect(turns.items.map(({ input }) => ('personaId' in input ? input.personaId : null))).toEqual([
    null,
    AUDITOR,
    MARIT,
  ]);
});

it('shows every player the scene through the eyes of their own persona', async () => {
  const [ada, bo] = [await playerToken('ada'), await playerToken('bo')];
  await add('ada', { personaId: AUDITOR });
  await add('bo', { personaId: MARIT });
  const query = 'query ($id: ID!) { scene(id: $id) { persona { personaId: entityId } } }';
  const seen = await Promise.all([ada, bo].map((token) => server.ask(token, query, { id: begun.sceneId })));

  expect(seen.map(({ text }) => text)).toEqual([AUDITOR, MARIT].map((id) => expect.stringContaining(id)));
});

it.each([
  ['a persona of somebody else', MARIT],
  ['somebody who is no persona', 'npc_tomas_001'],
  ['nobody there is', 'pc_nobody_001'],
])('refuses to act as %s', async (_who, personaId) => {
  const ada = await playerToken('ada');
  await add('ada', { personaId: AUDITOR });
  await add('bo', { personaId: MARIT });

  expect(await play(ada, personaId)).toMatchObject({
    __typename: 'Refused',
    code: 'NOT_YOUR_PERSONA',
  });
});

it('lets a game master act for those nobody plays, and for nobody else', async () => {
  await add('ada', { personaId: AUDITOR });

  expect(await play(owner, AUDITOR)).toMatchObject({ __typename: 'Refused' });
  expect(await play(owner)).toMatchObject({ __typename: 'TurnPayload' });
});

it('lets nobody act who plays nobody', async () => {
  await add('ada');

  expect(await play(await playerToken('ada'))).toMatchObject({
    __typename: 'Refused',
    message: 'You have no persona in this campaign. Its game master can assign you one.',
  });
});

it('invites somebody with a code that is good once', async () => {
  const { invitation } = await change(owner, 'invitePlayer', {
    campaignId: begun.campaignId,
    personaId: MARIT,
  });
  const [ada, bo] = [await playerToken('ada'), await playerToken('bo')];

  expect(await join(ada, invitation)).toMatchObject({
    __typename: 'MemberPayload',
    member: { personaId: MARIT, role: 'PLAYER' },
  });
  expect(await join(bo, invitation)).toMatchObject({ __typename: 'NotFound' });
  expect(await play(ada)).toMatchObject({ __typename: 'TurnPayload' });
});

it.each(['marit', 'lantern_quay:marit'])('takes a persona by its id in the pack: %s', async (personaId) => {
  const { invitation } = await change(owner, 'invitePlayer', { campaignId: begun.campaignId, personaId });
  const [ada, bo] = [await playerToken('ada'), await playerToken('bo')];
  expect(await join(bo, invitation)).toMatchObject({ member: { personaId: MARIT } });
  expect(await add('ada', { personaId })).toMatchObject({ code: 'PERSONA_TAKEN' });
  expect(await play(bo, personaId)).toMatchObject({ __typename: 'TurnPayload' });
  expect(await play(ada, personaId)).toMatchObject({ __typename: 'NotFound' });
});

it('opens no invitation with a token for another campaign', async () => {
  const { invitation } = await change(owner, 'invitePlayer', { campaignId: begun.campaignId });
  const { token } = await server.makeToken('ada', ['player'], { campaignIds: [randomUUID()] });

  expect(await join(token, invitation)).toMatchObject({ __typename: 'NotFound' });
});

it.each([
  ['the same person twice', async () => add('ada').then(() => add('ada')), 'Refused'],
  [
    'a persona that is taken',
    async () => add('ada', { personaId: MARIT }).then(() => add('bo', { personaId: MARIT })),
    'Refused',
  ],
  ['a persona there is not', () => add('ada', { personaId: 'pc_nobody_001' }), 'NotFound'],
  ['an empty name', () => add('ada', { name: ' ' }), 'InvalidInput'],
  [
    'the last game master leaving',
    () => change(owner, 'removeMember', { campaignId: begun.campaignId, viewerId: 'owner' }),
    'Refused',
  ],
  [
    'the end of a part nobody has',
    () => change(owner, 'removeMember', { campaignId: begun.campaignId, viewerId: 'eve' }),
    'NotFound',
  ],
])('refuses %s', async (_what, act, expected) => {
  expect(await act()).toMatchObject({ __typename: expected });
});

it('hides a campaign from whoever was removed, at once', async () => {
  const ada = await playerToken('ada');
  await add('ada', { personaId: AUDITOR });
  await change(owner, 'removeMember', { campaignId: begun.campaignId, viewerId: 'ada' });
  const { data } = await server.ask(ada, 'query ($id: ID!) { session(id: $id) { id } }', {
    id: begun.sessionId,
  });

  expect(data).toEqual({ session: null });
  expect(await play(ada)).toMatchObject({ __typename: 'NotFound' });
});

it('hands a persona from one player to another', async () => {
  await add('ada', { personaId: AUDITOR });
  await add('bo');
  const assign = (viewerId: string, personaId: string | null) =>
    change(owner, 'assignPersona', { campaignId: begun.campaignId, viewerId, personaId });

  expect(await assign('bo', AUDITOR)).toMatchObject({ __typename: 'Refused' });
  expect(await assign('ada', null)).toMatchObject({ member: { personaId: null } });
  expect(await assign('bo', AUDITOR)).toMatchObject({ member: { personaId: AUDITOR } });
});

it('shows a game master the view of each persona, and players their own alone', async () => {
  const ada = await playerToken('ada');
  await add('ada', { personaId: MARIT });
  const see = async (token: string, persona: string) => {
    const { data } = await server.ask(
      token,
      `query ($id: ID!, $persona: ID) { session(id: $id, persona: $persona) {
        gm { discrepancies { __typename } } currentScene { gm { notes } persona { entityId } } } }`,
      { id: begun.sessionId, persona },
    );
    return data?.session ?? null;
  };
  const viewOf = (entityId: string) => ({ gm: null, currentScene: { gm: null, persona: { entityId } } });

  expect(await see(owner, AUDITOR)).toEqual(viewOf(AUDITOR));
  expect(await see(owner, MARIT)).toEqual(viewOf(MARIT));
  expect(await see(owner, 'npc_nobody_001')).toBeNull();
  expect(await see(ada, AUDITOR)).toEqual(viewOf(MARIT));
});
