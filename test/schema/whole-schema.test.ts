import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#schema/limits.ts';
import { type Accounts, openAccounts, type Reply } from '../support/accounts.ts';
import { globalId } from '../support/authoring.ts';
import { fillingsFor } from '../support/campaign-fillings.ts';
import { walkFilled } from '../support/filled-walk.ts';
import { fillScene } from '../support/full-scene.ts';
import { type Fillings, fieldsOf } from '../support/schema-walk.ts';

// What is answered counts here, not how much may be asked for at once.
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
const MARIT = 'pc_marit_001';

let server: Accounts;
let begun: Awaited<ReturnType<Accounts['begin']>>;
let fillings: Fillings;
const tokens = { master: '', player: '', author: '', admin: '' };

beforeAll(async () => {
  server = await openAccounts({ protection: { limits } });
  tokens.master = (await server.makeToken('owner', ['gm', 'author'])).token;
  tokens.player = (await server.makeToken('ada', ['player'])).token;
  tokens.author = (await server.makeToken('writer', ['author'])).token;
  tokens.admin = (await server.makeToken('root', ['admin'])).token;
  begun = await server.begin(tokens.master);
  const member = { campaignId: begun.campaign, viewerId: 'ada', name: 'Ada', role: 'player' } as const;
  await server.store.members.add({ ...member, personaId: AUDITOR, createdAt: new Date() });
  for (const text of ['I force the drawer open before anybody sees me.', 'I greet everyone here.'])
    expect((await act(tokens.player, AUDITOR, text)).text).toContain('TurnPayload');
  await fillScene(begun.sessionId, (query, variables) => server.ask(tokens.master, query, variables));
  await server.tidied();
  fillings = await fillingsFor(server, tokens.master, begun);
});
afterAll(() => server.close());

function act(token: string, personaId: string, text: string): Promise<Reply> {
  const input = { sessionId: begun.sessionId, actionId: randomUUID(), action: { text }, personaId };
  const query =
    'mutation ($input: TakeTurnInput!) { takeTurn(input: $input) { __typename ... on Failure { message } } }';
  return server.ask(token, query, { input });
}

/** Ids of what is found and not kept: chunks and candidates of a search, and the viewer, who asks for themselves. */
const NO_NODES = /^(AuthoredLoreChunk|HistoryLoreChunk|ConsideredLore|LorePassage|Viewer|AuthoredContent)$/;

/** Every id an answer gives out, by the type it belongs to. The walk names each field by its type. */
function idsIn(text: string): readonly (readonly [type: string, id: string])[] {
  return [...text.matchAll(/"([A-Z]\w*)_id":"([^"]+)"/g)].map(
    ([, type = '', id = '']) => [type, id] as const,
  );
}

describe.each(['master', 'player'] as const)('ids given out to the %s', (role) => {
  it('are accepted by `node`, which gives back the same object', async () => {
    const { answers } = await walkFilled((query) => server.ask(tokens[role], query), fillings, fieldsOf);
    const given = new Map(answers.flatMap(({ text }) => idsIn(text)).map(([type, id]) => [id, type]));
    const nodes = [...given].filter(([, type]) => !NO_NODES.test(type));
    const ids = nodes.map(([id]) => id);
    const { data, text } = await server.ask(
      tokens[role],
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }',
      { ids },
    );

    expect(data?.nodes, text.slice(0, 500)).toEqual(nodes.map(([id, type]) => ({ __typename: type, id })));
    const types = new Set(nodes.map(([, type]) => type));
    for (const type of ['Clock', 'Thread', 'Fact', 'Law', 'Observation', 'KnownCharacter', 'ChronicleEntry'])
      expect(types).toContain(type);
    expect(types.size).toBeGreaterThan(role === 'master' ? 40 : 25);
  });
});

it('gives a record another id in every scene and view, so that a cache keeps them apart', async () => {
  const query = `query ($id: ID!) { session(id: $id) {
    scenes(first: 50) { nodes { persona { id } gm { characters { character { id entityId } } } } }
  } }`;
  const { data } = await server.ask(tokens.master, query, { id: begun.sessionId });
  const scenes = Object(data).session.scenes.nodes as {
    persona: { id: string };
    gm: { characters: { character: { id: string; entityId: string } }[] };
  }[];
  const whole = scenes.flatMap(({ gm }) => gm.characters.map(({ character }) => character));
  const ids = [...scenes.map(({ persona }) => persona.id), ...whole.map(({ id }) => id)];

  expect(scenes.length).toBeGreaterThan(3);
  expect(new Set(ids).size).toBe(ids.length);
});

