import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { globalId } from '../support/authoring.ts';
import { WATCH } from '../support/graphql-clients.ts';
import { MARIT } from '../support/table-of-two.ts';

let server: Accounts;
let owner: string;
let begun: Awaited<ReturnType<Accounts['begin']>>;
const logged: string[] = [];
const log = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
beforeAll(async () => {
  server = await openAccounts({ apiLog: { debug: log, info: log, warn: log, error: log } });
  owner = (await server.makeToken('ada', ['gm'])).token;
  begun = await server.begin(owner);
});
const opened: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of opened.splice(0)) close();
});
afterAll(() => server.close());

type Made = { readonly ticket: string; readonly expiresAt: string };

async function makeTicket(token: string, input = '{}'): Promise<Made> {
  const { data, text } = await server.ask(
    token,
    `mutation { createStreamTicket(input: ${input}) { ... on CreateStreamTicketPayload { ticket expiresAt } ... on Failure { code } } }`,
  );
  const made = data?.createStreamTicket as Made | undefined;
  if (made?.ticket === undefined) throw new Error(text);
  return made;
}

function addressOf(parameters: Record<string, string>, query = WATCH, sessionId = begun.sessionId): string {
  const search = new URLSearchParams({ query, variables: JSON.stringify({ sessionId }), ...parameters });
  return `${server.url}/graphql?${search}`;
}

/** What an EventSource saw: the name of each event, its id and its data. */
type Seen = {
  readonly type: string;
  readonly id?: string;
  readonly data?: string;
  readonly readyState?: number;
};

/** Node's own EventSource has to be switched on, so it runs in a process of its own. */
const CLIENT = `
  const source = new EventSource(process.argv[1]);
  const say = (seen) => console.log(JSON.stringify(seen));
  for (const type of ['message', 'next', 'complete']) {
    source.addEventListener(type, ({ data, lastEventId: id }) => say({ type, id, data }));
  }
  source.onerror = () => say({ type: 'error', readyState: source.readyState });
`;

function openEventSource(address: string): readonly Seen[] {
  const seen: Seen[] = [];
  const client = spawn(process.execPath, [
    '--experimental-eventsource',
    '--no-warnings',
    '-e',
    CLIENT,
    address,
  ]);
  createInterface(client.stdout).on('line', (line) => seen.push(JSON.parse(line)));
  opened.push(() => client.kill('SIGKILL'));
  return seen;
}

const textOf = (seen: readonly Seen[]) => seen.map(({ data }) => data).join('\n');
const WAIT = { timeout: 20_000 };

it.each([
  ['next', {}],
  ['message', { events: 'message' }],
])('follows a session with a ticket by events called %s', async (name, parameters) => {
  const { ticket } = await makeTicket(owner);
  const seen = openEventSource(addressOf({ ticket, ...parameters }));

  await expect.poll(() => textOf(seen), WAIT).toContain('TurnCommitted');
  expect(new Set(seen.map(({ type }) => type))).toEqual(new Set([name]));
  for (const { id, data } of seen) expect(JSON.parse(data ?? '').data.turnEvents.cursor).toBe(id);
});

it('tells the end and a refusal by events too', async () => {
  const { ticket } = await makeTicket(owner);
  const seen = openEventSource(addressOf({ ticket, events: 'message' }, WATCH, globalId('Session', 'none')));

  await expect.poll(() => seen.map(({ type }) => type), WAIT).toContain('complete');
  expect(JSON.parse(seen[0]?.data ?? '')).toMatchObject({ errors: [{ message: expect.any(String) }] });
  expect(seen[0]?.type).toBe('message');
});

