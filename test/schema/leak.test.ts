import { randomUUID } from 'node:crypto';
import { createClient as sseClient } from 'graphql-sse';
import { createClient as webSocketClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { schema } from '#schema/schema.ts';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { globalId } from '../support/authoring.ts';
import { fillingsFor } from '../support/campaign-fillings.ts';
import { CANARIES, canary, WRITTEN, writeCanaryPack } from '../support/canary-pack.ts';
import { chattyStoryteller } from '../support/chatty-storyteller.ts';
import { isForOthers, typesForPlayers, walkFilled } from '../support/filled-walk.ts';
import { endAfterWarning, fillScene } from '../support/full-scene.ts';
import {
  called,
  everyLeaf,
  everyQuestion,
  type Fillings,
  fieldsOf,
  membersOf,
} from '../support/schema-walk.ts';

// What is told counts here, not how much may be asked for at once.
const limits = {
  ...DEFAULT_LIMITS,
  aliases: 100_000,
  rootFields: 1_000,
  repeats: 100_000,
  tokens: 1_000_000,
  complexity: 2e9,
  bodyBytes: 8_000_000,
  querySeconds: 120,
};
const AUDITOR = 'pc_auditor_001';
const ACTIONS = [
  'I listen to the room.',
  'I force the drawer open before anybody sees me.',
  'I ask Marit about the weather.',
  'I walk to the mole.',
  'I greet everyone here.',
];

/**
 * Fields and types a player may ask for and this campaign has nothing for; live events are asked for apart. It may become shorter.
 * No answer of Lantern Quay's character guide has options, and the draft of the walk is empty, so it has problems and no sheet.
 * A continued session belongs to no turn. Kinship is only authored, and no two characters of Lantern Quay are family.
 */
const NOTHING_THERE: ReadonlySet<string> = new Set(
  `Query.node Campaign.packChanges Campaign.ending Session.endedAt Session.recap Session.runningTurn Session.seed Session.awaiting Campaign.archivedAt Campaign.deletedAt StepStarted StepFinished RetellingStarted.turn RetellingStarted.turnId RetellingDelta.turn RetellingDelta.turnId NarrationChosen.turn NarrationChosen.turnId Turn.answer Turn.failure Turn.mode Turn.playerText Pack.dependsOn EntryPoint.sections TechnologyLore.summary CultureLore.summary HistoryLore.summary LawLore.repealed Fact.discovery SceneHeader.resources SceneHeader.status InventoryEntry.flags SceneLore.threads Roll.dropped Roll.result Roll.target PackIndex.model Ruleset.sections ExcludedLore.hidden ExcludedLore.otherBranches LoreSignals.vector ChronicleEntry.tags TurnCommitted.flags Scene.narrationFlags NarrationVersion.flags Observation.about Observation.inferredFrom Observation.tags Observation.toldBy Condition.until Forbidden NotFound InvalidInput MissingRolls PackChange PackDependency Turn.exchanges TurnAction.question Turn.notices Turn.persona QuestionPrompt RollPrompt TurnExchange PromptOption RollPromptRow TurnFailureReason HistoryLoreChunk Discovery RollTarget CharacterActed PlayerPrompted ContextReset DiceRolled Lagged NarrationChosen NarrationRepaired NarrationWithdrawn RetellingDelta RetellingStarted RetellingWithdrawn ServerGoingAway SessionClosed TurnAnswered TurnCancelled TurnFailed RollsReport.missing Turn.commandReport CommandReported RollsReport.unplayed UnplayedRoll Pack.cover EntryPoint.cover World.cover World.map Character.portrait KnownCharacter.portrait KnownLocation.image Image Planning.confidence Planning.cons Planning.context Planning.pros ServerLimits.dollarsPerDay ServerLimits.requestsPerMinute ServerLimits.turnsPerMinute PersonaNotified CharacterGuide.sheet CharacterQuestion.options CharacterOption SessionContinued.turn SessionContinued.turnId Relationship.kin`.split(
    /\s+/,
  ),
);
const LEAST_FILLED = 400;

const toldIn = (text: string): readonly string[] => CANARIES.filter((word) => text.includes(word));

/** The type that an id of the API names. */
const typeOf = (id: string): string => Buffer.from(id, 'base64').toString().split(':')[0] ?? '';

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

  const act = async (token: string, personaId: string, text: string, mode?: string) => {
    const input = { sessionId: begun.sessionId, actionId: randomUUID(), action: { text }, personaId, mode };
    return server.ask(
      token,
      'mutation ($input: TakeTurnInput!) { takeTurn(input: $input) { __typename ... on TurnPayload { turn { id scene { id } } } ... on Failure { message } } }',
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
    let [turnId, sceneId] = ['', ''];
    for (const text of ACTIONS) {
      const { text: answer } = await act(player, AUDITOR, text);
      expect(answer).toContain('TurnPayload');
      [turnId = '', sceneId = ''] = [...answer.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
    }
    const again = await server.ask(
      master,
      'mutation ($turnId: ID!) { regenerateTurn(input: { turnId: $turnId }) { __typename } }',
      { turnId },
    );
    expect(again.text).toContain('NarrationPayload');
    await act(master, 'pc_marit_001', 'I put the ledger away.');
    await act(master, 'pc_marit_001', 'How late is it?', 'DM');
    const asMaster = (query: string, variables: object) => server.ask(master, query, variables);
    await fillScene(begun.sessionId, asMaster, [{ reachEnding: { endingId: 'quiet' } }]);
    const fork = await server.ask(
      master,
      'mutation ($id: ID!) { forkSession(input: { sceneId: $id, keepParentActive: true }) { ... on SessionPayload { session { id } } } }',
      { id: sceneId },
    );
    const branchId = /"id":"([^"]+)"/.exec(fork.text)?.[1] ?? '';
    await endAfterWarning(branchId, asMaster, 'quiet');
    const back = await server.ask(
      master,
      'mutation ($id: ID!, $to: ID!) { rewindSession(input: { sessionId: $id, toSceneId: $to }) { __typename } }',
      { id: branchId, to: begun.sceneId },
    );
    expect(back.text).toContain('SessionPayload');
    await server.tidied();
    fillings = await fillingsFor(server, master, begun, [branchId]);
  });
  afterAll(() => server.close());

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

  it('tells a player none of them in any field, and finds something in nearly every one', async () => {
    const asking = async (query: string) => {
      const { text, data, errors } = await server.ask(player, query);
      const codes = errors.map(({ extensions }) => extensions.code);
      expect(codes, `${query}\n${text}`).not.toContain('GRAPHQL_VALIDATION_FAILED');
      expect(codes, text).not.toContain('INTERNAL_SERVER_ERROR');
      return { data, text, errors };
    };
    const { filled, asked, answers } = await walkFilled(asking, fillings);
    const leaks = answers.flatMap(({ way, text }) => toldIn(text).map((word) => `${way}: ${word}`));
    const found = new Set([...asked].map((field) => field.split('.')[0]));
    const empty = [
      ...[...asked].filter((field) => !filled.has(field)),
      ...[...typesForPlayers()].filter((type) => !found.has(type)),
    ];

    expect(leaks).toEqual([]);
    expect(empty.filter((field) => !NOTHING_THERE.has(field))).toEqual([]);
    expect(filled.size).toBeGreaterThan(LEAST_FILLED);
  }, 240_000);

  it('gives a player nothing for the id of what is the game master’s, whoever they know it from', async () => {
    const questions = [
      `scene(id: ${fillings.sceneId})${everyLeaf('Scene', 3, fillings, fieldsOf)}`,
      `session(id: ${fillings.sessionId}) { turns(first: 50) { nodes { recordings { id } } } }`,
      'models { id }',
      'prompts { id }',
    ];
    const shown = await Promise.all(questions.map((one) => server.ask(master, `{ ${one} }`)));
    const read = shown.map(({ text }) => text).join('\n');
    const forOthers = membersOf('Node')
      .map(({ name }) => name)
      .filter(isForOthers);
    const ids = new Set([...read.matchAll(/"(?:\w+_)?id":"([^"]+)"/g)].map(([, id = '']) => id));
    const kept = [...ids].filter((id) => forOthers.includes(typeOf(id)));
    const ask = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
    const pages = Array.from({ length: Math.ceil(kept.length / 50) }, (_, at) =>
      kept.slice(50 * at, 50 * at + 50),
    );
    const found = async (token: string) => {
      const answers = await Promise.all(pages.map((ids) => server.ask(token, ask, { ids })));
      return answers.flatMap(({ data, text }) => {
        expect(data, text).not.toBeNull();
        return (data as { nodes: unknown[] }).nodes;
      });
    };

    expect((await found(master)).filter((one) => one === null)).toEqual([]);
    expect((await found(player)).filter((one) => one !== null)).toEqual([]);
    // Nothing is written in the ledger of this campaign.
    const missing = forOthers.filter((type) => !kept.some((id) => typeOf(id) === type));
    expect(missing).toEqual(['LedgerEntry']);
  });

  // Who may ask is decided before anything is looked up, so one campaign tells it for all.
  it.runIf(pipeline === 'full')(
    'tells a player none of them where they may not ask',
    async () => {
      const questions = everyQuestion(fillings);
      const leaks: string[] = [];
      // One by one: what is refused may take the whole answer with it.
      await allOf(questions, 8, async ({ field, text: question }) => {
        const { text, errors } = await server.ask(player, `{ ${question} }`);
        const codes = errors.map(({ extensions }) => extensions.code);
        expect(codes, text).not.toContain('GRAPHQL_VALIDATION_FAILED');
        expect(codes, text).not.toContain('INTERNAL_SERVER_ERROR');
        leaks.push(...toldIn(text).map((word) => `${field}: ${word}`));
      });

      expect(leaks).toEqual([]);
      expect(questions.length).toBeGreaterThan(700);
    },
    240_000,
  );

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

  it('tells a game master who asks as a player none of them, and everything otherwise', async () => {
    const search = (place: string) => `query: { text: "secret ledger cellar", in: ${place}, limit: 40 }`;
    const packs = `{ packIds: [${JSON.stringify(globalId('Pack', 'lantern_quay'))}] }`;
    const roots = [
      ['Campaign', `campaign(id: ${fillings.campaignId}`],
      ['Session', `session(id: ${fillings.sessionId}`],
      ['Scene', `scene(id: ${fillings.sceneId}`],
      ['LoreSearchResult', `lore(${search(`{ sessionId: ${fillings.sessionId} }`)}`],
      ['LoreSearchResult', `lore(${search(packs)}`],
    ] as const;
    const read = async (as: string, of?: typeof fieldsOf) => {
      const asked = roots.map(([type, root]) => `{ ${root}${as})${everyLeaf(type, 2, fillings, of)} }`);
      return (await Promise.all(asked.map((one) => server.ask(master, one))))
        .map(({ text }) => text)
        .join('\n');
    };
    const asPlayer = await read(', as: PLAYER');
    // The game master sees as Marit, whom no player plays: these are her own memories.
    const ofMarit = [canary('memory'), canary('observed')];
    const secretsIn = (text: string) => toldIn(text).filter((word) => !ofMarit.includes(word));

    expect(toldIn(await read('', fieldsOf)).length).toBeGreaterThan(3);
    expect(secretsIn(asPlayer)).toEqual([]);
    expect(secretsIn(await read(', as: PLAYER', fieldsOf))).toEqual([]);
    expect(asPlayer).toContain('"Scene_narration":"');
    expect(asPlayer).not.toContain('GRAPHQL_VALIDATION_FAILED');
  });

  const SUBSCRIPTION = (audience: string) =>
    `subscription ($id: ID!) { turnEvents(sessionId: $id, as: ${audience})${everyLeaf('TurnEvent', 1)} }`;
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
    const paths = ['/', '/graphql', '/graphql/authoring', '/health', '/ready', '/metrics', '/nothing'];
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
