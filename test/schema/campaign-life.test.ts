import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { purgeDeletedCampaigns } from '#engine/turn/purge-campaigns.ts';
import { type Accounts, openAccounts, rawId } from '../support/accounts.ts';

const AUDITOR = 'pc_auditor_001';
let server: Accounts;
let [owner, ann] = ['', ''];
let begun: Awaited<ReturnType<Accounts['begin']>>;
beforeAll(async () => {
  server = await openAccounts();
  owner = (await server.makeToken('owner', ['gm'])).token;
  ann = (await server.makeToken('ann', ['player'])).token;
  begun = await server.begin(owner);
  await server.turns.finished(rawId(begun.turnId));
  const input = { campaignId: begun.campaignId, viewerId: 'ann', name: 'Ann', personaId: AUDITOR };
  await ask(owner, 'mutation ($input: AddMemberInput!) { addMember(input: $input) { __typename } }', {
    input,
  });
});
afterAll(() => server.close());

async function ask(token: string, query: string, variables: object = {}) {
  const { data, text } = await server.ask(token, query, variables);
  if (data === null) throw new Error(text);
  return Object(data);
}

const change = async (field: string, input: object, token = owner) => {
  const type = field === 'renameCampaign' ? 'RenameCampaignInput' : 'CampaignInput';
  const query = `mutation ($input: ${type}!) { ${field}(input: $input) {
    __typename ... on Failure { message path }
    ... on CampaignPayload { campaign { name archivedAt deletedAt } }
  } }`;
  return (await ask(token, query, { input: { campaignId: begun.campaignId, ...input } }))[field];
};

const list = async (args: string, token = owner) =>
  (
    await ask(
      token,
      `{ campaigns${args} { totalCount nodes { id name } pageInfo { endCursor hasNextPage } } }`,
    )
  ).campaigns;

const play = (token: string, text: string) =>
  ask(
    token,
    `mutation ($input: TakeTurnInput!) { takeTurn(input: $input) {
      __typename ... on Failure { message } ... on TurnPayload { turn { scene { id } } }
    } }`,
    { input: { sessionId: begun.sessionId, actionId: randomUUID(), action: { text } } },
  ).then(({ takeTurn }) => takeTurn);

const SHOWN = `query ($id: ID!) { campaign(id: $id) {
  currentSession { id } persona { entityId } lastLine lastPlayedAt createdAt unreadScenes entryPoint { name }
} }`;

it('knows its session, persona, last line and when it was last played', async () => {
  const before = (await ask(ann, SHOWN, { id: begun.campaignId })).campaign;
  const { turn } = await play(ann, 'I look around.');
  const { campaign } = await ask(ann, SHOWN, { id: begun.campaignId });
  expect(campaign).toMatchObject({ currentSession: { id: begun.sessionId }, persona: { entityId: AUDITOR } });
  expect(campaign.lastLine).toMatch(/\S.{10,}/);
  expect(campaign.lastLine.length).toBeLessThan(400);
  expect(campaign.lastPlayedAt >= before.lastPlayedAt).toBe(true);
  expect(campaign.unreadScenes).toBe(before.unreadScenes + 1);

  const mark = 'mutation ($input: MarkReadInput!) { markRead(input: $input) { __typename } }';
  await ask(ann, mark, { input: { sceneId: turn.scene.id } });
  expect((await ask(ann, SHOWN, { id: begun.campaignId })).campaign.unreadScenes).toBe(0);
  expect((await ask(owner, SHOWN, { id: begun.campaignId })).campaign.unreadScenes).toBeGreaterThan(0);
});

