import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWebSocketClient } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { type Accounts, openAccounts } from '../support/accounts.ts';

let server: Accounts;
const tokens = { ada: '', bob: '', eve: '' };
let begun: Awaited<ReturnType<Accounts['begin']>>;
beforeAll(async () => {
  server = await openAccounts();
  tokens.ada = (await server.makeToken('ada', ['gm'])).token;
  tokens.bob = (await server.makeToken('bob', ['player'])).token;
  tokens.eve = (await server.makeToken('eve', ['gm', 'player'])).token;
});
beforeEach(async () => {
  begun = await server.begin(tokens.ada);
});
const open: (() => void)[] = [];
afterEach(() => {
  for (const stop of open.splice(0)) stop();
  vi.useRealTimers();
});
afterAll(() => server.close());

const WATCH = `subscription ($campaignId: ID!) { campaignEvents(campaignId: $campaignId) {
  __typename
  ... on MemberJoined { member { name isPresent } }
  ... on MemberLeft { memberId name }
  ... on PresenceChanged { isPresent member { name } }
  ... on TypingChanged { isTyping member { name } }
  ... on SessionStarted { session { id } }
  ... on CampaignRenamed { name }
} }`;

type Event = {
  readonly __typename: string;
  readonly member?: { readonly name: string } | null;
  readonly name?: string;
  readonly isPresent?: boolean;
  readonly isTyping?: boolean;
  readonly session?: { readonly id: string };
};
type Result = { readonly data?: { campaignEvents: Event } | null; readonly errors?: unknown };

/** Follows the campaign: over server-sent events, or over WebSocket. */
function follow(token: string, by: 'sse' | 'socket' = 'sse', query = WATCH) {
  const results: Result[] = [];
  const authorization = `Bearer ${token}`;
  const client =
    by === 'sse'
      ? createSseClient({ url: `${server.url}/graphql`, retryAttempts: 0, headers: { authorization } })
      : createWebSocketClient({
          url: `${server.url.replace('http', 'ws')}/graphql`,
          webSocketImpl: WebSocket,
          retryAttempts: 0,
          connectionParams: { authorization },
        });
  const stop = client.subscribe(
    { query, variables: { campaignId: begun.campaignId } },
    {
      next: (result) => void results.push(result as Result),
      error: (error) => void results.push({ errors: error }),
      complete: () => {},
    },
  );
  open.push(stop);
  return {
    results,
    stop,
    /** Every event in short: what happened to whom. */
    seen: () =>
      results.flatMap(({ data }) => {
        if (data == null) return [];
        const { __typename, member, name, isPresent, isTyping } = data.campaignEvents;
        return [
          [__typename, member?.name ?? name, isPresent ?? isTyping].filter((one) => one != null).join(' '),
        ];
      }),
  };
}

const PATIENT = { timeout: 20_000 };
const until = (stream: ReturnType<typeof follow>, event: string) =>
  expect.poll(stream.seen, PATIENT).toContain(event);

async function change(token: string, mutation: string): Promise<void> {
  const { data, text } = await server.ask(
    token,
    `mutation { done: ${mutation} { __typename ... on Failure { message } } }`,
  );
  expect(data?.done, text).toMatchObject({ __typename: expect.stringMatching(/Payload$/) });
}

const addBob = () =>
  change(tokens.ada, `addMember(input: { campaignId: "${begun.campaignId}", viewerId: "bob", name: "Bob" })`);

/** Lets time pass and then stand still, and has every stream look again. */
function later(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
  server.wakeAll();
}

async function bobSeenAt(): Promise<Date | undefined> {
  const members = await server.store.members.ofCampaigns([begun.campaign]);
  return members.find(({ viewerId }) => viewerId === 'bob')?.seenAt;
}

