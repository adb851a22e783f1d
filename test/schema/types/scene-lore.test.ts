import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { begin, takeTurn } from '../../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId = '';

beforeAll(async () => {
  engine = await openEngine();
  sessionId = await begin(engine.url);
  await takeTurn(engine.url, sessionId, { text: 'What do I know of the ropewalk, the Guild and Tomas?' });
});
afterAll(() => engine.close());

async function loreOf<Lore>(selection: string): Promise<{ index: number } & Lore> {
  const { session } = await ask<{ session: { currentScene: { index: number } & Lore } }>(
    engine.url,
    `query ($id: ID!) { session(id: $id) { currentScene { index ${selection} } } }`,
    { id: sessionId },
  );
  return session.currentScene;
}

type Passages = { readonly passages: { id: string; text: string }[] };

it('shows a player what the story knows by heart, as far as it is open', async () => {
  const { index, lore } = await loreOf<{ lore: Passages & { people: { name: string }[] } }>(
    'lore { boundary sinceExchange exchange place { name } people { name } threads { title } passages { id title text } pulled { id } }',
  );

  expect(index).toBe(2);
  expect(lore).toMatchObject({
    sinceExchange: 0,
    place: { name: 'The Pier House' },
    people: [{ name: 'Marit Sund' }],
  });
  expect(lore.passages.length).toBeGreaterThan(0);
  for (const { id, text } of lore.passages) {
    expect(id).toMatch(/^lantern_quay:/);
    expect(engine.secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }
});

it('shows the game master all of it, with what people keep to themselves and what could be found out', async () => {
  const { gm } = await loreOf<{ gm: { lore: { discoverables: object[]; briefings: object[] } } }>(
    'gm { lore { boundary tokens staleBecause sinceExchange exchange place { name } briefings { character { name } shows knows withholds capabilities } discoverables { factId subject { name } triggers content } threads { threadId title text } passages { id } pulls { type recordId title text tokens isHidden } pullLog { exchange type recordId tokens } } }',
  );
  const told = JSON.stringify(gm.lore);

  expect(gm.lore.discoverables.length).toBeGreaterThan(0);
  expect(gm.lore.briefings).toMatchObject([{ character: { name: 'Marit Sund' } }]);
  expect(engine.secrets.filter((secret) => told.includes(secret)).length).toBeGreaterThan(0);
});

it('knows nothing by heart of a scene nobody told', async () => {
  const { session } = await ask<{ session: object }>(
    engine.url,
    'query ($id: ID!) { session(id: $id) { scenes(first: 1) { nodes { index lore { boundary } gm { lore { boundary } } } } } }',
    { id: sessionId },
  );

  expect(session).toEqual({ scenes: { nodes: [{ index: 0, lore: null, gm: { lore: null } }] } });
});
