import { createClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { NO_FOCUS } from '#retrieval/lore-query.ts';
import { type Authenticator, LOCAL_AUTHENTICATOR } from '#schema/authenticator.ts';
import { globalId } from '../support/authoring.ts';
import { NOON } from '../support/campaigns.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { begin } from '../support/play.ts';

/** Whoever comes with a credential plays; whoever comes without one owns the machine. */
const signIn: Authenticator = {
  ...LOCAL_AUTHENTICATOR,
  viewerFor: async (id) =>
    id === null
      ? LOCAL_AUTHENTICATOR.viewerFor(null)
      : { id, name: id, roles: new Set(['player']), campaignIds: null, expiresAt: null, tokenId: null },
};

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
let campaignId: string;
const rawId = () => Buffer.from(sessionId, 'base64').toString().replace('Session:', '');
beforeAll(async () => {
  engine = await openEngine({ signIn: () => signIn });
  sessionId = await begin(engine.url);
  campaignId = (await engine.store.sessions.find(rawId()))?.campaignId ?? '';
  await engine.store.members.add({
    campaignId,
    viewerId: 'ada',
    name: 'Ada',
    role: 'player',
    personaId: null,
    createdAt: NOON,
  });
});
afterAll(() => engine.close());

const PACK = globalId('Pack', 'lantern_quay');
const inPacks = { packIds: [PACK] };

const FOUND = /* GraphQL */ `
  __typename
  ... on Failure { code message path }
  ... on LoreResult {
    totalTokens isHybrid withoutVectorsBecause widened
    milliseconds { embed search total }
    hits {
      score
      chunk {
        __typename id title text tokens tags
        ... on AuthoredLoreChunk { packId type isHidden }
        ... on HistoryLoreChunk { kind sceneIndex ownerId }
      }
      signals { fullText { rank raw share } vector { rank } kin inFocus }
    }
    explanation {
      words visible inFocus
      excluded { byId hidden otherBranches }
      considered { id source verdict why tokens score }
    }
  }
`;

type Hit = {
  readonly score: number;
  readonly chunk: { readonly id: string; readonly isHidden?: boolean; readonly text: string };
  readonly signals: { readonly fullText: { readonly rank: number } | null };
};
type Found = {
  readonly __typename: string;
  readonly message?: string;
  readonly path?: readonly string[];
  readonly hits: readonly Hit[];
  readonly totalTokens: number;
  readonly explanation: {
    readonly visible: number;
    readonly excluded: { readonly hidden: number | null; readonly otherBranches: number | null };
    readonly considered: readonly { readonly verdict: string; readonly why: string }[];
  } | null;
};

type Asking = { readonly explain?: boolean; readonly as?: string | null };

/** Asks as one of the players, or with null as the owner of the machine, who is the game master of every campaign. */
async function search(query: object, { explain = false, as = 'ada' }: Asking = {}): Promise<Found> {
  const response = await fetch(`${engine.url}/graphql/authoring`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
    },
    body: JSON.stringify({
      query: `query ($query: LoreQuery!, $explain: Boolean!) { lore(query: $query, explain: $explain) { ${FOUND} } }`,
      variables: { query: { in: inPacks, ...query }, explain },
    }),
  });
  const { data, errors } = await response.json();
  expect(errors).toBeUndefined();
  return data.lore;
}

it('finds what a pack says, with what spoke for it and what it costs', async () => {
  const { hits, totalTokens } = await search({ text: 'who holds the weigh-house?' });
  const [best] = hits;

  expect(best?.chunk).toMatchObject({
    __typename: 'AuthoredLoreChunk',
    id: 'lantern_quay:weighing_right:overview',
    packId: 'lantern_quay',
    isHidden: false,
  });
  expect(best?.signals.fullText).toMatchObject({ rank: 1, share: 1 });
  expect(totalTokens).toBeGreaterThan(0);
});

it('keeps what is hidden for those who may know it', async () => {
  const text = 'the bell of the old chapel lies in nine fathoms and rings when a hull passes';
  const secret = 'lantern_quay:quay:what_is_under_the_water';
  const idsOf = ({ hits }: Found) => hits.map(({ chunk }) => chunk.id);

  expect(idsOf(await search({ text, limit: 50 }))).not.toContain(secret);
  expect(idsOf(await search({ text, limit: 50, in: { sessionId } }))).not.toContain(secret);
  expect(idsOf(await search({ text }, { as: null }))[0]).toBe(secret);
});