it('is renamed, found by name and archived by its game master alone', async () => {
  expect(await change('renameCampaign', { name: ' The Long Quay ' })).toMatchObject({
    campaign: { name: 'The Long Quay' },
  });
  expect(await change('renameCampaign', { name: ' ' })).toMatchObject({
    __typename: 'InvalidInput',
    path: ['input', 'name'],
  });
  const refused = await server.ask(
    ann,
    'mutation ($id: ID!) { archiveCampaign(input: { campaignId: $id }) { __typename } }',
    { id: begun.campaignId },
  );
  expect(refused.data).toEqual({ archiveCampaign: { __typename: 'Forbidden' } });
  expect(await list('(search: "long q")')).toMatchObject({
    totalCount: 1,
    nodes: [{ name: 'The Long Quay' }],
  });
  expect((await list('(search: "100%")')).totalCount).toBe(0);

  expect((await change('archiveCampaign', {})).campaign.archivedAt).not.toBeNull();
  expect((await list('')).totalCount).toBe(0);
  expect((await list('(filter: { archived: true })')).nodes).toMatchObject([{ name: 'The Long Quay' }]);
  expect((await change('unarchiveCampaign', {})).campaign.archivedAt).toBeNull();
});

it('is listed page by page in the order that is asked for', async () => {
  const second = await server.begin(owner);
  const third = await server.begin(owner);
  await Promise.all([second, third].map(({ turnId }) => server.turns.finished(rawId(turnId))));
  await play(owner, 'I wait.');
  for (const sort of ['LAST_PLAYED', 'CREATED', 'NAME']) {
    const whole = await list(`(sort: ${sort})`);
    const walked: string[] = [];
    let after = '';
    for (;;) {
      const page = await list(`(sort: ${sort}, first: 1${after === '' ? '' : `, after: "${after}"`})`);
      walked.push(...page.nodes.map(({ id }: { id: string }) => id));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(walked, sort).toEqual(whole.nodes.map(({ id }: { id: string }) => id));
    expect([walked.length, whole.totalCount]).toEqual([3, 3]);
  }
  expect((await list('(sort: LAST_PLAYED)')).nodes[0].id).toBe(begun.campaignId);
  expect((await list('(sort: CREATED)')).nodes[0].id).toBe(third.campaignId);
  expect((await list('(filter: { entryPointId: "lantern_quay:nowhere" })')).totalCount).toBe(0);
});

it('is deleted with a grace period in which it can be restored, and then with everything in it', async () => {
  expect((await change('deleteCampaign', {})).campaign.deletedAt).not.toBeNull();
  expect((await list('(search: "long")')).totalCount).toBe(0);
  expect((await list('(filter: { deleted: true })')).totalCount).toBe(1);
  expect(await play(ann, 'I wait.')).toMatchObject({
    __typename: 'InvalidInput',
    message: expect.stringContaining('deleted'),
  });
  const cleared: string[] = [];
  const lore = { removeHistory: async (id: string) => void cleared.push(id) };
  const purge = (days: number) => {
    const clock = () => new Date(Date.now() + days * 86_400_000);
    return purgeDeletedCampaigns({ store: server.store, lore, clock }, 14 * 86_400_000);
  };
  expect(await purge(13)).toBe(0);
  expect((await change('restoreCampaign', {})).campaign.deletedAt).toBeNull();
  expect(await purge(15)).toBe(0);
  expect(await play(ann, 'I wait.')).toMatchObject({ __typename: 'TurnPayload' });

  const chatted = { viewerId: 'ann', request: 'a digest', sessionId: begun.session, turnId: begun.turnId };
  await server.store.chatAnswers.add({ id: randomUUID(), ...chatted, createdAt: new Date() });
  await change('deleteCampaign', {});
  expect(await purge(15)).toBe(1);
  expect(cleared).toEqual([begun.campaign]);
  const { store } = server;
  expect(await store.campaigns.find(begun.campaign)).toBeNull();
  expect(await store.sessions.find(begun.session)).toBeNull();
  expect(await store.turns.find(rawId(begun.turnId))).toBeNull();
  expect(await store.turns.recordings([rawId(begun.turnId)])).toEqual([]);
  expect(await store.events.after(begun.session, 0, 10)).toEqual([]);
  expect(await store.history.ofSessions([begun.session], 0)).toEqual([]);
  expect(await store.chatAnswers.findByRequest('ann', 'a digest')).toBeNull();
  expect((await list('')).totalCount).toBe(2);
});
