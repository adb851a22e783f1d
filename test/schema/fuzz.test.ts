import { isInterfaceType } from 'graphql';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { schema } from '#schema/schema.ts';
import { ANONYMOUS_VIEWER, type Viewer } from '../../src/schema/access/viewer.ts';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { globalId } from '../support/authoring.ts';
import { watchDatabase } from '../support/database-watch.ts';
import { type Known, RequestMaker } from '../support/random-requests.ts';
import { randomFrom, randomText } from '../support/random-values.ts';

const IS_LONG = process.env.SCENEWRIGHT_LONG === '1';
const REQUESTS = IS_LONG ? 10_000 : 1_200;
const OVER_THE_NETWORK = IS_LONG ? 600 : 60;
/** After so many requests the campaigns are left as they have become, and others are begun. */
const ROUND = 600;
const SEED = 20_261_116;
/** What a masked error may still say about the machine it runs on. */
const GIVEN_AWAY =
  /node_modules|\.ts:\d|at async |SQLITE_|select .* from |TypeError|RangeError|Cannot read prop|is not a function/;

let server: Accounts;
let database: ReturnType<typeof watchDatabase>;
let [master, player] = ['', ''];
let known: Known = {};
const bugs: unknown[] = [];

const viewer = (id: string, roles: readonly ('gm' | 'author' | 'player')[]): Viewer => ({
  ...ANONYMOUS_VIEWER,
  id,
  name: id,
  roles: new Set(roles),
  campaignIds: null,
});
const OWNER = viewer('owner', ['gm', 'author']);
const ADA = viewer('ada', ['player']);
const WHO = [OWNER, OWNER, OWNER, OWNER, OWNER, OWNER, ADA, ADA, viewer('eve', ['player']), ANONYMOUS_VIEWER];

beforeAll(async () => {
  const quiet = () => {};
  server = await openAccounts({
    apiLog: { info: quiet, warn: quiet, debug: quiet, error: (...said: unknown[]) => bugs.push(said) },
  });
  database = watchDatabase(server.database);
  master = (await server.makeToken('owner', ['gm', 'author'])).token;
  player = (await server.makeToken('mallory', ['player'])).token;
});
afterAll(async () => {
  database.close();
  await server.close();
});

/** A campaign of the owner in which Ada plays the auditor. */
async function begin(): Promise<void> {
  const { campaign, campaignId, sessionId, sceneId, turnId } = await server.begin(master);
  await server.store.members.add({
    campaignId: campaign,
    viewerId: 'ada',
    name: 'Ada',
    role: 'player',
    personaId: 'pc_auditor_001',
    createdAt: new Date(),
  });
  const pack = globalId('Pack', 'lantern_quay');
  const entryPoint = globalId('EntryPoint', 'lantern_quay:the_second_ledger');
  const stranger = globalId('Session', 'x');
  known = {
    id: [campaignId, sessionId, sceneId, turnId, pack, entryPoint, stranger],
    sessionId: [sessionId],
    campaignId: [campaignId],
    turnId: [turnId],
    ...Object.fromEntries(['sceneId', 'toSceneId', 'from', 'to', 'at'].map((name) => [name, [sceneId]])),
    entryPointId: [entryPoint],
    packIds: [pack],
    packId: ['lantern_quay', 'my_pack', pack],
    contentId: ['lantern_quay:marit', 'my_pack:lamp'],
    personaId: ['pc_auditor_001', 'pc_marit_001'],
    characterId: ['pc_marit_001', 'pc_auditor_001'],
    viewerId: ['ada', 'eve', 'bo'],
    promptId: ['narrate'],
    after: [stranger],
    before: [stranger],
  };
  await settled();
}

/** Waits until nothing is played any more, and nothing is tidied up after it. */
async function settled(): Promise<void> {
  const page = { limit: 100, from: 'start', after: null, before: null } as const;
  const { items } = await server.store.campaigns.page(page);
  for (const session of await server.store.sessions.ofCampaigns(items.map(({ id }) => id))) {
    if (session.runningTurnId !== null) await server.turns.finished(session.runningTurnId);
  }
  await server.tidied();
}

const FAILURES = (() => {
  const failure = schema.getType('Failure');
  if (!isInterfaceType(failure)) throw new Error('there is no Failure');
  return new Set(schema.getPossibleTypes(failure).map(({ name }) => name));
})();

/** Whether nothing was done: there is no data, or it is a failure. A turn that failed was played all the same. */
function isRefused(text: string): boolean {
  const { data, errors = [] } = JSON.parse(text);
  // What fails below the root is asked of the answer to something that was done.
  if (errors.some(({ path = [] }: { path?: string[] }) => path.length > 1)) return false;
  if (data == null) return true;
  return Object.values(data).every((one) => {
    const name = Object(one).__typename;
    return one === null || (FAILURES.has(name) && name !== 'TurnFailure');
  });
}

const faults: string[] = [];

/** Remembers what must not be: a bug, a word about the server itself, an answer that says it is broken. */
function check(sent: string, status: number, text: string): void {
  const said = bugs.map((one) => JSON.stringify(one, errorsToo));
  if (text.includes('INTERNAL_SERVER_ERROR')) said.push('an error was masked');
  if (GIVEN_AWAY.test(text)) said.push('something of the server was given away');
  if (status >= 500) said.push(`status ${status}`);
  if (said.length > 0) faults.push(`${said.join('\n')}\n${sent.slice(0, 3_000)}\n→ ${text.slice(0, 1_000)}`);
  bugs.length = 0;
}

