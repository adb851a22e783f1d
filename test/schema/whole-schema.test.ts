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
const tokens = { master: '', player: '', spectator: '', author: '', admin: '' };

beforeAll(async () => {
  server = await openAccounts({ protection: { limits } });
  tokens.master = (await server.makeToken('owner', ['gm', 'author'])).token;
  tokens.player = (await server.makeToken('ada', ['player'])).token;
  tokens.spectator = (await server.makeToken('sam', ['player'])).token;
  tokens.author = (await server.makeToken('writer', ['author'])).token;
  tokens.admin = (await server.makeToken('root', ['admin'])).token;
  begun = await server.begin(tokens.master);
  const member = { campaignId: begun.campaign, viewerId: 'ada', name: 'Ada', role: 'player' } as const;
  await server.store.members.add({ ...member, personaId: AUDITOR, createdAt: new Date() });
  const spectator = { ...member, viewerId: 'sam', name: 'Sam', personaId: null };
  await server.store.members.add({ ...spectator, createdAt: new Date() });
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

describe.each(['master', 'player', 'spectator'] as const)('ids given out to the %s', (role) => {
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
    const known = ['Clock', 'Thread', 'Law', 'KnownCharacter', 'ChronicleEntry'];
    for (const type of role === 'spectator' ? known : [...known, 'Fact', 'Observation'])
      expect(types).toContain(type);
    expect(types.size).toBeGreaterThan(role === 'master' ? 40 : 25);
  });
});

describe('ids given out in the view of a player', () => {
  const SCENES = `own: session(id: $id) { id currentScene { id turn { id } gm { thinking } persona { id entityId } } }
    played: session(id: $id, as: PLAYER) { id currentScene { id turn { id } gm { thinking } persona { id entityId } } }
    auditor: session(id: $id, persona: "pc_auditor_001") { id currentScene { id persona { id entityId } } }`;
  type Seen = {
    id: string;
    currentScene: { id: string; gm: unknown; persona: { id: string; entityId: string } };
  };
  const readScenes = async (): Promise<Record<'own' | 'played' | 'auditor', Seen>> => {
    const query = `query ($id: ID!) { ${SCENES} }`;
    return Object((await server.ask(tokens.master, query, { id: begun.sessionId })).data);
  };
  const READ = '... on Scene { id gm { thinking } persona { entityId } }';

  it('carry the view, so that a cache keeps both apart and `node` shows the same again', async () => {
    const { own, played, auditor } = await readScenes();
    const ids = [own, played, auditor].map(({ currentScene }) => currentScene.id);
    const query = `query ($ids: [ID!]!, $one: ID!) { nodes(ids: $ids) { ${READ} } node(id: $one) { ${READ} } }`;
    const { data } = await server.ask(tokens.master, query, { ids, one: ids[1] });
    const [gm, player] = [{ gm: expect.any(Object) }, { gm: null }];

    expect(new Set([...ids, own.id, played.id, auditor.id]).size).toBe(6);
    expect(data).toEqual({
      nodes: [
        { ...gm, id: ids[0], persona: expect.any(Object) },
        { ...player, id: ids[1], persona: { entityId: MARIT } },
        { ...player, id: ids[2], persona: { entityId: AUDITOR } },
      ],
      node: { ...player, id: ids[1], persona: { entityId: MARIT } },
    });
  });

  it('are accepted by `node`, whatever they name, which gives back the same object', async () => {
    const inView = (id: string) => {
      const [type, rest] = Buffer.from(id, 'base64').toString().split(/:(.*)/su);
      return Buffer.from(`${type}@${AUDITOR}:${rest}`).toString('base64');
    };
    const roots = ['session', 'campaign', 'scene', 'turn'].map((root) => {
      return [`${root}.id`, JSON.stringify(inView(JSON.parse(String(fillings[`${root}.id`]))))];
    });
    const within = { ...fillings, ...Object.fromEntries(roots) };
    const { answers } = await walkFilled((query) => server.ask(tokens.master, query), within, fieldsOf);
    const ids = answers
      .flatMap(({ text }) => idsIn(text))
      .filter(([type, id]) => Buffer.from(id, 'base64').toString().startsWith(`${type}@${AUDITOR}:`));
    const given = new Map(ids.map(([type, id]) => [id, type]));
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
    const { data } = await server.ask(tokens.master, query, { ids: [...given.keys()] });

    expect(data?.nodes).toEqual([...given].map(([id, type]) => ({ __typename: type, id })));
    expect(new Set(given.values()).size).toBeGreaterThan(15);
  });

  it('do a mutation with all rights of the viewer, and show its payload in the view', async () => {
    const { played } = await readScenes();
    const query = `mutation ($input: TakeTurnInput!) { takeTurn(input: $input) {
      ... on TurnPayload { turn { scene { id gm { thinking } session { id } } } } ... on Failure { message }
    } }`;
    const input = { sessionId: played.id, actionId: randomUUID(), action: { text: 'I count the boats.' } };
    const { data } = await server.ask(tokens.master, query, { input });
    const ended = await server.ask(
      tokens.master,
      'mutation ($id: ID!) { setSessionModels(input: { sessionId: $id }) { __typename } }',
      { id: played.id },
    );

    expect(data).toMatchObject({ takeTurn: { turn: { scene: { gm: null, session: { id: played.id } } } } });
    expect(Object(data).takeTurn.turn.scene.id).toBe((await readScenes()).played.currentScene.id);
    expect(ended.data).toEqual({ setSessionModels: { __typename: 'SessionPayload' } });
  });

  it('give players and viewers without a role nothing more, and players no second id', async () => {
    const { auditor, played } = await readScenes();
    const query = `query ($id: ID!) { node(id: $id) { ${READ} } }`;
    const scene = await server.ask(tokens.player, query, { id: played.currentScene.id });
    const { token } = await server.makeToken('nobody', []);
    const lore = 'query: { text: "quay", in: { packIds: ["lantern_quay"] } }';
    const idle = await server.ask(token, `{ lore(${lore}, as: PLAYER) { __typename } }`);

    expect(scene.data).toMatchObject({ node: { gm: null, persona: { entityId: AUDITOR } } });
    expect(Buffer.from(Object(scene.data).node.id, 'base64').toString()).toMatch(/^Scene:/);
    expect((await server.ask(token, query, { id: auditor.currentScene.id })).data?.node ?? null).toBeNull();
    expect(idle.data).toEqual({ lore: { __typename: 'Forbidden' } });
  });

  it('name a persona whose view is asked for', async () => {
    const { auditor } = await readScenes();
    const query =
      'query ($id: ID!, $who: ID!) { session(id: $id, persona: $who) { id currentScene { id } } }';
    const variables = { id: begun.sessionId, who: auditor.currentScene.persona.id };
    const { data } = await server.ask(tokens.master, query, variables);

    expect(data).toEqual({ session: { id: auditor.id, currentScene: { id: auditor.currentScene.id } } });
  });
});

