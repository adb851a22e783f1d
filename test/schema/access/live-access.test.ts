import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWebSocketClient } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { type Accounts, openAccounts } from '../../support/accounts.ts';
import { WATCH } from '../../support/graphql-clients.ts';

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
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => server.close());

type Result = { readonly data?: unknown; readonly errors?: readonly { extensions?: { code?: string } }[] };
type Watch = { readonly results: Result[]; readonly ended: Promise<unknown>; readonly stop: () => void };
type Transport = (token: string, document?: string) => Watch;

const bySse: Transport = (token, query = WATCH) => {
  const headers = { authorization: `Bearer ${token}` };
  return watch(createSseClient({ url: `${server.url}/graphql`, retryAttempts: 0, headers }), query);
};

const byWebSocket: Transport = (token, query = WATCH) =>
  watch(
    createWebSocketClient({
      url: `${server.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      connectionParams: { authorization: `Bearer ${token}` },
    }),
    query,
  );

type Client = {
  readonly subscribe: (
    payload: { query: string; variables: Record<string, unknown> },
    sink: {
      next: (result: never) => void;
      error: (error: unknown) => void;
      complete: () => void;
    },
  ) => () => void;
};

/** Watches the session; `ended` gives the errors or the close event it ended with, null when it was complete. */
function watch(client: Client, query: string): Watch {
  const results: Result[] = [];
  let stop = () => {};
  const ended = new Promise<unknown>((resolve) => {
    stop = client.subscribe(
      { query, variables: { sessionId: begun.sessionId } },
      { next: (result) => results.push(result), error: resolve, complete: () => resolve(null) },
    );
  });
  return { results, ended, stop };
}

async function player(viewerId: string, personaId: string | null = null): Promise<string> {
  const key = { campaignId: begun.campaign, viewerId };
  await server.store.members.add({
    ...key,
    name: viewerId,
    role: 'player',
    personaId,
    createdAt: new Date(),
  });
  return (await server.makeToken(viewerId, ['player'])).token;
}

/** Lets time pass and wakes whoever watches. */
function later(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
  server.wakeAll();
}

const lastCode = ({ results }: Watch) => results.at(-1)?.errors?.[0]?.extensions?.code;

const TRANSPORTS: readonly (readonly [string, Transport])[] = [
  ['server-sent events', bySse],
  ['WebSocket', byWebSocket],
];

it.each(TRANSPORTS)('shows a member the events of their session over %s', async (_name, open) => {
  const stream = open(await player('ada', 'pc_auditor_001'));
  await expect.poll(() => JSON.stringify(stream.results)).toContain('TurnCommitted');
  stream.stop();
});

it.each(TRANSPORTS)('tells a stranger over %s that there is no such session', async (_name, open) => {
  // Somebody who may watch asks for the same in the same words: nothing of theirs is shared.
  const member = open(owner);
  await expect.poll(() => member.results.length).toBeGreaterThan(0);
  const stranger = open((await server.makeToken('eve', ['player', 'gm'])).token);
  const end = await stranger.ended;

  expect(JSON.stringify([stranger.results, end])).toMatch(/NOT_FOUND/);
  expect(stranger.results.filter(({ data }) => data != null)).toEqual([]);
  member.stop();
});

it.each(TRANSPORTS)('ends the stream over %s of whoever is removed while they watch', async (_name, open) => {
  const stream = open(await player('ada', 'pc_auditor_001'));
  await expect.poll(() => stream.results.length).toBeGreaterThan(2);
  await server.store.members.remove({ campaignId: begun.campaign, viewerId: 'ada' });
  later(20);

  expect(await stream.ended).toBeNull();
  expect(lastCode(stream)).toBe('FORBIDDEN');
});

it('ends the stream of whoever is given another persona, so that they come back with other eyes', async () => {
  const stream = bySse(await player('ada', 'pc_auditor_001'));
  await expect.poll(() => stream.results.length).toBeGreaterThan(2);
  await server.store.members.assignPersona({ campaignId: begun.campaign, viewerId: 'ada' }, 'pc_marit_001');
  later(20);

  expect(await stream.ended).toBeNull();
  expect(lastCode(stream)).toBe('FORBIDDEN');
});

it('goes on for whoever stays what they were', async () => {
  const stream = bySse(await player('ada', 'pc_auditor_001'));
  await expect.poll(() => stream.results.length).toBeGreaterThan(2);
  later(20);
  const before = stream.results.length;
  await server.ask(
    owner,
    'mutation ($id: ID!) { takeTurn(input: { sessionId: $id, actionId: "on", action: { text: "I wait." }, personaId: "pc_marit_001" }) { __typename } }',
    { id: begun.sessionId },
  );

  await expect.poll(() => stream.results.length).toBeGreaterThan(before);
  expect(lastCode(stream)).toBeUndefined();
  stream.stop();
});

it.each<[string, (token: { id: string }) => Promise<void>]>([
  ['is revoked', async ({ id }) => void (await server.store.tokens.revoke(id, new Date()))],
  ['expires', async () => {}],
])('ends a stream whose token %s', async (fate, end) => {
  const made = await server.makeToken('owner', ['gm'], { seconds: fate === 'expires' ? 15 : 3_600 });
  const stream = bySse(made.token);
  await expect.poll(() => stream.results.length).toBeGreaterThan(2);
  await end(made);
  later(20);

  expect(await stream.ended).toBeNull();
  expect(lastCode(stream)).toBe('FORBIDDEN');
});

it('closes a WebSocket with 4403 when its token is revoked, whatever it does', async () => {
  const made = await server.makeToken('owner', ['gm']);
  const stream = byWebSocket(made.token);
  await expect.poll(() => stream.results.length).toBeGreaterThan(2);
  await server.store.tokens.revoke(made.id, new Date());

  expect(await stream.ended).toMatchObject({ code: 4403 });
}, 15_000);

it.each(['', 'swt_nobody-made-this', 'hunter2'])('opens no WebSocket for %j', async (token) => {
  expect(await byWebSocket(token).ended).toMatchObject({ code: 4403 });
});

it('gives a game master, and nobody else, the events that are theirs alone', async () => {
  const document = WATCH.replace('after: $after)', 'after: $after, as: GM)');
  const [gm, other] = [bySse(owner, document), bySse(await player('ada'), document)];
  await other.ended;
  await expect.poll(() => gm.results.length).toBeGreaterThan(2);

  expect(other.results.filter(({ data }) => data != null)).toEqual([]);
  expect(lastCode(other)).toBe('FORBIDDEN');
  gm.stop();
});