it('is for whoever has no part in a campaign as if the campaign were not there', async () => {
  const { __typename } = await search({ text: 'rope', in: { sessionId } }, { as: 'ben' });

  expect(__typename).toBe('NotFound');
  expect((await search({ text: 'rope' }, { as: 'ben' })).hits.length).toBeGreaterThan(0);
});

it('explains every candidate to anybody, and tells only a game master how much was kept back', async () => {
  const query = { text: 'rope and herring', limit: 2 };
  const player = (await search(query, { explain: true })).explanation;
  const master = (await search({ ...query, in: { sessionId } }, { explain: true, as: null })).explanation;

  expect(player?.considered.map(({ verdict }) => verdict).slice(0, 3)).toEqual([
    'TAKEN',
    'TAKEN',
    'BEYOND_LIMIT',
  ]);
  expect(player?.considered[0]?.why).toMatch(/^1st by its words.*; taken for \d+ tokens, \d+ left$/);
  expect(player?.excluded).toMatchObject({ hidden: null, otherBranches: null });
  expect(master?.excluded).toMatchObject({ hidden: 0, otherBranches: 0 });
  expect(master?.visible).toBeGreaterThan(player?.visible ?? 0);
  expect((await search(query)).explanation).toBeNull();
});

it('finds what happened on the branch of a session, and nobody else’s memories', async () => {
  const entry = (
    id: string,
    text: string,
    visibleTo: 'everyone' | readonly string[],
    ownerId: string | null,
  ) => ({
    id,
    text,
    visibleTo,
    ownerId,
    campaignId,
    scene: { sessionId: rawId(), index: 0 },
    ordinal: 0,
    episode: 'e1',
    kind: ownerId === null ? ('summary' as const) : ('observation' as const),
    title: '',
    tokens: 8,
    ...NO_FOCUS,
  });
  await engine.lore.addHistory([
    entry('h1', 'A lighter ran aground on the mole with forty barrels.', 'everyone', null),
    entry('h2', 'I saw who cut the barrels loose.', ['npc_somebody_009'], 'npc_somebody_009'),
  ]);
  const asked = { text: 'barrels', corpus: 'HISTORY', in: { sessionId } };
  const player = await search(asked);

  expect(player.hits.map(({ chunk }) => chunk)).toEqual([
    expect.objectContaining({
      __typename: 'HistoryLoreChunk',
      id: 'h1',
      kind: 'SUMMARY',
      sceneIndex: 0,
    }),
  ]);
  expect((await search(asked, { as: null })).hits).toHaveLength(2);
  expect((await search({ ...asked, in: inPacks })).hits).toEqual([]);
});

it.each([
  ['too many chunks', { text: 'rope', limit: 0 }, ['query', 'limit']],
  ['too many tokens', { text: 'rope', maxTokens: 1_000_000 }, ['query', 'maxTokens']],
  ['too long a question', { text: 'x'.repeat(100_001) }, ['query', 'text']],
  [
    'too long a focus',
    { text: 'rope', focus: { tags: Array.from({ length: 101 }, String) } },
    ['query', 'focus', 'tags'],
  ],
])('refuses %s and names the field', async (_case, query, path) => {
  expect(await search(query)).toMatchObject({ __typename: 'InvalidInput', path });
});

it.each([
  ['a pack', { packIds: [globalId('Pack', 'atlantis')] }],
  ['no pack', { packIds: [] }],
  ['a session', { sessionId: globalId('Session', '00000000-0000-4000-8000-000000000000') }],
])('says that there is no such thing: %s', async (_case, place) => {
  expect(await search({ text: 'rope', in: place })).toMatchObject({ __typename: 'NotFound' });
});

it('takes a question of a hundred kilobytes', async () => {
  expect((await search({ text: 'weigh-house '.repeat(8_000) })).hits[0]?.chunk.id).toBe(
    'lantern_quay:weighing_right:overview',
  );
});

