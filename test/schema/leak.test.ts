import { randomUUID } from 'node:crypto';
import { createClient as sseClient } from 'graphql-sse';
import { createClient as webSocketClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { schema } from '#schema/schema.ts';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { globalId } from '../support/authoring.ts';
import { CANARIES, canary, WRITTEN, writeCanaryPack } from '../support/canary-pack.ts';
import { chattyStoryteller } from '../support/chatty-storyteller.ts';
import { called, everyLeaf, everyQuestion, type Fillings } from '../support/schema-walk.ts';

// What is told counts here, not how much may be asked for at once.
const limits = {
  ...DEFAULT_LIMITS,
  aliases: 100_000,
  rootFields: 1_000,
  repeats: 100_000,
  tokens: 1_000_000,
  complexity: 1e12,
  bodyBytes: 8_000_000,
  querySeconds: 120,
};
const AUDITOR = 'pc_auditor_001';
const ACTIONS = ['I listen to the room.', 'I ask Marit about the weather.', 'I walk to the mole.', 'I wait.'];

const toldIn = (text: string): readonly string[] => CANARIES.filter((word) => text.includes(word));

/** Does something for all of them, a few at a time. */
async function allOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

describe.each(['full', 'duet'] as const)('a campaign played by the pipeline %s', (pipeline) => {
  let server: Accounts;
  let [master, player] = ['', ''];
  let begun: Awaited<ReturnType<Accounts['begin']>>;
  let fillings: Fillings;

  const act = async (token: string, personaId: string, text: string) => {
    const input = { sessionId: begun.sessionId, actionId: randomUUID(), action: { text }, personaId };
    return server.ask(
      token,
      'mutation ($input: TakeTurnInput!) { takeTurn(input: $input) { __typename ... on TakeTurnPayload { turn { id scene { id } } } ... on Failure { message } } }',
      { input },
    );
  };

  beforeAll(async () => {
    server = await openAccounts({
      writePacks: writeCanaryPack(pipeline),
      provider: chattyStoryteller,
      protection: { limits },
    });
    master = (await server.makeToken('owner', ['gm', 'author'])).token;
    player = (await server.makeToken('ada', ['player'])).token;
    begun = await server.begin(master);
    await server.store.members.add({
      campaignId: begun.campaign,
      viewerId: 'ada',
      name: 'Ada',
      role: 'player',
      personaId: AUDITOR,
      createdAt: new Date(),
    });
    for (const text of ACTIONS) {
      const { text: answer } = await act(player, AUDITOR, text);
      expect(answer).toContain('TakeTurnPayload');
    }
    await act(master, 'pc_marit_001', 'I put the ledger away.');
    await server.tidied();
    fillings = await fillingsOf();
  });
  afterAll(() => server.close());

  async function fillingsOf(): Promise<Fillings> {
    const { data } = await server.ask(
      master,
      'query ($id: ID!) { session(id: $id) { currentScene { id } turns(last: 1) { nodes { id } } scenes(first: 1) { nodes { id } } } }',
      { id: begun.sessionId },
    );
    // Asked for just above, in this shape.
    const { session } = data as {
      session: {
        currentScene: { id: string };
        turns: { nodes: { id: string }[] };
        scenes: { nodes: { id: string }[] };
      };
    };
    const said = (text: string | undefined) => JSON.stringify(text ?? '');
    const ids = {
      session: said(begun.sessionId),
      campaign: said(begun.campaignId),
      scene: said(session.currentScene.id),
      turn: said(session.turns.nodes[0]?.id),
    };
    return {
      sessionId: ids.session,
      campaignId: ids.campaign,
      sceneId: ids.scene,
      turnId: ids.turn,
      toSceneId: ids.scene,
      from: said(session.scenes.nodes[0]?.id),
      to: ids.scene,
      'node.id': said(globalId('Character', 'lantern_quay:lurker')),
      'nodes.ids': `[${ids.session}, ${ids.scene}, ${ids.turn}, ${said(globalId('Character', 'lantern_quay:lurker'))}]`,
      'session.id': ids.session,
      'campaign.id': ids.campaign,
      'scene.id': ids.scene,
      'turn.id': ids.turn,
      'LorePlaceInput.packIds': `[${said(globalId('Pack', 'lantern_quay'))}]`,
      'LoreQuery.text': said('what is under the water, the bell, the ledger, the box Marit buried'),
      entryPointId: said(globalId('EntryPoint', 'lantern_quay:the_second_ledger')),
      'reindexPack.packId': said(globalId('Pack', 'lantern_quay')),
      'indexProgress.packId': said(globalId('Pack', 'lantern_quay')),
      packId: said('lantern_quay'),
      contentId: said('lantern_quay:marit'),
      promptId: said('narrate'),
      personaId: said(AUDITOR),
      characterId: said('pc_marit_001'),
      actionId: said(randomUUID()),
      ID: ids.session,
    };
  }

  it('has every canary where the game master can read it', async () => {
    const questions = [
      'authoring(as: AUTHOR) { pack(packId: "lantern_quay") { contents(first: 50) { nodes { text input } } } }',
      `session(id: ${fillings.sessionId}) { turns(first: 50) { nodes { recordings { content } } } }`,
    ];
    const shown = await Promise.all(questions.map((one) => server.ask(master, `{ ${one} }`)));
    const read = shown.map(({ text }) => text).join('\n');

    expect(CANARIES.filter((word) => !read.includes(word)).filter((word) => pipelineWrites(word))).toEqual(
      [],
    );
  });
  /** A duet neither plans nor reflects. */
  const pipelineWrites = (word: string) =>
    pipeline === 'full' || ![canary('beat'), canary('thought')].includes(word);

  it('tells a player none of them in any field that can be reached', async () => {
    const questions = everyQuestion(fillings);
    const leaks: string[] = [];
    const answered = new Set<string>();
    // One by one: what is refused may take the whole answer with it.
    await allOf(questions, 8, async ({ field, text: question }) => {
      const { text, data, errors } = await server.ask(player, `{ ${question} }`);
      const codes = errors.map(({ extensions }) => extensions.code);
      expect(codes, text).not.toContain('GRAPHQL_VALIDATION_FAILED');
      expect(codes, text).not.toContain('INTERNAL_SERVER_ERROR');
      if (Object.values(data ?? {}).some((one) => one !== null)) answered.add(field);
      leaks.push(...toldIn(text).map((word) => `${field}: ${word}`));
    });

    expect(leaks).toEqual([]);
    expect(questions.length).toBeGreaterThan(500);
    expect(answered.size).toBeGreaterThan(150);
  }, 240_000);

  it('tells a player none of them however deep one asks about what is played', async () => {
    for (const [field, type] of [
      ['session', 'Session'],
      ['scene', 'Scene'],
      ['turn', 'Turn'],
      ['campaign', 'Campaign'],
    ] as const) {
      const { text, data } = await server.ask(
        player,
        `{ ${field}(id: ${fillings[`${field}.id`]})${everyLeaf(type, 2, fillings)} }`,
      );
      expect(data?.[field], text.slice(0, 500)).toMatchObject({ __typename: type });
      expect(toldIn(text)).toEqual([]);
    }
  });

  const SUBSCRIPTION = (audience: string) =>
    `subscription ($id: ID!) { turnEvents(sessionId: $id, audience: ${audience})${everyLeaf('TurnEvent', 1)} }`;
  const transports = {
    'server-sent events': (token: string) =>
      sseClient({
        url: `${server.url}/graphql`,
        retryAttempts: 0,
        headers: { authorization: `Bearer ${token}` },
      }),
    WebSocket: (token: string) =>
      webSocketClient({
        url: `${server.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        retryAttempts: 0,
        connectionParams: { authorization: `Bearer ${token}` },
      }),
  };

  it.each(['server-sent events', 'WebSocket'] as const)(
    'tells a player none of them over %s',
    async (name) => {
      const { data } = await server.ask(player, `{ session(id: ${fillings.sessionId}) { lastEventCursor } }`);
      const last = (data as { session: { lastEventCursor: string } }).session.lastEventCursor;
      const heard: string[] = [];
      const client = transports[name](player);
      for await (const answer of client.iterate({
        query: SUBSCRIPTION('PLAYER'),
        variables: { id: begun.sessionId },
      })) {
        heard.push(JSON.stringify(answer));
        if (heard.at(-1)?.includes(last)) break;
      }
      const refused: unknown[] = [];
      try {
        for await (const answer of transports[name](player).iterate({
          query: SUBSCRIPTION('GM'),
          variables: { id: begun.sessionId },
        })) {
          refused.push(answer);
          break;
        }
      } catch (error) {
        refused.push(error);
      }

      expect(toldIn(heard.join('\n'))).toEqual([]);
      expect(heard.length).toBeGreaterThan(20);
      expect(JSON.stringify(refused)).toContain('FORBIDDEN');
      expect(toldIn(JSON.stringify(refused))).toEqual([]);
    },
  );

  it('tells a player none of them in what a mutation answers, done or refused', async () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    // Whoever has left is told nothing at all.
    const inOrder = mutations.toSorted(
      (one, other) => Number(one.name === 'leaveCampaign') - Number(other.name === 'leaveCampaign'),
    );
    const leaks: string[] = [];
    for (const field of inOrder) {
      const type = String(field.type).replace('!', '');
      const { text } = await server.ask(
        player,
        `mutation { ${called(field, fillings)}${everyLeaf(type, 1, fillings)} }`,
      );
      leaks.push(...toldIn(text).map((word) => `${field.name}: ${word}`));
      expect(text).not.toContain('GRAPHQL_VALIDATION_FAILED');
    }

    expect(leaks).toEqual([]);
    expect(inOrder.length).toBeGreaterThan(30);
  }, 120_000);

  it('tells nobody any of them at another door, or in what a broken request is told', async () => {
    const paths = ['/', '/graphql', '/health', '/ready', '/metrics', '/nothing'];
    const pages = await Promise.all(paths.map(async (path) => (await fetch(`${server.url}${path}`)).text()));
    const broken = await Promise.all(
      [
        '{',
        '{ sesion { id } }',
        `{ scene(id: "x") { gm { stat } } }`,
        'query ($a: Nobody) { __typename }',
      ].map(async (query) => (await server.ask(player, query)).text),
    );

    expect(toldIn([...pages, ...broken].join('\n'))).toEqual([]);
  });
});

it('puts a canary into what models write for the game master alone', () => {
  expect(CANARIES).toEqual(expect.arrayContaining(WRITTEN.map(canary)));
});