it('shows a member without a persona what all members may know, and nothing that is a persona’s', async () => {
  const query = `query ($id: ID!) { session(id: $id) { currentScene {
    narration choices { key } persona { id } place { id } present { id } coreMemories { text }
    inventory { item { id } } meters { name } relations { id } planning { context }
    entities { id entityId } facts { factId: id } gm { thinking } time { text } chapter { number } header { text }
  } awaiting { __typename } turns(first: 5) { nodes { action { kind } exchanges { text } persona { name } } } } }`;
  const read = async (token: string) =>
    Object((await server.ask(token, query, { id: begun.sessionId })).data).session.currentScene;
  const [player, spectator] = [await read(tokens.player), await read(tokens.spectator)];
  const idsOf = ({ entities }: { entities: { entityId: string }[] }) =>
    entities.map(({ entityId }) => entityId);

  expect(spectator).toMatchObject({
    choices: [],
    persona: null,
    place: null,
    present: [],
    inventory: [],
    meters: [],
    relations: [],
    planning: { context: null },
    gm: null,
    time: player.time,
    chapter: player.chapter,
  });
  expect(player.choices.length).toBeGreaterThan(0);
  expect(idsOf(player)).toEqual(expect.arrayContaining(idsOf(spectator)));
  expect(player.facts.length).toBeGreaterThan(spectator.facts.length);
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
  it.each(['master', 'player', 'spectator', 'author', 'admin'] as const)(
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
        members: [{ viewerId: null }, { viewerId: null }, { viewerId: null }],
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