it('makes an index anew, and tells how far it is', async () => {
  const client = createClient({ url: `${engine.url}/graphql/authoring`, retryAttempts: 0 });
  const watching = client.iterate<{ indexProgress: { phase: string; done: number; of: number } }>({
    query: 'subscription ($id: ID!) { indexProgress(packId: $id) { packId phase done of because } }',
    variables: { id: PACK },
  });
  const next = async () => (await watching.next()).value?.data?.indexProgress;

  expect(await next()).toMatchObject({ phase: 'READY' });
  const { reindexPack } = await ask<{ reindexPack: { index: { chunks: number; model: string | null } } }>(
    engine.url,
    `mutation ($id: ID!) { reindexPack(input: { packId: $id, as: AUTHOR }) {
      ... on ReindexPackPayload { index { chunks totalTokens vectors model lastIndexed } }
    } }`,
    { id: PACK },
  );
  expect(reindexPack.index).toMatchObject({ vectors: 0, model: null });
  const { chunks } = reindexPack.index;
  expect(await next()).toMatchObject({ phase: 'READY', done: chunks, of: chunks });
  await watching.return?.();
  client.dispose();

  const { packs } = await ask<{ packs: { index: { chunks: number } }[] }>(
    engine.url,
    '{ packs { index { chunks } } }',
  );
  expect(packs[0]?.index.chunks).toBe(chunks);
});

it('refuses to watch or to index a pack that is not there', async () => {
  const id = globalId('Pack', 'atlantis');
  const { reindexPack } = await ask<{ reindexPack: object }>(
    engine.url,
    'mutation ($id: ID!) { reindexPack(input: { packId: $id, as: AUTHOR }) { __typename } }',
    { id },
  );
  expect(reindexPack).toEqual({ __typename: 'NotFound' });
  const client = createClient({ url: `${engine.url}/graphql/authoring`, retryAttempts: 0 });
  const watching = client.iterate({
    query: 'subscription ($id: ID!) { indexProgress(packId: $id) { phase } }',
    variables: { id },
  });
  expect((await watching.next()).value?.errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
  client.dispose();
});

const WATCH = 'subscription ($id: ID!) { indexProgress(packId: $id) { phase } }';
const watch = { query: WATCH, variables: { id: PACK } };

/** Opens a stream; resolves with its end once the first event is there. */
const STREAMS: Readonly<Record<string, (url: string) => Promise<() => unknown>>> = {
  'graphql-sse': async (url) => {
    const client = createClient({ url, retryAttempts: 0 });
    await client.iterate(watch).next();
    return () => client.dispose();
  },
  'graphql-ws': async (url) => {
    const client = createSocketClient({
      url: url.replace('http', 'ws'),
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    });
    const events = client.iterate(watch);
    await events.next();
    return () => events.return?.();
  },
  'a socket that is cut': async (url) => {
    let socket: WebSocket | undefined;
    class Kept extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        socket = this;
      }
    }
    const client = createSocketClient({
      url: url.replace('http', 'ws'),
      webSocketImpl: Kept,
      retryAttempts: 0,
    });
    client.subscribe(watch, { next: () => {}, error: () => {}, complete: () => {} });
    await vi.waitFor(() => expect(socket?.readyState).toBe(WebSocket.OPEN));
    return () => socket?.terminate();
  },
  EventSource: async (url) => {
    const closing = new AbortController();
    const params = new URLSearchParams({
      query: WATCH,
      variables: JSON.stringify(watch.variables),
      events: 'message',
    });
    const headers = { accept: 'text/event-stream' };
    const response = await fetch(`${url}?${params}`, { headers, signal: closing.signal });
    await response.body?.getReader().read();
    return () => closing.abort();
  },
};

it.each(Object.keys(STREAMS))(
  'ends the source of a stream at once when its client leaves: %s',
  async (name) => {
    const { onProgress } = engine.lore;
    let open = 0;
    const counting = vi.spyOn(engine.lore, 'onProgress').mockImplementation((listener) => {
      open += 1;
      const unlisten = onProgress(listener);
      let isOpen = true;
      return () => {
        if (isOpen) open -= 1;
        isOpen = false;
        unlisten();
      };
    });
    const leave = await STREAMS[name]?.(`${engine.url}/graphql/authoring`);
    await vi.waitFor(() => expect(open).toBe(1));
    await leave?.();
    // No event comes meanwhile: the index stands still.
    await vi.waitFor(() => expect(open).toBe(0), 2_000);
    counting.mockRestore();
  },
);