it('tells each of two members what the other does, until one disconnects', async () => {
  later(0);
  const ada = follow(tokens.ada);
  await until(ada, 'PresenceChanged ADA true');
  await addBob();
  await until(ada, 'MemberJoined Bob');
  const bob = follow(tokens.bob, 'socket');
  await until(ada, 'PresenceChanged Bob true');
  // A new stream begins with everybody who is there.
  await until(bob, 'PresenceChanged ADA true');
  await until(bob, 'PresenceChanged Bob true');

  await change(tokens.bob, `setTyping(input: { campaignId: "${begun.campaignId}", isTyping: true })`);
  await until(ada, 'TypingChanged Bob true');
  const shown = await server.ask(
    tokens.ada,
    `{ campaign(id: "${begun.campaignId}") { members { name isPresent isTyping } } }`,
  );
  expect(shown.data).toEqual({
    campaign: {
      members: [
        { name: 'ADA', isPresent: true, isTyping: false },
        { name: 'Bob', isPresent: true, isTyping: true },
      ],
    },
  });
  await change(tokens.bob, `setTyping(input: { campaignId: "${begun.campaignId}", isTyping: false })`);
  await until(ada, 'TypingChanged Bob false');
  await change(
    tokens.ada,
    `renameCampaign(input: { campaignId: "${begun.campaignId}", name: "The Ledgers" })`,
  );
  await until(bob, 'CampaignRenamed The Ledgers');
  await change(tokens.ada, `endSession(input: { sessionId: "${begun.sessionId}" })`);
  await change(tokens.ada, `startSession(input: { campaignId: "${begun.campaignId}" })`);
  await until(bob, 'SessionStarted');

  const seenAt = await bobSeenAt();
  bob.stop();
  await expect.poll(bobSeenAt, PATIENT).not.toEqual(seenAt);
  later(5);
  await until(ada, 'PresenceChanged Bob false');
  expect(ada.seen().filter((event) => event.startsWith('PresenceChanged Bob'))).toEqual([
    'PresenceChanged Bob true',
    'PresenceChanged Bob false',
  ]);
}, 60_000);

it('takes no page that reloads for an absence, and typing lapses by itself', async () => {
  later(0);
  await addBob();
  const [ada, first] = [follow(tokens.ada), follow(tokens.bob)];
  await until(ada, 'PresenceChanged Bob true');
  first.stop();
  const second = follow(tokens.bob);
  await until(second, 'PresenceChanged Bob true');
  await change(tokens.bob, `setTyping(input: { campaignId: "${begun.campaignId}", isTyping: true })`);
  await until(ada, 'TypingChanged Bob true');
  later(9);
  await until(ada, 'TypingChanged Bob false');

  expect(ada.seen().filter((event) => event.startsWith('PresenceChanged Bob'))).toHaveLength(1);
});

it('shows nothing to strangers, and nothing more to a member who is removed', async () => {
  await addBob();
  const [ada, bob] = [follow(tokens.ada), follow(tokens.bob)];
  await until(bob, 'PresenceChanged ADA true');
  await until(ada, 'PresenceChanged Bob true');
  const eve = follow(tokens.eve);
  await expect.poll(() => JSON.stringify(eve.results), PATIENT).toContain('NOT_FOUND');
  const typing = await server.ask(
    tokens.eve,
    `mutation { setTyping(input: { campaignId: "${begun.campaignId}", isTyping: true }) { __typename } }`,
  );
  expect(typing.data).toEqual({ setTyping: { __typename: 'NotFound' } });

  await change(tokens.ada, `removeMember(input: { campaignId: "${begun.campaignId}", viewerId: "bob" })`);
  await until(ada, 'MemberLeft Bob');
  await expect.poll(() => JSON.stringify(bob.results.at(-1)), PATIENT).toContain('FORBIDDEN');
  await change(tokens.ada, `renameCampaign(input: { campaignId: "${begun.campaignId}", name: "After Bob" })`);
  await until(ada, 'CampaignRenamed After Bob');

  expect(eve.seen()).toEqual([]);
  expect(JSON.stringify(bob.results)).not.toMatch(/MemberLeft|After Bob/);
});

it('lets a game master follow as a player, and no player as the game master', async () => {
  await addBob();
  const asked = (as: string) =>
    WATCH.replace('campaignId: $campaignId)', `campaignId: $campaignId, as: ${as})`);
  const viewerIds = (query: string) => query.replace('member { name }', 'member { name viewerId }');
  const bob = follow(tokens.bob, 'sse', asked('GM'));
  await expect.poll(() => JSON.stringify(bob.results), PATIENT).toContain('FORBIDDEN');
  const master = follow(tokens.ada, 'sse', viewerIds(asked('GM')));
  await expect.poll(() => JSON.stringify(master.results), PATIENT).toContain('"viewerId":"ada"');
  const player = follow(tokens.ada, 'sse', viewerIds(asked('PLAYER')));
  await expect.poll(() => JSON.stringify(player.results), PATIENT).toContain('"viewerId":null');

  expect(bob.seen()).toEqual([]);
});