/** All of them are told at once, as many as can be read. */
function expectNoFaults(): void {
  const found = faults.splice(0);
  expect(found.length, found.slice(0, 6).join('\n\n')).toBe(0);
}

const errorsToo = (_key: string, value: unknown) =>
  value instanceof Error ? { message: value.message, stack: value.stack?.split('\n').slice(0, 8) } : value;

async function fetched(sent: string, asking: Viewer): Promise<{ status: number; text: string }> {
  const response = await server.yoga.fetch(
    'http://localhost/graphql/authoring',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: sent,
    },
    { viewer: asking, part: 'authoring' },
  );
  return { status: response.status, text: await response.text() };
}

/** The server may have been busy with something else. What is refused once is refused again, when all is quiet. */
async function writesAgain(sent: string, asking: Viewer): Promise<boolean> {
  await settled();
  const before = database.version();
  await fetched(sent, asking);
  return database.version() !== before;
}

it(`answers ${REQUESTS} requests of anybody without a bug, without a word about itself, and changes nothing when it refuses`, async () => {
  const random = randomFrom(SEED);
  const count = { refused: 0, done: 0, changed: 0 };
  for (let request = 0; request < REQUESTS; request += 1) {
    if (request % ROUND === 0) await begin();
    const sent = new RequestMaker(random, known).body(random.chance(0.5) ? 'query' : 'mutation');
    const asking = random.pick(WHO);
    const before = database.version();
    const { status, text } = await fetched(sent, asking);
    check(`${request} by ${asking.id}: ${sent}`, status, text);
    if (isRefused(text)) {
      count.refused += 1;
      if (database.version() !== before && (await writesAgain(sent, asking)))
        faults.push(`a refused request has written\n${sent.slice(0, 3_000)}\n→ ${text}`);
    } else {
      count.done += 1;
      if (sent.includes('mutation')) await settled();
      if (database.version() !== before) count.changed += 1;
    }
  }

  expectNoFaults();
  // The requests are no use unless many are refused, many are answered, and some do something.
  expect(count.refused).toBeGreaterThan(REQUESTS / 5);
  expect(count.done).toBeGreaterThan(REQUESTS / 6);
  expect(count.changed).toBeGreaterThan(REQUESTS / 200);
}, 3_600_000);

it('answers over HTTP as it does without a network, whatever is sent and however', async () => {
  const random = randomFrom(SEED + 1);
  for (let request = 0; request < OVER_THE_NETWORK; request += 1) {
    const sent = new RequestMaker(random, known).body(random.chance(0.7) ? 'query' : 'mutation');
    const token = random.pick([master, player, 'scw_nobody', '']);
    const response = await fetch(`${server.url}/graphql/authoring`, {
      method: 'POST',
      headers: {
        'content-type': random.pick([
          'application/json',
          'application/json',
          'application/json; charset=latin1',
          'text/plain',
          'x',
        ]),
        accept: random.pick([
          '*/*',
          'application/json',
          'application/graphql-response+json',
          'text/event-stream',
          'image/png',
        ]),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      },
      body: sent,
    });
    check(`${request}: ${sent}`, response.status, await response.text());
  }
  expectNoFaults();
}, 600_000);

it('answers over WebSocket, subscriptions too, and nothing changes for somebody of another table', async () => {
  await settled();
  const before = database.digests();
  const random = randomFrom(SEED + 2);
  const client = createClient({
    url: `${server.url.replace('http', 'ws')}/graphql/authoring`,
    webSocketImpl: WebSocket,
    lazy: false,
    retryAttempts: 0,
    onNonLazyError: () => {},
    connectionParams: { authorization: `Bearer ${player}` },
  });
  for (let request = 0; request < OVER_THE_NETWORK; request += 1) {
    const made = new RequestMaker(random, known).operation(
      random.pick(['query', 'mutation', 'subscription']),
    );
    // Whoever starts a table of their own changes something.
    if (made.query.includes('startCampaign')) continue;
    const stream = client.iterate(made);
    const first = stream.next().then(
      ({ value }) => value,
      (error: unknown) => error,
    );
    const answer = await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 300, null))]);
    await stream.return?.();
    check(`${request}: ${JSON.stringify(made)}`, 200, JSON.stringify(answer, errorsToo) ?? '');
  }
  await client.dispose();
  expectNoFaults();

  expect(database.digests()).toEqual(before);
}, 600_000);

it('closes a socket that speaks nonsense, and listens on', async () => {
  const random = randomFrom(SEED + 3);
  const frames = [
    '{"type":"subscribe","id":"1","payload":{"query":"{ __typename }"}}',
    '{"type":"connection_init","payload":[]}',
    '{"type":"pong"}',
  ];
  for (let request = 0; request < OVER_THE_NETWORK / 3; request += 1) {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    await new Promise((resolve) => socket.on('open', resolve));
    const maker = new RequestMaker(random, known);
    for (const frame of [random.pick(frames), maker.body('query'), randomText(random)]) socket.send(frame);
    const code = await Promise.race([
      closed,
      new Promise<number>((resolve) => setTimeout(resolve, 5_000, 0)),
    ]);
    expect(code).toBeGreaterThan(1_000);
  }
  expect(bugs).toEqual([]);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
}, 600_000);

it('still plays when all of it is over', async () => {
  const { sessionId } = await server.begin(master);
  const { text } = await server.ask(
    master,
    'mutation ($input: TakeTurnInput!) { takeTurn(input: $input) { __typename } }',
    {
      input: { sessionId, actionId: 'after all', action: { text: 'I listen.' }, personaId: 'pc_auditor_001' },
    },
  );

  expect(text).toContain('TurnPayload');
});
