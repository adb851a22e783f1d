import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalId } from '../support/authoring.ts';
import { AWKWARD_TEXTS } from '../support/awkward-texts.ts';
import { openEngine } from '../support/engine.ts';
import { begin } from '../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
beforeAll(async () => {
  engine = await openEngine();
  sessionId = await begin(engine.url);
});
afterAll(() => engine.close());

type Answer = {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
};
type Variables = Readonly<Record<string, unknown>>;

async function send(query: string, variables: Variables): Promise<Answer> {
  const response = await fetch(`${engine.url}/graphql/authoring`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data = null, errors = [] } = await response.json();
  return { data, errors };
}

const PACK = globalId('Pack', 'lantern_quay');
const FAILURE = '__typename ... on Failure { code message path }';
const LORE = `query ($query: LoreQuery!) { lore(query: $query, explain: true) { ${FAILURE}
  ... on LoreResult { hits { chunk { id } } explanation { visible } } } }`;
const PREVIEW = `query ($sessionId: ID!, $text: String!) { promptPreview(sessionId: $sessionId, text: $text) { ${FAILURE} } }`;
const REINDEX = `mutation ($packId: ID!) { reindexPack(input: { packId: $packId, as: AUTHOR }) { ${FAILURE} } }`;
const CONTENTS = 'query ($packId: ID) { loreContents(packId: $packId, first: 3) { nodes { __typename } } }';
const MEMORIES = `query ($id: ID!, $characterId: ID) { node(id: $id) { ... on Session {
  gm { observations(characterId: $characterId, first: 5) { nodes { __typename } } } } } }`;
const PROGRESS = 'subscription ($packId: ID!) { indexProgress(packId: $packId) { packId } }';

const lore = (more: object) => send(LORE, { query: { text: 'bell', in: { packIds: [PACK] }, ...more } });
const FILTERS = ['entityIds', 'locationIds', 'factionIds', 'threadIds', 'tags'] as const;

/** Every door that takes words to look for. */
const QUESTIONS: Readonly<Record<string, (text: string) => Promise<Answer>>> = {
  'lore of packs': (text) => lore({ text }),
  'lore of a session': (text) => lore({ text, in: { sessionId } }),
  'what happened': (text) => lore({ text, in: { sessionId }, corpus: 'HISTORY' }),
  // Everything a turn looks for: records, memories, what the scene, those present and the sitting are about.
  'the words of a player': (text) => send(PREVIEW, { sessionId, text }),
};

/** Every door that takes an id. */
const IDS: Readonly<Record<string, (id: string) => Promise<Answer>>> = {
  ...Object.fromEntries(
    FILTERS.map((part) => [
      part,
      (id: string) => lore({ text: '', in: { sessionId }, focus: { [part]: [id] } }),
    ]),
  ),
  'the pack of lore': (id) => lore({ in: { packIds: [globalId('Pack', id)] } }),
  'the session of lore': (id) => lore({ in: { sessionId: globalId('Session', id) } }),
  'an id that is none': (id) => lore({ in: { sessionId: id } }),
  'a pack to index': (id) => send(REINDEX, { packId: globalId('Pack', id) }),
  'a pack to watch': (id) => send(PROGRESS, { packId: globalId('Pack', id) }),
  'a pack to browse': (id) => send(CONTENTS, { packId: globalId('Pack', id) }),
  'whose memories': (id) => send(MEMORIES, { id: sessionId, characterId: id }),
  'the session of a player': (id) => send(PREVIEW, { sessionId: globalId('Session', id), text: 'bell' }),
};

const LONGEST_MESSAGE = 250;

type Refused = { readonly code?: string; readonly message?: string; readonly path?: readonly string[] };

/** Either an answer, or a refusal that says where and what, and does not send all of it back; never a bug. */
function expectAnswered({ data, errors }: Answer): void {
  for (const { message, extensions } of errors) {
    expect(['BAD_USER_INPUT', 'NOT_FOUND'], message).toContain(extensions?.code);
    expect(message.length).toBeLessThan(LONGEST_MESSAGE);
  }
  // Every answer is an object, and those that refuse have these fields.
  for (const { code, message, path } of Object.values(data ?? {}) as Refused[]) {
    if (code === undefined) continue;
    expect(['INVALID_INPUT', 'NOT_FOUND']).toContain(code);
    expect(path?.length).toBeGreaterThan(0);
    expect(message).toMatch(new RegExp(`^[A-Z0-9].{10,${LONGEST_MESSAGE}}$`, 's'));
  }
}

// Only `lore` has hits, and only when it refuses nothing.
const hitsOf = ({ data }: Answer) =>
  (data?.lore as { hits?: { chunk: { id: string } }[] } | undefined)?.hits?.map(({ chunk }) => chunk.id) ??
  [];

describe.each(Object.entries(AWKWARD_TEXTS))('%s', (_text, text) => {
  it.each(Object.keys(QUESTIONS))('asked of %s is answered or refused with the reason', async (door) => {
    expectAnswered((await QUESTIONS[door]?.(text)) ?? { data: null, errors: [] });
  });

  it.each(Object.keys(IDS))('as %s names nothing and opens nothing', async (door) => {
    const answer = (await IDS[door]?.(text)) ?? { data: null, errors: [] };

    expectAnswered(answer);
    expect(hitsOf(answer)).toEqual([]);
  });
});

it('finds what the words around the noise say', async () => {
  const noisy = '"weigh-house" AND (title:^2 \0 \ud800 🔔 倉庫';

  expect(hitsOf(await lore({ text: noisy }))).toContain('lantern_quay:weighing_right:overview');
});

it('says which field is too long, and how long it may be', async () => {
  const { data } = await lore({ text: 'bell '.repeat(20_001) });

  expect(data?.lore).toMatchObject({
    code: 'INVALID_INPUT',
    path: ['query', 'text'],
    message: expect.stringContaining('100000 characters'),
  });
});
