import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_FOCUS } from '#retrieval/lore-query.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { begin, takeTurn } from '../support/play.ts';
import { campaignOf } from '../support/sittings-stage.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;
let here: Engine;
let elsewhere: Engine;
let campaignId: string;
let file: string;

const EXPORT = /* GraphQL */ `
  mutation ($id: ID!) {
    result: exportCampaign(input: { campaignId: $id }) {
      __typename
      ... on ExportCampaignPayload { fileName bytes file }
      ... on Failure { code path }
    }
  }
`;
const IMPORT = /* GraphQL */ `
  mutation ($input: ImportCampaignInput!) {
    result: importCampaign(input: $input) {
      __typename
      ... on ImportCampaignPayload { campaign { id name } }
      ... on ImportPartPayload { received of }
      ... on Failure { code message path }
    }
  }
`;

type Exported = { result: { __typename: string; file: string; code?: string } };
type Imported = { result: { __typename: string; code?: string; campaign?: { id: string } } };

const plainId = (id: string) => Buffer.from(id, 'base64').toString('utf8').slice('Campaign:'.length);
const exported = (engine: Engine, id: string) =>
  ask<Exported>(engine.url, EXPORT, { id }).then(({ result }) => result);
const imported = (engine: Engine, input: object) =>
  ask<Imported>(engine.url, IMPORT, { input }).then(({ result }) => result);

/** The ids of all history of the campaign that an index has. */
async function history({ lore, store }: Engine, id: string): Promise<string[]> {
  const sessions = await store.sessions.ofCampaigns([id]);
  const { hits } = await lore.search({
    text: 'the room, the keeper, the ledger and what was said of them',
    corpus: 'history',
    packIds: [],
    history: { campaignId: id, lineage: sessions.flatMap(({ lineage }) => lineage) },
    viewer: { kind: 'gm' },
    focus: NO_FOCUS,
    limit: 50,
    maxTokens: 50_000,
  });
  return hits.map(({ chunk }) => `${chunk.id} ${chunk.title}: ${chunk.text}`).sort();
}

beforeAll(async () => {
  [here, elsewhere] = await Promise.all([openEngine(), openEngine()]);
  const sessionId = await begin(here.url);
  for (const text of ['I listen to the room.', 'I ask about the ledger.']) {
    await takeTurn(here.url, sessionId, { text });
  }
  await here.tidied();
  ({ campaignId } = await campaignOf(here.url, sessionId));
  ({ file } = await exported(here, campaignId));
});
afterAll(async () => {
  await here.close();
  await elsewhere.close();
});

type Dice = { seed: string | null; seedCommitment: string; status: string };

const SESSIONS = `query ($id: ID!) { campaign(id: $id) { sessions { id seed seedCommitment status } } }`;
const diceOf = async ({ url }: Engine) => {
  type Answer = { campaign: { sessions: (Dice & { id: string })[] } };
  return (await ask<Answer>(url, SESSIONS, { id: campaignId })).campaign.sessions;
};

it('holds no dice seed that a session still rolls with; elsewhere the story goes on with new dice under a commitment of their own', async () => {
  const [session] = await here.store.sessions.ofCampaigns([plainId(campaignId)]);
  const seed = await here.store.sessions.seedOf(session?.id ?? '');
  expect(zstdDecompressSync(Buffer.from(file, 'base64')).toString('utf8')).not.toContain(seed);

  expect(await imported(elsewhere, { file })).toMatchObject({ campaign: { id: campaignId } });
  const [before, after] = await diceOf(elsewhere);
  expect(before).toMatchObject({ seed: null, status: 'ENDED', seedCommitment: session?.seedCommitment });
  expect(after).toMatchObject({ seed: null, status: 'ACTIVE' });
  expect(after?.seedCommitment).not.toBe(before?.seedCommitment);

  await takeTurn(elsewhere.url, after?.id ?? '', { text: 'I look around.' });
  const VERIFY = `query ($id: ID!, $seed: String) { verifyRolls(sessionId: $id, seed: $seed) { ... on RollsReport { commitmentHolds } ... on Failure { message } } }`;
  const verify = async (id: string | undefined, tried: string | null) =>
    (await ask<{ verifyRolls: object }>(elsewhere.url, VERIFY, { id, seed: tried })).verifyRolls;
  expect(await verify(before?.id, null)).toMatchObject({ message: expect.stringContaining('not revealed') });
  // Whoever learns the seed where it was played can check the rolls here as well.
  expect(await verify(before?.id, seed)).toEqual({ commitmentHolds: true });
  await ask(elsewhere.url, 'mutation ($id: ID!) { endSession(input: { sessionId: $id }) { __typename } }', {
    id: after?.id,
  });
  expect((await diceOf(elsewhere))[1]?.seed).toMatch(/^[0-9a-f]{64}$/);
  expect(await verify(after?.id, null)).toEqual({ commitmentHolds: true });
});

it('has what was played indexed where it came to, under the same ids', async () => {
  const plain = plainId(campaignId);
  await elsewhere.tidy();

  expect(await elsewhere.store.jobs.waiting()).toBe(0);
  const [there, played] = [await history(elsewhere, plain), await history(here, plain)];
  expect(played.length).toBeGreaterThan(0);
  expect(there).toEqual(expect.arrayContaining(played));
});

it('comes in parts when it is longer than a request', async () => {
  const bytes = Buffer.from(file, 'base64');
  const half = Math.ceil(bytes.length / 2);
  const [first, second] = [bytes.subarray(0, half), bytes.subarray(half)].map((one) =>
    one.toString('base64'),
  );
  const part = { uploadId: 'u1', of: 2 };

  expect(await imported(here, { file: second, part: { ...part, number: 2 } })).toMatchObject({
    code: 'INVALID_INPUT',
    path: ['input', 'part', 'number'],
  });
  expect(await imported(here, { file: first, part: { ...part, number: 1 } })).toMatchObject({
    received: 1,
    of: 2,
  });
  const last = await imported(here, { file: second, part: { ...part, number: 2 }, asCopy: true });
  expect(last).toMatchObject({ campaign: { name: 'The Second Ledger' } });
  expect(last.campaign?.id).not.toBe(campaignId);
});

it.each([
  ['what is here already', () => file, 'CAMPAIGN_EXISTS'],
  ['what is not base64', () => 'höh', 'INVALID_INPUT'],
  ['what is no campaign', () => Buffer.from('hello').toString('base64'), 'INVALID_INPUT'],
])('refuses %s as a foreseen failure', async (_case, made, code) => {
  expect(await imported(here, { file: made() })).toMatchObject({ code });
});

it('finds no campaign to export that is not there', async () => {
  expect(await exported(here, 'Q2FtcGFpZ246bm9uZQ==')).toMatchObject({ code: 'NOT_FOUND' });
});
