import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresqlStore, openSqliteStore } from '#engine/store/open-store.ts';
import type { Store } from '#engine/store/store.ts';
import { Secret } from '#engine/util/secret.ts';
import { openEngine } from '../support/engine.ts';
import { ask } from '../support/graphql-clients.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { promptedNarrator } from '../support/prompted-provider.ts';
import { beginAtQuay, globalIdOf, playAtQuay } from '../support/quay.ts';

const HALF = '\ud83d';
const NARRATOR = promptedNarrator({
  'I break it.': {
    prose: `The bell\u0000 rings${HALF} twice.\u0007`,
    outcome: {
      summary_update: `A bell\u0000 rang${HALF}.`,
      events: [{ type: 'discovery', summary: `The bell\u0000 rang${HALF} at the quay.` }],
      observations: [{ character_id: 'npc_marit_001', content: `A bell\u0000 rang${HALF}.`, importance: 3 }],
      established_facts: [{ subject_id: 'npc_marit_001', predicate: 'owns', detail: `a bell\u0000${HALF}` }],
    },
  },
});
const TAKE = /* GraphQL */ `
  mutation ($input: TakeTurnInput!) {
    takeTurn(input: $input) { __typename ... on InvalidInput { message } }
  }
`;

const stores: readonly (readonly [string, (postgres: TestPostgres) => (folder: string) => Promise<Store>])[] =
  [
    ['SQLite', () => openSqliteStore],
    [
      'PostgreSQL',
      (postgres) => async () => openPostgresqlStore(new Secret(await postgres.newMigratedDatabase('text'))),
    ],
  ];

describe.each(stores)('what is no text, on %s', (_name, opened) => {
  let postgres: TestPostgres;
  let engine: Awaited<ReturnType<typeof openEngine>>;
  let sessionId: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    engine = await openEngine({ provider: NARRATOR, openStore: opened(postgres) });
    sessionId = await beginAtQuay(engine);
  }, 60_000);
  afterAll(async () => {
    await engine.close();
    await postgres.stop();
  });

  it('is taken out of what a model says, wherever it says it, and the turn is saved', async () => {
    const turn = await playAtQuay(engine, sessionId, 'a', 'I break it.');
    expect(turn).toMatchObject({ status: 'committed', failure: null });
    const scene = await engine.store.scenes.find(turn.sceneId ?? '');
    expect(scene?.narration).toBe('The bell rings\ufffd twice.');
    const snapshots = await engine.store.scenes.snapshots([turn.sceneId ?? '']);
    const stored = JSON.stringify(snapshots.get(turn.sceneId ?? ''));
    expect(stored).toContain('A bell rang\ufffd.');
    expect(stored).not.toMatch(/\\u0000|\\ud83d/i);
  });

  it.each([
    ['a character that ends texts', 'I whisper\u0000.'],
    ['half of a character', `I wave ${HALF}.`],
  ])('is refused of a player, %s, before anything runs', async (_what, text) => {
    const before = engine.asked.length;
    const input = { sessionId: globalIdOf('Session', sessionId), actionId: 'p', action: { text } };
    const { takeTurn } = await ask<{ takeTurn: object }>(engine.url, TAKE, { input });
    expect(takeTurn).toMatchObject({
      __typename: 'InvalidInput',
      message: expect.stringContaining('no text'),
    });
    expect(engine.asked).toHaveLength(before);
  });

  const campaignId = async () => (await engine.store.sessions.find(sessionId))?.campaignId ?? '';

  it.each([
    ['the name of a member', { viewerId: 'bo', name: 'B\u0000o' }],
    ['the id of a member', { viewerId: `bo${HALF}`, name: 'Bo' }],
  ])('is refused in %s', async (_what, member) => {
    const ADD =
      'mutation ($input: AddMemberInput!) { result: addMember(input: $input) { __typename ... on Failure { message } } }';
    const input = { campaignId: globalIdOf('Campaign', await campaignId()), ...member };
    const { result } = await ask<{ result: object }>(engine.url, ADD, { input });
    expect(result).toMatchObject({ __typename: 'InvalidInput', message: expect.stringContaining('no text') });
  });

  it.each([
    ['a key', { '\u0000': 1 }],
    ['a key with half of a character', { [HALF]: 1 }],
    ['a value', { name: 'a\u0000' }],
    ['a value far inside', { name: [[{ a: HALF }]] }],
  ])('is refused in JSON as %s', async (_what, persona) => {
    const START = 'mutation ($input: StartCampaignInput!) { startCampaign(input: $input) { __typename } }';
    const input = {
      entryPointId: globalIdOf('EntryPoint', 'lantern_quay:the_second_ledger'),
      newPersonas: [persona],
    };
    const said = await ask(engine.url, START, { input }).catch(String);
    expect(said).toContain('no text');
    expect(said).not.toContain('INTERNAL_SERVER_ERROR');
  });

  it('is refused in an id of something, whatever the database says of it', async () => {
    const QUERY = 'query ($id: ID!) { session(id: $id) { id } }';
    const said = await ask(engine.url, QUERY, { id: globalIdOf('Session', 'a\u0000b') }).catch(String);
    expect(JSON.stringify(said)).not.toContain('INTERNAL_SERVER_ERROR');
  });
});
