import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCampaignWatches, getTypingEnd } from '#engine/live/campaign-watch.ts';
import { createEventLog, type EventLog } from '#engine/live/event-log.ts';
import { EventReader } from '#engine/live/event-reader.ts';
import { toSessionEventRow } from '#engine/live/session-event.ts';
import { createPostgresWakeBus } from '#engine/live/wake-bus.ts';
import { openPostgresqlStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import type { WakeChannel } from '#engine/store/wake-channel.ts';
import { Secret } from '#engine/util/secret.ts';
import { NOON, someCampaign } from '../../support/campaigns.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';

let postgres: TestPostgres;
let url: Secret;
beforeAll(async () => {
  postgres = await startPostgres();
  url = new Secret(await postgres.newMigratedDatabase('wakes'));
}, 60_000);
afterAll(() => postgres.stop());

type Node = {
  readonly store: Store;
  readonly log: EventLog;
  readonly heard: string[];
  close: () => Promise<void>;
};

/** A server's half of the log: its own connections, ring and readers. Notes what it hears from elsewhere. */
async function openNode(): Promise<Node> {
  const store = await openPostgresqlStore(url);
  const heard: string[] = [];
  const log = createEventLog(
    store.events,
    createPostgresWakeBus(noting(channelOf(store), heard), randomUUID()),
  );
  return {
    store,
    log,
    heard,
    close: async () => {
      await log.close();
      await store.close();
    },
  };
}

function channelOf({ wakes }: Store): WakeChannel {
  if (wakes === null) throw new Error('PostgreSQL can wake');
  return wakes;
}

/** Notes when it listens, and every message, so that a test can wait for them. */
function noting(channel: WakeChannel, heard: string[]): WakeChannel {
  return {
    ...channel,
    listen: ({ onMessage, onReturn }) =>
      channel.listen({
        onMessage: (message) => {
          heard.push('message');
          onMessage(message);
        },
        onReturn: () => {
          heard.push('listening');
          onReturn();
        },
      }),
  };
}

const tell = async ({ store, log }: Node, sessionId: string) => {
  const body = {
    type: 'session-continued',
    cause: 'forked',
    continuedBySessionId: randomUUID(),
    fromSceneId: randomUUID(),
  } as const;
  log.announce((await store.events.tell(sessionId, [toSessionEventRow(body, NOON)])) ?? []);
};

const listens = (node: Node, times = 1) =>
  expect
    .poll(() => node.heard.filter((what) => what === 'listening').length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(times);

it('wakes the readers of another server on the same database', async () => {
  const [here, there] = [await openNode(), await openNode()];
  await listens(there);
  const { sessionId } = await someCampaign(here.store);
  const reader = new EventReader(there.log, { sessionId, after: 0, audience: 'player' });
  for (let sequence = 1; sequence <= 20; sequence += 1) {
    const next = reader.next();
    await tell(here, sessionId);
    expect(await next).toMatchObject([{ sequence, body: { type: 'session-continued' } }]);
  }
  // It was the wake that came through, not the look every five seconds.
  expect(there.heard.filter((what) => what === 'message').length).toBeGreaterThan(0);
  reader.stop();
  await here.close();
  await there.close();
}, 60_000);

it('listens again after its connection was cut, and loses nothing of what was told meanwhile', async () => {
  const [here, there] = [await openNode(), await openNode()];
  await listens(there);
  const { sessionId } = await someCampaign(here.store);
  const reader = new EventReader(there.log, { sessionId, after: 0, audience: 'player' });
  const seen: number[] = [];
  const reading = (async () => {
    for (let events = await reader.next(); events !== null; events = await reader.next())
      seen.push(...events.map(({ sequence }) => sequence));
  })();
  for (let told = 1; told <= 60; told += 1) {
    await tell(here, sessionId);
    if (told === 20) await cutListeners();
  }
  await listens(there, 2);
  await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(60);

  expect(seen).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
  reader.stop();
  await reading;
  await here.close();
  await there.close();
}, 60_000);

it('shows a member of one server to a member of another, until their stream or their server is gone', async () => {
  const [here, there] = [await openNode(), await openNode()];
  await listens(here);
  await listens(there);
  const { campaignId } = await someCampaign(here.store);
  for (const viewerId of ['ann', 'bob']) {
    const member = { campaignId, viewerId, name: viewerId, role: 'player', personaId: null } as const;
    await here.store.members.add({ ...member, createdAt: NOON });
  }
  let now = NOON;
  const watchesOf = ({ store, log }: Node) => createCampaignWatches({ store, log, clock: () => now });
  const request = (viewerId: string) => ({ campaignId, viewerId, stillAllowed: async () => true });
  const ann = await watchesOf(here).open(request('ann'));
  const seen: string[] = [];
  const reading = (async () => {
    for (let events = await ann.next(); events !== null; events = await ann.next())
      seen.push(...events.map(({ body: { type, ...rest } }) => [type, ...Object.values(rest)].join(' ')));
  })();
  const until = (event: string, times = 1) =>
    expect.poll(() => seen.filter((one) => one === event).length, { timeout: 20_000 }).toBe(times);
  const elsewhere = watchesOf(there);
  const bob = await elsewhere.open(request('bob'));
  await until('presence-changed bob true');
  await there.store.members.markPresence(
    { campaignId, viewerIds: ['bob'] },
    { typingUntil: getTypingEnd(now) },
  );
  there.log.wake(campaignId);
  await until('typing-changed bob true');
  await there.store.campaigns.change(campaignId, { name: 'A loud night' });
  there.log.wake(campaignId);
  await until('campaign-renamed A loud night');
  const seenAt = async () => (await here.store.members.ofCampaigns([campaignId])).at(-1)?.seenAt;
  const before = await seenAt();
  bob.stop();
  await expect.poll(seenAt, { timeout: 20_000 }).not.toEqual(before);
  now = new Date(now.getTime() + 5_000);
  there.log.wake(campaignId);
  await until('presence-changed bob false');

  // A server that is lost says nothing; the member's presence lapses.
  await there.store.members.markPresence({ campaignId, viewerIds: ['bob'] }, { seenAt: now });
  there.log.wake(campaignId);
  await until('presence-changed bob true', 2);
  now = new Date(now.getTime() + 60_000);
  there.log.wake(campaignId);
  await until('presence-changed bob false', 2);
  ann.stop();
  await reading;
  await here.close();
  await there.close();
}, 60_000);

/** Ends every connection that listens, as a restarted database would. */
async function cutListeners(): Promise<void> {
  await postgres.run(
    'wakes',
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and datname = current_database()",
  );
}