it('shows the holder what their account shows, and no more', async () => {
  const key = { campaignId: begun.campaign, viewerId: 'bob' };
  const row = { name: 'Bob', role: 'player', personaId: MARIT, createdAt: new Date() } as const;
  await server.store.members.add({ ...key, ...row });
  const bob = (await server.makeToken('bob', ['player'])).token;
  const stranger = (await server.makeToken('eve', ['gm', 'player'])).token;
  const asMaster = WATCH.replace('after: $after)', 'after: $after, as: GM)');
  const first = async (token: string, query: string, input?: string) => {
    const { ticket } = await makeTicket(token, input);
    const seen = openEventSource(addressOf({ ticket, events: 'message' }, query));
    await expect.poll(() => seen.length, WAIT).toBeGreaterThan(0);
    return seen[0]?.data;
  };

  expect(await first(bob, WATCH)).toContain('cursor');
  expect(await first(bob, asMaster)).toContain('FORBIDDEN');
  expect(await first(stranger, WATCH)).toContain('NOT_FOUND');
  const other = await server.begin(owner);
  expect(await first(owner, WATCH, `{ campaignId: "${begun.campaignId}" }`)).toContain('cursor');
  expect(await first(owner, WATCH, `{ campaignId: "${other.campaignId}" }`)).toContain('NOT_FOUND');
  await expect(makeTicket(stranger, `{ campaignId: "${begun.campaignId}" }`)).rejects.toThrow('NOT_FOUND');
});

it('opens nothing once it has expired', async () => {
  const { ticket, expiresAt } = await makeTicket(owner);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expiresAt) + 1 });
  const seen = openEventSource(addressOf({ ticket }));

  // 2 is CLOSED: it does not try again.
  await expect.poll(() => seen, WAIT).toEqual([{ type: 'error', readyState: 2 }]);
});

it('ends an open stream with the token that asked for the ticket', async () => {
  const made = await server.makeToken('ada', ['gm']);
  const { ticket } = await makeTicket(made.token);
  const seen = openEventSource(addressOf({ ticket, events: 'message' }));
  await expect.poll(() => textOf(seen), WAIT).toContain('TurnCommitted');
  await server.store.tokens.revoke(made.id, new Date());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20_000 });
  server.wakeAll();

  await expect.poll(() => textOf(seen), WAIT).toContain('FORBIDDEN');
});

it.each<[string, string, RequestInit, number]>([
  ['a query', '{ viewer { id } }', { headers: { accept: 'text/event-stream' } }, 200],
  ['a query without a stream', '{ viewer { id } }', {}, 401],
  [
    'a subscription by POST',
    WATCH,
    {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: '{}',
    },
    401,
  ],
])('refuses %s with a ticket', async (_case, query, init, status) => {
  const { ticket } = await makeTicket(owner);
  const answer = await fetch(addressOf({ ticket }, query), init);

  expect(answer.status).toBe(status);
  expect(await answer.text()).toMatch(/FORBIDDEN|UNAUTHENTICATED/);
});

it('opens no WebSocket, no file and no schema', async () => {
  const { ticket } = await makeTicket(owner);
  const headers = { accept: 'text/event-stream' };
  const ask = (path: string) => fetch(`${server.url}${path}?ticket=${ticket}`, { headers });

  expect((await ask(`/files/campaigns/${begun.campaignId}`)).status).toBe(401);
  expect((await ask('/schema.graphql')).status).toBe(401);
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/graphql?ticket=${ticket}`,
    'graphql-transport-ws',
  );
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener('close', ({ code }) => resolve(code)),
  );
  socket.addEventListener('open', () => socket.send('{"type":"connection_init"}'));
  expect(await closed).toBe(4403);
});

it('writes no ticket into the log or the database', async () => {
  const { ticket } = await makeTicket(owner);
  const seen = openEventSource(
    addressOf({ ticket, events: 'message' }, WATCH.replace('cursor', 'nosuchfield')),
  );
  await expect.poll(() => seen.length, WAIT).toBeGreaterThan(0);

  expect(logged.filter((line) => line.includes(ticket) || line.includes('sws_'))).toEqual([]);
  expect(await server.store.tickets.findByHash(ticket)).toBeNull();
});
