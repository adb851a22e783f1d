import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngine } from '../../support/engine.ts';
import { ask, type LiveEvent, WATCH, watchBySse, watchByWebSocket } from '../../support/graphql-clients.ts';
import { begin } from '../../support/play.ts';
import { narrator } from './narrator.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

type Page = {
  readonly edges: readonly { readonly cursor: string; readonly node: LiveEvent }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string;
    readonly endCursor: string;
  };
};

async function page(sessionId: string, args: object): Promise<Page> {
  const query = /* GraphQL */ `
    query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String, $audience: ViewAs) {
      session(id: $id) {
        events(first: $first, after: $after, last: $last, before: $before, as: $audience) {
          edges {
            cursor
            node {
              __typename
              ... on LiveEvent { cursor sequence turnId }
              ... on NarrationDelta { text }
              ... on DiceRolled { roll { line } }
              ... on TurnCommitted { sceneIndex }
            }
          }
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        }
      }
    }
  `;
  return (await ask<{ session: { events: Page } }>(engine.url, query, { id: sessionId, ...args })).session
    .events;
}

async function wholeHistory(sessionId: string, first = 3) {
  const nodes: LiveEvent[] = [];
  let after: string | null = null;
  for (;;) {
    const { edges, pageInfo }: Page = await page(sessionId, { first, after });
    nodes.push(...edges.map(({ node }) => node));
    after = pageInfo.endCursor;
    if (!pageInfo.hasNextPage) return { nodes, endCursor: after };
  }
}

it.each([
  ['server-sent events', watchBySse],
  ['WebSocket', watchByWebSocket],
])(
  'joins history and live events over %s while a turn runs: each once, none missing',
  async (_transport, watch) => {
    const sessionId = await begin(engine.url);
    const { say } = await narrator(engine, sessionId);
    let isOver = false;
    const telling = (async () => {
      for (let at = 0; !isOver; at += 1) {
        await say([`word ${at} `]);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await say(['The end.']);
    })();
    const { nodes, endCursor } = await wholeHistory(sessionId, 50);
    const live = watch(engine.url, sessionId, endCursor);
    await expect.poll(() => live.events.length, { timeout: 20_000 }).toBeGreaterThan(5);
    isOver = true;
    await telling;
    await live.until(({ text }) => text === 'The end.');
    live.stop();

    const joined = [...nodes, ...live.events];
    expect(joined).toEqual((await wholeHistory(sessionId, 50)).nodes);
  },
);

it('pages backwards too, with the cursor of each event as the cursor of its edge', async () => {
  const sessionId = await begin(engine.url);
  const { nodes } = await wholeHistory(sessionId, 50);
  const last = await page(sessionId, { last: 2 });
  const before = await page(sessionId, { last: 2, before: last.pageInfo.startCursor });

  expect([...before.edges, ...last.edges].map(({ node }) => node)).toEqual(nodes.slice(-4));
  expect(last.edges.every(({ cursor, node }) => cursor === node.cursor)).toBe(true);
  expect(last.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
});

it.each([
  ['server-sent events', watchBySse],
  ['WebSocket', watchByWebSocket],
])(
  'tells players over %s nothing that is the game master’s, neither live nor later',
  async (_transport, watch) => {
    const sessionId = await begin(engine.url);
    const asMaster = WATCH.replace('after: $after)', 'after: $after, as: GM)');
    const player = watch(engine.url, sessionId);
    const master = watch(engine.url, sessionId, null, asMaster);
    const { say, write } = await narrator(engine, sessionId);
    await say(['a plan nobody must know'], 'gm');
    await say(['The fog comes in.']);
    await write([{ type: 'step-started', attempt: 1, step: 'what Viktor thinks' }], 'gm');
    await say(['The end.']);
    await Promise.all([player, master].map((one) => one.until(({ text }) => text === 'The end.')));
    player.stop();
    master.stop();

    const said = (events: readonly LiveEvent[]) => events.flatMap(({ text }) => text ?? []).slice(-3);
    expect(JSON.stringify(player.events)).not.toContain('nobody must know');
    expect(said(player.events).slice(-2)).toEqual(['The fog comes in.', 'The end.']);
    expect(said(master.events)).toEqual(['a plan nobody must know', 'The fog comes in.', 'The end.']);
    // Steps are left out unless they are asked for.
    expect(master.events.length).toBe(player.events.length + 1);

    const seen = await wholeHistory(sessionId, 50);
    expect(seen.nodes).toEqual(player.events);
    const all = await page(sessionId, { last: 5, audience: 'GM' });
    expect(all.edges.map(({ node }) => node)).toEqual(master.events.slice(-5));
  },
);