it('takes an id of a character in either form, wherever a character is asked for', async () => {
  const query = `query ($id: ID!, $who: ID!) { session(id: $id) {
    relationChanges(characterId: $who, first: 5) { nodes { after { id } } }
    gm { observations(characterId: $who, first: 5) { nodes { characterId } } }
  } }`;
  const found = await server.ask(
    tokens.master,
    'query ($id: ID!) { session(id: $id) { characters(first: 20) { nodes { id entityId } } } }',
    { id: begun.sessionId },
  );
  const known = Object(found.data).session.characters.nodes as { id: string; entityId: string }[];
  const marit = known.find(({ entityId }) => entityId === MARIT);
  const plain = await server.ask(tokens.master, query, { id: begun.sessionId, who: MARIT });
  const whole = await server.ask(tokens.master, query, { id: begun.sessionId, who: marit?.id });

  expect(plain.text).toContain('"after"');
  expect(whole.text).toBe(plain.text);
  expect((await act(tokens.master, marit?.id ?? '', 'I look up.')).text).toContain('TurnPayload');
});

it('takes an id of a pack or content in either form', async () => {
  const query = `query ($pack: ID!, $world: ID!) {
    entryPoints(packId: $pack, worldId: $world) { nodes { id } } characters(packId: $pack) { nodes { id } }
  }`;
  const plain = await server.ask(tokens.player, query, {
    pack: 'lantern_quay',
    world: 'lantern_quay:quay',
  });
  const whole = await server.ask(tokens.player, query, {
    pack: globalId('Pack', 'lantern_quay'),
    world: globalId('World', 'lantern_quay:quay'),
  });
  const campaign = await server.ask(
    tokens.player,
    'query ($id: ID!) { campaign(id: $id) { entryPointId entryPoint { id contentId } } }',
    { id: begun.campaignId },
  );
  const { entryPointId } = Object(campaign.data).campaign;
  const again = await server.ask(
    tokens.master,
    'mutation ($id: ID!) { startCampaign(input: { entryPointId: $id }) { __typename } }',
    { id: entryPointId },
  );

  expect(whole.text).toBe(plain.text);
  expect(whole.text).toContain(globalId('EntryPoint', entryPointId));
  expect(campaign.data).toMatchObject({ campaign: { entryPoint: { contentId: entryPointId } } });
  expect(again.data).toEqual({ startCampaign: { __typename: 'StartCampaignPayload' } });
});

describe('what a role may not see', () => {
  it.each(['master', 'player', 'author', 'admin'] as const)(
    'is null for the %s, and nothing beside it is lost: the whole schema is asked without an error',
    async (role) => {
      const faults: string[] = [];
      const asking = async (query: string) => {
        const reply = await server.ask(tokens[role], query);
        faults.push(...reply.errors.map(({ message }) => `${message} in ${query.slice(0, 200)}`));
        return reply;
      };
      const { filled } = await walkFilled(asking, fillings, fieldsOf);

      expect(faults).toEqual([]);
      expect(filled.size).toBeGreaterThan(role === 'author' ? 150 : 400);
    },
    120_000,
  );

  it('answers one query the same way to its game master and its player, with null for the secrets', async () => {
    const query = `query ($id: ID!) {
      models { key } prompts { promptId } server: viewer { name }
      campaign(id: $id) { name usage { calls } promptPins { version } packUpdates { obstacle }
        members { name viewerId }
        sessions { smallModel largeModel usage { calls } gm { repairBlock } currentScene { index gm { thinking } }
          turns(first: 1) { nodes { status usage { calls } recordings { attempt } } } } }
    }`;
    const [master, player] = await Promise.all(
      [tokens.master, tokens.player].map((token) => server.ask(token, query, { id: begun.campaignId })),
    );

    expect(master?.errors).toEqual([]);
    expect(player?.errors).toEqual([]);
    expect(master?.data).toMatchObject({ campaign: { usage: { calls: expect.any(Number) } } });
    expect(player?.data).toMatchObject({
      models: null,
      prompts: null,
      campaign: {
        name: expect.any(String),
        usage: null,
        promptPins: null,
        packUpdates: null,
        members: [{ viewerId: null }, { viewerId: null }],
        sessions: [{ smallModel: null, usage: null, gm: null, currentScene: { gm: null } }],
      },
    });
  });

  it('lets a viewer without a role read about themselves alone', async () => {
    const { token } = await server.makeToken('nobody', []);
    const own = await server.ask(token, '{ viewer { name roles } }');
    const other = await server.ask(token, '{ packs { name } }');
    const anonymous = await server.ask(null, '{ viewer { name } }');

    expect(own.data).toEqual({ viewer: { name: 'NOBODY', roles: [] } });
    expect(other.errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    expect(anonymous.status).toBe(401);
  });

  it('refuses a mutation by a failure of its own, in a sentence', async () => {
    const { data, errors } = await server.ask(
      tokens.player,
      'mutation ($id: ID!) { endSession(input: { sessionId: $id }) { __typename ... on Failure { code message path } } }',
      { id: begun.sessionId },
    );

    expect(errors).toEqual([]);
    expect(data).toEqual({
      endSession: {
        __typename: 'Forbidden',
        code: 'FORBIDDEN',
        message: 'This is for the game master of the campaign.',
        path: [],
      },
    });
  });
});
